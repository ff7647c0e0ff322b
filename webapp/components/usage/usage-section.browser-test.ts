import { expect } from '@open-wc/testing';
import { html } from 'lit';
import '../composer/context-meter.js';
import type { ContextMeter } from '../composer/context-meter.js';
import '../page/ac-app.js';
import type { UsageReport } from '../../../server/protocol/api/usage-report.js';
import type { UsageSum } from '../../../server/protocol/usage-sum.js';
import { AppRig } from '../../state/app/app.rig.js';
import { provideApp } from '../../state/app/contexts.js';
import { FakeServer } from '../../state/app/fake-server.rig.js';
import { mount, until } from '../../ui/mount.rig.js';
import './usage-section.js';
import { usageWords } from './words.js';

const sum = (replies: number, more: object = {}) => ({ replies, ms: replies * 60_000, calls: 2, ...more });
const REPORT: UsageReport = {
  from: '2026-02-08',
  total: sum(5, { input: 1_200, costs: { USD: 1.5, credits: 3 } }),
  today: sum(2),
  counted: sum(2),
  days: [
    { day: '2026-03-08', sum: sum(3, { input: 1_200, costs: { USD: 1.5, credits: 3 } }) },
    { day: '2026-03-09', sum: sum(2) },
  ],
  agents: [{ agentId: 'demo', sum: sum(5) }],
  sessions: [{ sessionId: 's1', title: '<b>bold</b>', sum: sum(5) }],
};

async function page(report = REPORT) {
  const rig = await new AppRig().connect();
  rig.server.usage = report;
  const app = await mount(
    html`<ac-app .context=${rig.context} style="display: block; width: 1000px; height: 700px"></ac-app>`,
  );
  rig.context.page.settings.show('usage');
  const root = () => {
    const view = app.querySelector('settings-view');
    return (view?.shadowRoot ?? view)?.querySelector('usage-section')?.shadowRoot ?? null;
  };
  await until(() => root()?.querySelector('svg, .none'), 'the report');
  return { rig, root: root()! };
}

describe('usage', () => {
  it('[US7] [US2] is a chart, and the same numbers as tables', async () => {
    const { rig, root } = await page();
    expect(root.querySelectorAll('rect')).to.have.length(2);
    expect(root.querySelectorAll('table')).to.have.length(3);
    const [newest, before] = [...root.querySelector('tbody')!.rows];
    expect(newest!.textContent).to.include(usageWords.notReported);
    expect([...before!.cells].slice(4, 6).map(({ title }) => title)).to.deep.equal(['1,200', '1,200']);
    expect(before!.textContent).to.include('1.2K').and.to.include('$1.50').and.to.include('credits');
    expect(root.textContent).to.include('<b>bold</b>').and.to.include('Demo agent');
    await expect(root.host as HTMLElement).to.be.accessible();
    const calls = rig.server.callsOf('Sessions.get_usage').length;
    const [session] = rig.server.app.sessions;
    rig.server.appendApp({ type: 'session_changed', session: { ...session!, updatedAt: session!.updatedAt + 9 } });
    await until(() => rig.server.callsOf('Sessions.get_usage').length > calls, 'that it follows');
  });

  it('[US19] sets every budget, shows what today has used of it, and says what is not reported', async () => {
    const { rig, root } = await page({ ...REPORT, counted: sum(2, { costs: { USD: 1.5 } }) });
    const field = (key: string) => root.querySelector<HTMLInputElement>(`#${key}`)!;
    expect(root.querySelectorAll('.budget-field input')).to.have.length(8);
    const used = (key: string) => root.querySelector(`#${key}-used`)!.textContent!.trim();
    expect([used('budgetDayMinutes'), used('budgetDayToolCalls'), used('budgetDayTokens')]).to.deep.equal([
      'Today: 2 min',
      'Today: 2',
      'Today: not reported',
    ]);
    expect([used('budgetDayCost'), used('budgetReplyCost')]).to.deep.equal(['Today: $1.50', '']);
    const set = (key: string, value: string) => {
      field(key).value = value;
      field(key).dispatchEvent(new Event('change'));
    };
    set('budgetDayCost', '2.50');
    await until(() => rig.server.callsOf('Settings.update').length === 1, 'the change');
    set('budgetReplyMinutes', '-3');
    set('budgetReplyTokens', '1.5');
    const changes = () => rig.server.callsOf('Settings.update').map(([, change]) => change);
    expect(changes()).to.deep.equal([{ budgetDayCost: 2.5 }]);
    rig.server.changeSettings({ budgetReplyToolCalls: 40 });
    await until(() => field('budgetReplyToolCalls').value === '40', 'what another tab has set');
    set('budgetReplyToolCalls', '');
    await until(() => changes().length === 2, 'no limit again');
    expect(changes().at(-1)).to.deep.equal({ budgetReplyToolCalls: 0 });
    await expect(root.host as HTMLElement).to.be.accessible();
  });

  it('[US7] says that there is nothing yet', async () => {
    const { root } = await page({ ...REPORT, days: [], agents: [], sessions: [] });
    expect(root.querySelector('.none')?.textContent).to.equal(usageWords.none);
  });

  it('[US8] opens from the context meter', async () => {
    const usage = { used: 1_500, size: 10_000, cost: null };
    const meter = await mount<ContextMeter>(html`<context-meter .usage=${usage}></context-meter>`);
    const numbers = meter.shadowRoot!.querySelector<HTMLElement>('[popover]')!;
    expect(numbers.matches(':popover-open')).to.equal(false);
    meter.shadowRoot!.querySelector<HTMLElement>('button')!.click();
    expect(numbers.matches(':popover-open')).to.equal(true);
    expect(numbers.textContent).to.include('1,500').and.to.include('8,500').and.to.include('Not reported');
    let act: unknown = null;
    meter.addEventListener('user-act', (event) => {
      act = event.act;
    });
    numbers.querySelector('button')!.click();
    expect(act).to.deep.equal({ type: 'open_settings', section: 'usage' });
  });

  it('[US8] has the cost of the session there, in each currency', async () => {
    const usage = { used: 1_500, size: 10_000, cost: { amount: 0.1, currency: 'USD' } };
    const spent = { USD: 0.75, credits: 3 };
    const meter = await mount<ContextMeter>(html`<context-meter .usage=${usage} .spent=${spent}></context-meter>`);
    const root = meter.shadowRoot!;
    expect(root.querySelector('dd:last-child')?.textContent).to.equal('$0.75, 3.0 credits');
    expect(root.querySelector('[role=meter]')?.getAttribute('title')).to.include('$0.75, 3.0 credits');
  });

  it('[DL20] adds up there what tasks have used, all the way down, also where the agent says nothing of its context', async () => {
    const rig = await new AppRig(new FakeServer('s1', 's2', 's3')).connect();
    const below = (id: string, sessionId: string, used: UsageSum) => {
      const session = rig.server.app.sessions.find((one) => one.id === id)!;
      rig.server.appendApp({ type: 'session_changed', session: { ...session, parent: { sessionId, name: id }, used } });
    };
    below('s2', 's1', { replies: 2, ms: 60_000, calls: 3, total: 1_000, costs: { USD: 0.5 } });
    const box = await mount<HTMLElement>(html`<div></div>`);
    provideApp(box)(rig.context);
    const meter = Object.assign(document.createElement('context-meter'), { tasksOf: 's1' });
    box.append(meter);
    const shown = () => meter.shadowRoot?.textContent?.replace(/\s+/g, ' ') ?? '';
    await until(() => shown().includes('2 tasks'), 'the tasks');
    below('s3', 's2', { replies: 1, ms: 30_000, calls: 1, total: 200, costs: { USD: 0.25 } });
    await until(() => shown().includes('3 tasks'), 'one more below');
    const numbers = meter.shadowRoot!.querySelector('.tasks')!.textContent!.replace(/\s+/g, ' ');
    expect(numbers).to.match(/Replies ?3.*Time ?1 min 30 s.*Tool calls ?4.*Tokens ?1,200.*Cost ?\$0\.75/);
    expect(meter.shadowRoot!.querySelector('[role=meter]')).to.equal(null);
    await expect(meter).to.be.accessible();
  });
});

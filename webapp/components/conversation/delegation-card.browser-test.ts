import { ContextProvider } from '@lit/context';
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { settled } from '../../../server/protocol/clock.rig.js';
import type { SessionEvent } from '../../../server/protocol/session/session-event.js';
import { chunk, ended, prompt } from '../../../server/protocol/transcript/transcript.rig.js';
import { serverCommand, type UserAct } from '../../state/app/acts.js';
import { AppRig } from '../../state/app/app.rig.js';
import { provideApp, sessionContext } from '../../state/app/contexts.js';
import { FakeServer } from '../../state/app/fake-server.rig.js';
import { atRest } from '../../ui/frames.rig.js';
import { mount, until } from '../../ui/mount.rig.js';
import '../../ui/near-all.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import './delegation-card.js';
import './transcript-entry.js';
import { messageWords } from '../messages/words.js';
import type { DelegationCard } from './delegation-card.js';
import { conversationWords } from './words.js';

const started = (delegationId = 'd1', sessionId = 's2'): SessionEvent => ({
  ...{ type: 'delegation_started', delegationId, sessionId, name: 'auth-bug-fix', agentId: 'demo', task: 'Fix it' },
});
const sent = (delegationId = 'd1'): SessionEvent => ({ type: 'delegation_changed', delegationId, turn: 1 });
const over = (outcome: 'completed' | 'failed', delegationId = 'd1'): SessionEvent => ({
  ...{ type: 'delegation_ended', delegationId, outcome, answer: 'Fixed.' },
  ...(outcome === 'failed' ? { trouble: { code: 'said', text: 'Out of credit' } } : {}),
});

/** A card in the session s1, whose task s2 works on. */
async function cards(events: SessionEvent[], { theme = 'light' as 'light' | 'dark', ids = ['d1'] } = {}) {
  const rig = await new AppRig(new FakeServer('s1', 's2')).connect();
  rig.server.append('s1', [prompt('go'), ...events]);
  rig.server.append('s2', [prompt('Fix it'), chunk('I am at it.')]);
  await settled();
  const acts: UserAct[] = [];
  const box = await mount<HTMLElement>(html`<div></div>`, (template) => inTheme(theme, template));
  box.addEventListener('user-act', ({ act }) => acts.push(act));
  provideApp(box)(rig.context);
  new ContextProvider(box, { context: sessionContext, initialValue: rig.context.sessions.stores.open('s1') });
  const made = ids.map((id) => Object.assign(document.createElement('delegation-card'), { delegationId: id }));
  box.append(...made);
  await made[0]!.updateComplete;
  const line = (card: DelegationCard = made[0]!) => card.querySelector<HTMLElement>('.task-line')!;
  await until(() => line() !== null, 'drawn');
  return { rig, box, cards: made, acts, line };
}

const isOpen = (line: HTMLElement) => line.getAttribute('aria-expanded') === 'true';
const asks = (rig: AppRig) => rig.server.callsOf('AcpBridge.get_current_state').filter(([id]) => id === 's2').length;

describe('<delegation-card>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[U40] is accessible in the ${theme} theme`, async () => {
      const { box } = await cards([started(), sent()], { theme });
      await until(() => box.textContent!.includes('I am at it.'), 'the other agent’s words');
      await expect(box).to.be.accessible();
    });
  }

  it('[DL28] is open while the task runs, with what the other agent says, and folds at its end', async () => {
    const { rig, box, line } = await cards([started(), sent()]);
    expect(isOpen(line())).to.equal(true);
    expect(line().textContent).to.match(/Demo agent.*auth-bug-fix.*Working/s);
    await until(() => box.textContent!.includes('I am at it.'), 'the other agent’s words');
    rig.server.append('s2', [chunk(' Nearly done.')]);
    await until(() => box.textContent!.includes('Nearly done.'), 'live');
    rig.server.append('s1', [over('completed')]);
    await until(() => !isOpen(line()), 'folded');
    expect(line().textContent).to.contain('Done');
  });

  it('[DL36] stays at its end while the other agent writes, until the person goes up', async () => {
    const { rig, box } = await cards([started(), sent()]);
    await until(() => box.textContent!.includes('I am at it.'), 'the other agent’s words');
    const log = box.querySelector<HTMLElement>('.task-log')!;
    const left = () => Math.round(log.scrollHeight - log.scrollTop - log.clientHeight);
    const write = async (word: string) => {
      rig.server.append('s2', [chunk(Array.from({ length: 60 }, (_, n) => `\n\n${word} ${n}`).join(''))]);
      await until(() => box.textContent!.includes(`${word} 59`), word);
    };
    await write('first');
    await until(() => log.scrollTop > 0 && left() <= 1, 'at its end');
    await write('second');
    await until(() => left() <= 1, 'still at its end');
    log.dispatchEvent(new WheelEvent('wheel', { deltaY: -100 }));
    log.scrollTop -= 100;
    const top = log.scrollTop;
    await write('third');
    await atRest();
    expect(log.scrollTop).to.equal(top);
  });

  it('[DL36] offers to copy a message, and nothing that would write in its session', async () => {
    const { box } = await cards([started(), sent()]);
    await until(() => box.querySelector('user-message .message-bar') !== null, 'what can be done with a message');
    const names = [...box.querySelectorAll('.message-bar button')].map((button) => button.getAttribute('aria-label'));
    expect(new Set(names)).to.deep.equal(new Set([messageWords.copy, messageWords.more]));
  });

  it('[DL32] says of an agent that never asks that it works without asking', async () => {
    const { rig, box } = await cards([started(), sent()]);
    expect(box.textContent).not.to.contain(conversationWords.task.asksNothing);
    const [agent] = rig.context.server.app.value!.agents;
    rig.server.appendApp({ type: 'agent_changed', agent: { ...agent!, neverAsks: true } });
    await until(() => box.textContent!.includes(conversationWords.task.asksNothing), 'the word of warning');
  });

  it('[DL20] says what the reply has used, in short on its line and in full inside', async () => {
    const { rig, box, line, cards: made } = await cards([started(), sent()]);
    const usage = { replies: 1, ms: 2_000, calls: 3, total: 12_400, costs: { USD: 0.25 } };
    rig.server.append('s1', [{ ...over('completed'), usage } as SessionEvent]);
    await until(() => line().textContent!.includes('Done'), 'over');
    expect(line().textContent).to.match(/12\.4K tokens · \$0\.25 · /);
    line().click();
    await made[0]!.updateComplete;
    expect(box.querySelector('.used')!.textContent).to.equal('3 tool calls · Tokens: 12,400 · Cost: $0.25');
  });

  it('[DL20] never takes for zero what wasn’t reported', async () => {
    const {
      box,
      line,
      cards: made,
    } = await cards([
      started(),
      sent(),
      { ...over('completed'), usage: { replies: 1, ms: 2_000, calls: 1 } } as SessionEvent,
    ]);
    expect(line().textContent).not.to.contain('tokens');
    line().click();
    await made[0]!.updateComplete;
    expect(box.querySelector('.used')!.textContent).to.equal('1 tool call · Tokens: not reported · Cost: not reported');
  });

  it('[DL28] stays as the person put it', async () => {
    const { rig, line, cards: made } = await cards([started(), sent()]);
    line().click();
    await made[0]!.updateComplete;
    expect(isOpen(line())).to.equal(false);
    rig.server.append('s1', [over('completed')]);
    await until(() => line().textContent!.includes('Done'), 'over');
    line().click();
    await made[0]!.updateComplete;
    expect(isOpen(line())).to.equal(true);
  });

  it('[DL28] says that a person is needed, and why a task failed', async () => {
    const { rig, line, box } = await cards([started(), sent()]);
    const session = rig.server.app.sessions.find(({ id }) => id === 's2')!;
    rig.server.appendApp({ type: 'session_changed', session: { ...session, status: 'waiting' } });
    await until(() => line().textContent!.includes('Needs you'), 'waiting');
    rig.server.append('s1', [over('failed')]);
    await until(() => line().textContent!.includes('Failed'), 'failed');
    expect(box.querySelector('.trouble')!.textContent).to.contain('Out of credit');
  });

  it('[DL29] opens its session and stops its task', async () => {
    const { acts, box } = await cards([started(), sent()]);
    const press = (name: string) =>
      [...box.querySelectorAll('button')].find((one) => one.textContent!.trim() === name)!.click();
    press('Open session');
    press('Stop task');
    expect(acts).to.deep.equal([
      { type: 'open_session', sessionId: 's2' },
      serverCommand('AcpBridge', 'stop_delegation', 's1', 'd1'),
    ]);
  });

  it('[DL13] offers an answer that came late for the next message, and sends nothing', async () => {
    const { acts, box, line } = await cards([started(), sent(), ended(), over('completed')]);
    line().click();
    await until(() => box.textContent!.includes('Show to Demo agent'), 'the offer');
    [...box.querySelectorAll('button')].find((one) => one.textContent!.includes('Show to'))!.click();
    expect(acts).to.deep.equal([{ type: 'write_draft', text: 'Demo agent finished “auth-bug-fix”:\n\nFixed.' }]);
  });

  it('[DL30] follows its session only while it is open, and once for several', async () => {
    const ids = Array.from({ length: 30 }, (_, n) => `d${n}`);
    const all = ids.flatMap((id) => [started(id), sent(id), over('completed', id)]);
    const { rig, cards: made, line } = await cards(all, { ids });
    expect(asks(rig)).to.equal(0);
    for (const card of made.slice(0, 2)) line(card).click();
    await until(() => made[1]!.textContent!.includes('I am at it.'), 'both are open');
    expect(asks(rig)).to.equal(1);
    const left = () => rig.server.callsOf('AcpBridge.leave').filter(([id]) => id === 's2').length;
    made[0]!.remove();
    expect(left()).to.equal(0);
    made[1]!.remove();
    await until(() => left() === 1, 'let go');
  });
});

import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { AppRig } from '../../state/app/app.rig.js';
import { PageActEvent } from '../../state/app/page-acts.js';
import '../page/ac-app.js';
import '../conversation/transcript-view.js';
import { mount, until } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import type { AcApp } from '../page/ac-app.js';

const line = (seq: number, kind: string, text: string) => ({ seq, at: seq, kind, text });

async function logs(theme: 'light' | 'dark' = 'light') {
  const rig = await new AppRig().connect();
  rig.server.logOf.server = [line(1, 'say', 'listening')];
  rig.server.logOf.demo = [
    line(1, 'life', 'Demo is started'),
    line(2, 'stderr', 'a warning\u202e'),
    line(3, 'out', '{"method":"initialize"}'),
  ];
  const app = await mount<AcApp>(
    html`<ac-app .context=${rig.context} style="display: block; height: 700px"></ac-app>`,
    (template) => inTheme(theme, template),
  );
  app.commands!.act({ type: 'show_logs' });
  const root = () => app.querySelector('settings-view')?.shadowRoot?.querySelector('logs-section')?.shadowRoot;
  const texts = () => [...(root()?.querySelectorAll('.line span') ?? [])].map((span) => span.textContent);
  await until(() => texts().length > 0, 'lines');
  return { rig, app, root: root()!, texts };
}

async function choose(root: ShadowRoot, value: string): Promise<void> {
  const select = root.querySelector('select')!;
  select.value = value;
  select.dispatchEvent(new Event('change'));
}

describe('<logs-section>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[DG12] is accessible in the ${theme} theme`, async () => {
      await expect((await logs(theme)).app).to.be.accessible();
    });
  }

  it('[DG12] [DG13] begins with the agent of the session, and shows the server’s log on request', async () => {
    const { root, texts, rig } = await logs();
    expect(rig.location.hash).to.equal('#/settings/logs');
    expect(texts()).to.deep.equal(['Demo is started', 'a warning⟨U+202E⟩', '{"method":"initialize"}']);
    await choose(root, '');
    await until(() => texts().join() === 'listening', 'the log of the server');
  });

  it('[DG12] asks for the messages of the protocol when they are wanted, and filters', async () => {
    const { root, texts, rig } = await logs();
    root.querySelector<HTMLElement>('.messages input')!.click();
    await until(() => rig.server.callsOf('AcpBridge.get_agent_log').some((args) => args[3] === true), 'messages');
    const filter = root.querySelector<HTMLInputElement>('.filter')!;
    filter.value = 'WARN';
    filter.dispatchEvent(new Event('input'));
    await until(() => texts().length === 1, 'one line');
  });

  it('[DG14] downloads the trace, with texts only if they are wanted', async () => {
    const { root, rig } = await logs();
    const row = root.querySelector('trace-row')!;
    await row.updateComplete;
    const saved: string[] = [];
    const stop = (event: Event) => {
      const link = event.composedPath()[0];
      if (!(link instanceof HTMLAnchorElement)) return;
      event.preventDefault();
      saved.push(link.download);
    };
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function press(this: HTMLAnchorElement) {
      this.addEventListener('click', stop);
      click.call(this);
    };
    try {
      const button = row.shadowRoot!.querySelector('button')!;
      button.click();
      await until(() => saved.length === 1 && !button.disabled, 'a file');
      row.shadowRoot!.querySelector<HTMLElement>('#contents')!.click();
      button.click();
      await until(() => saved.length === 2, 'another file');
    } finally {
      HTMLAnchorElement.prototype.click = click;
    }
    expect(saved).to.deep.equal(['trace-s1.jsonl', 'trace-s1.jsonl']);
    expect(rig.server.callsOf('AcpBridge.get_trace').map(([, withContents]) => withContents)).to.deep.equal([
      false,
      true,
    ]);
  });

  it('[DG13] is where an error leads to, and /debug', async () => {
    const { rig, app } = await logs();
    app.commands!.act({ type: 'close_settings' });
    rig.server.append('s1', [{ type: 'agent_exited', exitCode: 1, signal: null, stderr: 'Segmentation fault' }]);
    const button = () =>
      [...app.querySelectorAll<HTMLElement>('transcript-entry button')].find((one) => one.textContent === 'Show log');
    await until(button, 'the way to the log');
    button()!.click();
    await until(() => rig.location.hash === '#/settings/logs', 'the logs');
    app.commands!.act({ type: 'close_settings' });
    app.dispatchEvent(new PageActEvent({ type: 'run_command', commandId: 'go.logs' }));
    await until(() => rig.location.hash === '#/settings/logs', 'the logs again');
  });
});

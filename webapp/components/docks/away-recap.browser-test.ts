import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { asked, chunk, ended, prompt, tool } from '../../../server/protocol/transcript/transcript.rig.js';
import { AppRig } from '../../state/app/app.rig.js';
import { FakeServer } from '../../state/app/fake-server.rig.js';
import '../page/ac-app.js';
import '../conversation/transcript-view.js';
import { mount, until } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import type { AcApp } from '../page/ac-app.js';

const edit = (id: string, path: string) =>
  tool(id, {
    kind: 'edit',
    status: 'completed',
    title: `Edit ${path}`,
    content: [{ type: 'diff', path, oldText: 'a\n', newText: 'b\nc\n' }],
  });

/** Somebody comes back after four minutes. */
async function comeBack(theme: 'light' | 'dark' = 'light') {
  const rig = await new AppRig(new FakeServer('s1', 's2')).connect();
  rig.server.append('s1', [prompt('Before'), edit('t0', '/x/before.ts'), ended()]);
  const app = await mount<AcApp>(
    html`<ac-app .context=${rig.context} style="display: block; height: 700px"></ac-app>`,
    (template) => inTheme(theme, template),
  );
  await rig.clock.passSettled(10_000);
  rig.context.page.visibility.follow(false);
  rig.server.pass(60_000);
  rig.server.append('s1', [
    prompt('Meanwhile', 'p2'),
    edit('t1', '/x/one.ts'),
    edit('t2', '/x/two.ts'),
    tool('t3', { kind: 'execute', status: 'failed', title: 'npm test', rawInput: { command: 'npm test' } }),
    chunk('It fails.'),
    asked('q1', { toolCallId: 't4', title: 'rm -rf dist' }),
  ]);
  await rig.clock.passSettled(240_000);
  rig.context.page.visibility.follow(true);
  const recap = () => app.querySelector('away-recap')?.shadowRoot?.querySelector('[role=group]');
  await until(() => recap(), 'the recap');
  const named = (name: RegExp) =>
    [...recap()!.querySelectorAll('button')].find((button) => name.test(button.ariaLabel ?? button.textContent ?? ''))!;
  return { rig, app, recap, named };
}

describe('<away-recap>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[U40] is accessible in the ${theme} theme`, async () => {
      const { app } = await comeBack(theme);
      await expect(app.querySelector('away-recap')!).to.be.accessible();
    });
  }

  it('[FB1] tells how long, which files, what failed, what is asked', async () => {
    const { recap } = await comeBack();
    await until(() => recap()!.textContent!.includes('+'), 'the lines');
    const words = recap()!.textContent!.replace(/\s+/g, ' ');
    for (const part of ['4 min', '2 files +4 −2', '1 step failed', '1 message', '1 request waiting']) {
      expect(words).to.contain(part);
    }
  });

  it('[FB2] leads to each place, and can be dismissed', async () => {
    const { app, recap, named } = await comeBack();
    named(/files/).click();
    await until(() => document.activeElement?.textContent?.includes('one.ts'), 'the first edit');
    named(/request/).click();
    await until(() => app.querySelector('permission-dock')?.contains(document.activeElement), 'the question');
    named(/Dismiss/).click();
    await until(() => !recap(), 'gone');
  });
});

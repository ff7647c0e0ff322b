import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { SessionEvent } from '../../../server/protocol/session/session-event.js';
import { ended, prompt, tool } from '../../../server/protocol/transcript/transcript.rig.js';
import { AppRig } from '../../state/app/app.rig.js';
import '../page/ac-app.js';
import '../conversation/transcript-view.js';
import { mount, until } from '../../ui/mount.rig.js';
import type { AcApp } from '../page/ac-app.js';
import '../../ui/near-all.rig.js';
import { OpenFileEvent } from '../../ui/open-file-event.js';
import { inTheme } from '../../ui/theme.rig.js';

const at = (id: string, path: string, line: number, fields: object = {}) =>
  tool(id, { kind: 'read', status: 'completed', locations: [{ path: `/home/me/orbit/${path}`, line }], ...fields });
const LONG = Array.from({ length: 100_000 }, (_, n) => `line ${n + 1}\n`).join('');

async function page(files: Record<string, string>, events: SessionEvent[] = [prompt('go')]) {
  const rig = await new AppRig().connect();
  for (const [path, text] of Object.entries(files)) rig.server.repo.write(path, text);
  rig.server.append('s1', events);
  const app = await mount<AcApp>(
    html`<ac-app .context=${rig.context} style="display: block; width: 1200px; height: 700px; container: shell / inline-size"></ac-app>`,
    (template) => inTheme('light', template),
  );
  app.commands!.act({ type: 'show_work', tab: 'files' });
  await until(() => app.querySelector('file-view'), 'the view');
  const shown = { rig, app, find: <E extends HTMLElement>(selector: string) => app.querySelector<E>(selector)! };
  return { ...shown, opens: (path: string, line: number | null) => app.dispatchEvent(new OpenFileEvent(path, line)) };
}

const words = (element: Element | null) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
const press = (target: Element, key: string) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }));

describe('<file-view>', () => {
  it('[WP7] shows a file with numbers and colours, and the line that is meant', async () => {
    const { app, find, opens } = await page({ 'src/a.ts': 'const one = 1;\n// two\nexport {};\n' });
    opens('/home/me/orbit/src/a.ts', 2);
    await until(() => find('.file-line.meant'), 'the line');
    expect(words(find('.file-line.meant'))).to.equal('2// two');
    expect(app.querySelectorAll('.file-line')).to.have.length(3);
    await until(() => find('.file-line .tk-comment'), 'colours');
  });

  it('[WP8] fetches and draws of a long file what is looked at', async () => {
    const { rig, app, find, opens } = await page({ long: LONG });
    opens('long', 50_000);
    await until(() => words(find('.file-line.meant')) === '50000line 50000', 'the line');
    const scroller = find('.file-scroll');
    await until(() => {
      const { top } = find('.file-line.meant').getBoundingClientRect();
      return top > scroller.getBoundingClientRect().top && top < scroller.getBoundingClientRect().bottom;
    }, 'in view');
    expect(app.querySelectorAll('.file-line').length).to.be.lessThan(1_000);
    expect(rig.server.callsOf('Repo.read_file').length).to.be.lessThan(8);
    expect(find('.file-text').getBoundingClientRect().height).to.equal(2_000_000);
    scroller.scrollTop = 2_000_000;
    await until(() => words(app).includes('line 100000'), 'the end');
  });

  it('[WP9] goes where the agent is, until a person moves in the file', async () => {
    const files = { 'a.ts': 'a1\na2\na3\n', 'b.ts': 'b1\nb2\n', 'c.ts': 'c1\n' };
    const { rig, app, find } = await page(files, [prompt('go'), at('t1', 'a.ts', 2)]);
    await until(() => words(find('.file-line.meant')) === '2a2', 'the first place');
    expect(words(find('.file-place'))).to.equal('Following a.ts:2');
    rig.server.append('s1', [at('t2', 'b.ts', 1)]);
    await until(() => words(find('.file-line.meant')) === '1b1', 'the next place');
    find('.file-scroll').dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
    await until(() => words(find('.file-place')) === 'b.ts:1', 'paused');
    rig.server.append('s1', [at('t3', 'c.ts', 1)]);
    await app.updateComplete;
    expect(words(find('.file-line.meant'))).to.equal('1b1');
    press(find('.file-scroll'), 'f');
    await until(() => words(find('.file-line.meant')) === '1c1', 'following again');
  });

  it('[WP10] shows what the agent made of the file', async () => {
    const { rig, app, find, opens } = await page({ 'a.ts': 'before\n' });
    opens('a.ts', null);
    await until(() => words(find('.file-text')) === '1before', 'the file');
    rig.server.repo.write('a.ts', 'after\n');
    rig.server.append('s1', [at('t1', 'other.ts', 1, { kind: 'execute' }), ended()]);
    await until(() => words(find('.file-text')) === '1after', 'the new text');
    expect(app.querySelectorAll('.file-line')).to.have.length(1);
  });

  it('[WP11] finds files by the keyboard, and shows odd names as what they are', async () => {
    const { find } = await page({ 'src/auth.ts': 'a\n', 'src/au\u202ex.ts': 'odd\n' });
    const field = find<HTMLInputElement>('.picker-field');
    field.focus();
    field.value = 'au';
    field.dispatchEvent(new InputEvent('input'));
    await until(() => find('.picker-file mark'), 'the files');
    expect(words(find('.picker-list'))).to.contain('src/au⟨U+202E⟩x.ts');
    press(field, 'ArrowDown');
    await until(() => field.getAttribute('aria-activedescendant') === 'picker-1', 'the second');
    press(field, 'Enter');
    await until(() => words(find('.file-text')) === '1odd', 'the file');
    expect(find('work-panel')).to.not.equal(null);
  });

  it('[WP21] says that a text is not read in the order in which it stands', async () => {
    const { find, opens } = await page({ 'a.ts': 'plain\n', 'b.ts': 'if (admin\u202e) {}\n' });
    opens('a.ts', null);
    await until(() => words(find('.file-text')) === '1plain', 'the plain file');
    expect(find('file-view .danger-text')).to.equal(null);
    opens('b.ts', null);
    await until(() => find('file-view .danger-text'), 'the warning');
  });

  it('[WP12] says why there is nothing to read', async () => {
    const { find, opens } = await page({ 'a.bin': 'x\0y', empty: '' });
    for (const [path, sentence] of [
      ['a.bin', 'Not a text file, 3 bytes.'],
      ['empty', 'This file is empty.'],
      ['gone.ts', 'This file no longer exists.'],
    ] as const) {
      opens(path, null);
      await until(() => words(find('file-view')).includes(sentence), sentence);
    }
  });
});

import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { ended, tool } from '../../../server/protocol/transcript/transcript.rig.js';
import { browserEdits } from '../../state/work/edit-shelf.js';
import { mount, until } from '../../ui/mount.rig.js';
import type { CodeEditor } from './code-editor.js';
import '../../ui/near-all.rig.js';
import { press, showFiles, words } from './files.rig.js';

type Shown = Awaited<ReturnType<typeof showFiles>>;

const inside = ({ find }: Shown) => find('code-editor')?.shadowRoot?.querySelector<HTMLElement>('.cm-content') ?? null;
const state = ({ find }: Shown) => words(find('.edit-state'));
const button = ({ app }: Shown, name: string) =>
  [...app.querySelectorAll<HTMLButtonElement>('file-view button')].find((each) => words(each) === name)!;
const shelf = browserEdits('/home/me/orbit');

/** Opens a file in the editor. */
async function editing(files: Record<string, string>, path: string): Promise<Shown> {
  const shown = await showFiles(files);
  shown.opens(path, null);
  await until(() => shown.find('.file-head'), 'the file');
  await until(() => button(shown, 'Edit'), 'the button');
  button(shown, 'Edit').click();
  return shown;
}

/** Writes at the cursor, as the browser does when a person types. */
async function type(shown: Shown, text: string): Promise<void> {
  await until(() => inside(shown)?.matches(':focus'), 'the editor has the focus');
  document.execCommand('insertText', false, text);
}

async function agentWrites(shown: Shown, path: string, text: string): Promise<void> {
  shown.rig.server.repo.write(path, text);
  shown.rig.server.append('s1', [tool(`t${Math.random()}`, { kind: 'edit', status: 'completed' }), ended()]);
}

const toast = (shown: Shown) =>
  [...(shown.app.querySelector('toast-region')?.shadowRoot?.querySelectorAll('.toast') ?? [])].at(-1);

afterEach(async () => {
  for (const path of await shelf.list()) await shelf.remove(path);
});

describe('a file in the editor', () => {
  it('[FI30] [FI34] is saved by Ctrl+S, byte for byte, and taken back from the toast', async () => {
    const shown = await editing({ 'a.txt': '\ufeffone\r\ntwo' }, 'a.txt');
    const { repo } = shown.rig.server;
    await type(shown, 'X');
    await until(() => state(shown) === 'Unsaved changes', 'unsaved');
    expect([...shown.app.querySelectorAll('.edit-form')].map(words)).to.deep.equal(['CRLF', 'BOM']);
    press(inside(shown)!, 's', { ctrlKey: true });
    await until(() => repo.text('a.txt') === '\ufeffXone\r\ntwo', 'written');
    await until(() => state(shown) === 'Saved', 'saved');
    await until(() => words(toast(shown) ?? null).startsWith('Saved a.txt'), 'the toast');
    toast(shown)!.querySelector<HTMLButtonElement>('.action')!.click();
    await until(() => repo.text('a.txt') === '\ufeffone\r\ntwo', 'taken back');
  });

  it('[FI31] waits when somebody else has changed it: the difference, mine, theirs', async () => {
    const shown = await editing({ 'a.txt': 'one\n' }, 'a.txt');
    const { repo } = shown.rig.server;
    await type(shown, 'mine ');
    await until(() => state(shown) === 'Unsaved changes', 'unsaved');
    await agentWrites(shown, 'a.txt', 'theirs\n');
    await until(() => shown.find('.edit-conflict'), 'the warning');
    press(inside(shown)!, 's', { ctrlKey: true });
    await shown.find<HTMLElement & { updateComplete: Promise<boolean> }>('file-editor').updateComplete;
    expect(repo.text('a.txt')).to.equal('theirs\n');
    button(shown, 'Show difference').click();
    await until(() => words(shown.find('.edit-difference')).includes('mine one'), 'the difference');
    button(shown, 'Keep editing').click();
    await until(() => !shown.find('.edit-conflict') && inside(shown)?.matches(':focus'), 'put off');
    press(inside(shown)!, 's', { ctrlKey: true });
    await until(() => shown.find('.edit-conflict'), 'asked again');
    button(shown, 'Keep mine').click();
    await until(() => repo.text('a.txt') === 'mine one\n', 'mine');
    await type(shown, 'more ');
    await until(() => state(shown) === 'Unsaved changes', 'unsaved again');
    await agentWrites(shown, 'a.txt', 'theirs again\n');
    await until(() => shown.find('.edit-conflict'), 'the warning again');
    button(shown, 'Take theirs').click();
    await until(() => words(inside(shown)) === 'theirs again', 'theirs');
    expect(state(shown)).to.equal('Saved');
  });

  it('[FI32] follows what others write while nothing is edited', async () => {
    const shown = await editing({ 'a.txt': 'one\n' }, 'a.txt');
    await until(() => words(inside(shown)) === 'one', 'the text');
    await agentWrites(shown, 'a.txt', 'two\n');
    await until(() => words(inside(shown)) === 'two', 'the new text');
    expect(shown.find('.edit-conflict')).to.equal(null);
  });

  it('[FI33] keeps unsaved text over another file and a reload, and gives it up when told to', async () => {
    const shown = await editing({ 'a.txt': 'one\n', 'b.txt': 'other\n' }, 'a.txt');
    await type(shown, 'kept ');
    await until(async () => (await shelf.read('a.txt'))?.text === 'kept one\n', 'kept');
    shown.opens('b.txt', null);
    await until(() => words(shown.find('.file-text')) === '1other', 'another file');
    shown.opens('a.txt', null);
    await until(() => button(shown, 'Continue editing'), 'offered again');
    shown.app.remove();

    const again = await showFiles({ 'a.txt': 'one\n' });
    again.opens('a.txt', null);
    await until(() => button(again, 'Continue editing'), 'offered after a reload');
    button(again, 'Continue editing').click();
    await until(() => words(inside(again)) === 'kept one', 'as it was');
    expect(words(again.find('.edit-note'))).to.contain('Restored your unsaved changes');
    button(again, 'Discard').click();
    await until(() => words(inside(again)) === 'one', 'given up');
    await until(async () => (await shelf.list()).length === 0, 'no longer kept');
  });

  it('[FI35] is not offered for what is no UTF-8 text', async () => {
    const shown = await showFiles(
      { 'a.txt': 'caf\ufffd\n' },
      { prepare: ({ server }) => void server.repo.foreign.add('a.txt') },
    );
    shown.opens('a.txt', null);
    await until(() => button(shown, 'Edit'), 'the button');
    button(shown, 'Edit').click();
    await until(() => words(shown.find('file-editor')).includes('This file isn’t UTF-8 text.'), 'the sentence');
    button(shown, 'Done').click();
    await until(() => shown.find('.file-line'), 'the text is read');
  });

  it('[FI36] has a root of its own, with its styles in it, and Escape does not close the panel', async () => {
    const shown = await editing({ 'a.txt': 'one\n' }, 'a.txt');
    await until(() => inside(shown), 'the editor');
    const root = shown.find('code-editor').shadowRoot!;
    expect(root.adoptedStyleSheets.length).to.be.greaterThan(1);
    expect(root.querySelector('style')).to.equal(null);
    press(inside(shown)!, 'Escape');
    expect(shown.find('work-panel')).to.not.equal(null);
    button(shown, 'Done').click();
    await until(() => shown.find('.file-scroll')?.matches(':focus'), 'back to reading');
  });

  it('[FI50] is opened from the palette, and so are a search, a line and a new file', async () => {
    const shown = await showFiles({ 'a.txt': 'one\n' });
    const run = (wish: 'edit' | 'search' | 'line' | 'create' | 'find') =>
      shown.app.commands!.act({ type: 'show_work', tab: 'files', wish });
    shown.opens('a.txt', null);
    await until(() => shown.find('.file-line'), 'the file');
    run('search');
    await until(() => shown.find('file-search input')?.matches(':focus'), 'the search');
    run('line');
    await until(() => shown.find('line-jump input')?.matches(':focus'), 'the line');
    run('edit');
    await until(() => inside(shown)?.matches(':focus'), 'the editor');
    run('create');
    await until(() => shown.find('.tree-field')?.matches(':focus'), 'a new file');
    run('find');
    await until(() => shown.find('.picker-field')?.matches(':focus'), 'the finder');
    shown.app.commands!.act({ type: 'close_work' });
    await until(() => !shown.find('work-panel'), 'closed');
    run('find');
    await until(() => shown.find('.picker-field')?.matches(':focus'), 'the finder, with the panel');
  });

  it('[FI53] has the colours of the file view, and keeps them while a person types', async () => {
    await import('./code-editor.js');
    const show = (path: string, text: string) =>
      mount<CodeEditor>(html`<code-editor style="height: 400px" path=${path} .text=${text}></code-editor>`);
    const tokens = (editor: CodeEditor, kind: string) =>
      [...editor.shadowRoot!.querySelectorAll(`.tk-${kind}`)].map((each) => each.textContent);
    const short = await show('a.ts', "const a = 'x'; // note\n");
    await until(() => tokens(short, 'keyword').includes('const'), 'the colours');
    expect(tokens(short, 'comment')).to.deep.equal(['// note']);
    const colour = (selector: string) => getComputedStyle(short.shadowRoot!.querySelector(selector)!).color;
    expect(colour('.tk-keyword')).not.to.equal(colour('.cm-content'));
    short.focus();
    document.execCommand('insertText', false, 'let b;\n');
    expect(tokens(short, 'keyword')).to.include('const');
    await until(() => tokens(short, 'keyword').includes('let'), 'what was typed');
    const long = await show('b.ts', `${"export const name = 'text';\n".repeat(40_000)}// end\n`);
    await until(() => tokens(long, 'keyword').length > 5, 'the colours of a megabyte');
    expect(long.shadowRoot!.querySelectorAll('.cm-line').length).to.be.lessThan(500);
    long.goTo(40_001);
    await until(() => tokens(long, 'comment').includes('// end'), 'the colours of its end');
    const plain = await show('c.txt', 'const a = 1;\n');
    await until(() => plain.shadowRoot!.textContent!.includes('const a = 1'), 'its words');
    expect(tokens(plain, 'keyword')).to.deep.equal([]);
  });
});

import { expect } from '@open-wc/testing';
import { commandWords } from '../../commands/words.js';
import { AppRig } from '../../state/app/app.rig.js';
import { FakeServer } from '../../state/app/fake-server.rig.js';
import { until } from '../../ui/mount.rig.js';
import { ComposerRig } from './composer.rig.js';
import { composerWords } from './words.js';

const COMMANDS = [
  { name: 'plan', description: 'Make a plan' },
  { name: 'long', description: 'Talk', input: { hint: '300 fast' } },
  { name: 'clear', description: 'Forget all' },
];

/** A server with these files and a second session. */
function serverWith(...paths: string[]): AppRig {
  const server = new FakeServer('s1', 's2');
  server.app = {
    ...server.app,
    sessions: server.app.sessions.map((session) => ({
      ...session,
      title: session.id === 's2' ? 'Fix the tests' : 'Mine',
    })),
  };
  for (const path of paths) server.repo.write(path, '');
  return new AppRig(server);
}

const marked = (line: Element) => [...line.querySelectorAll('mark')].map((mark) => mark.textContent).join('');

describe('<composer-menu>', () => {
  it('[CO10] [CO11] lists files for an @, moves with the arrows and takes one with Enter', async () => {
    const rig = await ComposerRig.open({}, serverWith('src/auth.ts', 'docs/author.md'));
    const lines = await rig.menu('look at @aut');
    expect(lines).to.deep.equal(['auth.ts src', 'author.md docs']);
    await until(() => rig.active === 'auth.ts src', 'the first line to be active');
    expect(await rig.press('ArrowDown')).to.equal(false);
    await until(() => rig.active === 'author.md docs', 'the second line to be active');
    await rig.press('ArrowUp');
    await rig.press('ArrowUp');
    await until(() => rig.active === 'author.md docs', 'the last line after the first');
    await expect(rig.element).to.be.accessible();
    await rig.press('Enter');
    expect(rig.field.value).to.equal('look at @docs/author.md ');
    expect(rig.lines).to.have.length(0);
    expect(rig.field.hasAttribute('aria-activedescendant')).to.equal(false);
    expect(rig.actsOf('send_prompt')).to.deep.equal([]);
  });

  it('[CO10] asks again by itself while the files are still being listed', async () => {
    const app = serverWith();
    app.server.repo.isListed = false;
    const rig = await ComposerRig.open({}, app);
    await rig.type('@aut');
    await until(() => rig.element.shadowRoot!.querySelector('.menu-note'), 'the note');
    app.server.repo.write('src/auth.ts', '');
    await until(() => rig.lines.length === 1, 'the file');
  });

  it('[CO31] lists the files of a mention that was typed without a connection, once there is one', async () => {
    const app = serverWith('src/auth.ts');
    app.server.repo.isConnected = false;
    const rig = await ComposerRig.open({}, app);
    const menu = async () => {
      await rig.type('@aut');
      return rig.element.shadowRoot!.querySelector('composer-menu');
    };
    await until(menu, 'the menu');
    app.server.repo.isConnected = true;
    await until(() => rig.lines.length === 1, 'the file');
  });

  it('[CO12] puts the file into the words and beside them, and takes both away together', async () => {
    const rig = await ComposerRig.open({}, serverWith('a b/ü.ts'));
    await rig.menu('@ü');
    await rig.press('Tab');
    await until(() => rig.strip?.querySelector('.pill'), 'the chip');
    await rig.type('see @a b/ü.ts now');
    await rig.press('Enter');
    expect(rig.actsOf('send_prompt')[0]!.chips).to.deep.equal([{ kind: 'file', key: '@a b/ü.ts', path: 'a b/ü.ts' }]);
    await rig.app.clock.passSettled(500);
    expect(rig.app.server.callsOf('AcpBridge.prompt')[0]![2]).to.deep.equal([
      { type: 'text', text: 'see @a b/ü.ts now' },
      { type: 'resource_link', uri: 'file:///home/me/orbit/a%20b/%C3%BC.ts', name: 'a b/ü.ts' },
    ]);
    await rig.menu('@ü');
    await rig.press('Enter');
    await until(() => rig.button('Remove a b/ü.ts', rig.strip), 'the button');
    rig.button('Remove a b/ü.ts', rig.strip)!.click();
    expect(rig.app.context.composer.drafts.textFor('s1').trim()).to.equal('');
    await rig.menu('@ü');
    await rig.press('Enter');
    await rig.type('never mind');
    expect(rig.element.chips).to.deep.equal([]);
  });

  it('[CO11] closes with Escape and stays closed for that word', async () => {
    const rig = await ComposerRig.open({ status: 'running' }, serverWith('src/auth.ts'));
    await rig.menu('@a');
    await until(() => rig.active, 'an active line');
    await rig.press('Escape');
    expect(rig.lines).to.have.length(0);
    await rig.type('@au');
    expect(rig.element.shadowRoot!.querySelector('composer-menu')).to.equal(null);
    expect(rig.actsOf('session_command')).to.deep.equal([]);
    expect(await rig.menu('@au and @a')).to.deep.equal(['auth.ts src']);
  });

  it('[CO10] knows a trigger only at the beginning of a word, and a command only at the beginning', async () => {
    const rig = await ComposerRig.open({ commands: COMMANDS }, serverWith('src/auth.ts'));
    for (const text of ['me@home', 'and/or', 'see /plan', 'issue#12', '@auth done']) {
      await rig.type(text);
      expect(rig.element.shadowRoot!.querySelector('composer-menu'), text).to.equal(null);
    }
    expect(await rig.menu('see #fix')).to.deep.equal(['Fix the tests']);
    await rig.press('Enter');
    expect(rig.field.value).to.equal('see #Fix the tests ');
    expect(rig.element.chips).to.deep.equal([{ kind: 'session', key: '#s2', sessionId: 's2', title: 'Fix the tests' }]);
  });

  it('[CO13] says whose a command is, and puts the agent’s into the words', async () => {
    const rig = await ComposerRig.open({ commands: COMMANDS }, serverWith());
    const lines = await rig.menu('/');
    expect(lines).to.include('/plan Make a plan Demo agent');
    expect(lines).to.include('/long Talk · 300 fast Demo agent');
    expect(lines).to.include(`/theme ${commandWords.appearance.change} AcDeck`);
    expect(lines.filter((line) => line.startsWith('/clear'))).to.have.length(2);
    await rig.menu('/lo');
    await rig.press('Enter');
    expect(rig.field.value).to.equal('/long ');
    await rig.menu('/plan');
    await rig.press('Enter');
    expect(rig.actsOf('send_prompt').map(({ content }) => content)).to.deep.equal([[{ type: 'text', text: '/plan' }]]);
  });

  it('[CO26] shows ours among the many of an agent, also where all fit', async () => {
    const commands = Array.from({ length: 60 }, (_, n) => ({ name: `theme-${n}`, description: 'Theirs' }));
    const rig = await ComposerRig.open({ commands }, serverWith());
    const bare = await rig.menu('/');
    expect(bare.slice(0, 4).every((line) => line.endsWith('Demo agent'))).to.equal(true);
    expect(bare[4]).to.match(/AcDeck$/);
    const ours = bare.filter((line) => line.endsWith('AcDeck'));
    expect(bare.slice(4, 4 + ours.length)).to.deep.equal(ours);
    expect(await rig.menu('/theme')).to.include(`/theme ${commandWords.appearance.change} AcDeck`);
  });

  it('[CO13] [CO14] runs ours and never sends it, unless the agent has one of that name', async () => {
    const rig = await ComposerRig.open({ commands: COMMANDS }, serverWith());
    await rig.menu('/ne');
    await rig.press('Enter');
    expect(rig.actsOf('run_command')).to.deep.equal([{ type: 'run_command', commandId: 'session.new' }]);
    expect(rig.field.value).to.equal('');
    await rig.type('/rename My work');
    await rig.press('Enter');
    const renamed = { type: 'run_command', commandId: 'session.rename', argument: 'My work' };
    expect(rig.actsOf('run_command')[1]).to.deep.equal(renamed);
    await rig.type('/clear');
    await rig.press('Escape');
    await rig.press('Enter');
    expect(rig.actsOf('send_prompt')).to.have.length(1);
  });

  it('[CO14] says that a command cannot be used now, and keeps it', async () => {
    const rig = await ComposerRig.open({}, serverWith());
    await rig.type('/model');
    await rig.press('Enter');
    expect(rig.element.shadowRoot!.querySelector('.hint')?.textContent).to.contain(composerWords.unavailable('model'));
    expect(rig.field.value).to.equal('/model');
    expect(rig.actsOf('send_prompt')).to.deep.equal([]);
  });

  it('[CO15] shows the answer to the newest question only, and asks nothing for an input method', async () => {
    const rig = await ComposerRig.open({}, serverWith('alpha.ts', 'beta.ts'));
    await rig.menu('@');
    const release = rig.app.server.hold();
    await rig.type('@al');
    await rig.type('@be');
    release();
    await until(() => rig.lines.map((line) => rig.textOf(line)).join() === 'beta.ts', 'the newest answer');
    rig.field.value = '@alp';
    rig.field.dispatchEvent(new InputEvent('input', { isComposing: true, bubbles: true, composed: true }));
    expect(rig.app.server.callsOf('Repo.find_files').map(([query]) => query)).to.not.include('alp');
  });

  it('[CO36] never takes a file that does not fit the word, nor leaves the line that a person went to', async () => {
    const rig = await ComposerRig.open({}, serverWith('src/auth.ts', 'src/author.ts', 'src/authors.md'));
    await rig.menu('@auth');
    let release = rig.app.server.hold();
    await rig.type('@author');
    expect(rig.lines.map((line) => rig.textOf(line))).to.deep.equal(['author.ts src', 'authors.md src']);
    await rig.press('ArrowDown');
    release();
    await until(() => marked(rig.lines[0]!) === 'author', 'the answer');
    await until(() => rig.active === 'authors.md src', 'the line to stay active');
    release = rig.app.server.hold();
    await rig.type('@authorz');
    expect(rig.lines).to.have.length(0);
    expect(await rig.press('Enter')).to.equal(false);
    release();
    await until(() => rig.element.shadowRoot!.querySelector('.menu-note'), 'the answer that there is none');
    expect([rig.field.value, rig.actsOf('send_prompt')]).to.deep.equal(['@authorz', []]);
    await rig.press('Enter');
    expect(rig.actsOf('send_prompt')).to.have.length(1);
  });

  it('[CO37] stays open, with the caret where it is, when the session comes', async () => {
    const rig = await ComposerRig.open({ sessionId: null }, serverWith('alpha.ts'));
    await rig.menu('@al');
    rig.element.sessionId = 's1';
    await rig.element.updateComplete;
    expect(rig.lines.map((line) => rig.textOf(line))).to.deep.equal(['alpha.ts']);
    await rig.press('Enter');
    expect(rig.field.value).to.equal('@alpha.ts ');
    rig.element.sessionId = 's2';
    await rig.element.updateComplete;
    await rig.menu('@al');
    rig.element.sessionId = 's1';
    await rig.element.updateComplete;
    expect(rig.lines).to.have.length(0);
  });

  it('[CO15] [CO21] asks when the input method is done, and not for words that were brought back', async () => {
    const rig = await ComposerRig.open({ past: () => ['/plan'], commands: COMMANDS }, serverWith('にほ.ts'));
    await rig.press('ArrowUp');
    rig.field.dispatchEvent(new KeyboardEvent('keyup', { key: 'ArrowUp', bubbles: true }));
    await rig.element.updateComplete;
    expect(rig.field.value).to.equal('/plan');
    expect(rig.element.shadowRoot!.querySelector('composer-menu')).to.equal(null);
    rig.field.value = '@に';
    rig.field.setSelectionRange(2, 2);
    rig.field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, composed: true }));
    await until(() => rig.lines.length === 1, 'the file');
  });

  it('[CO11] takes a line by touch or mouse', async () => {
    const rig = await ComposerRig.open({}, serverWith('alpha.ts', 'beta.ts'));
    await rig.menu('@');
    rig.lines[1]!.click();
    await rig.element.updateComplete;
    expect(rig.field.value).to.equal('@beta.ts ');
  });

  it('[CO10] [U50] shows hostile names as words', async () => {
    const rig = await ComposerRig.open({}, serverWith('<img src=x onerror=alert(1)>.ts', 'a\u202Ets.exe'));
    expect((await rig.menu('@')).join(' '))
      .to.contain('<img src=x onerror=alert(1)>.ts')
      .and.to.contain('⟨U+202E⟩');
    expect(rig.element.shadowRoot!.querySelector('composer-menu img')).to.equal(null);
  });
});

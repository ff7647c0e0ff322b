import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { NO_AGENT, TestHome } from './acdeck.rig.js';

/** The one sentence that it ended with, for programs too if they asked; nothing else was said, and nothing is left. */
async function refusal(home: TestHome, args: string[]): Promise<string> {
  const acdeck = home.acdeck(args);
  assert.equal(await acdeck.ended, 2, `${args.join(' ')}: ${acdeck.stderr}`);
  assert.match(acdeck.stderr, /^acdeck: [^\n]+\.\n$/);
  const message = acdeck.stderr.slice('acdeck: '.length, -1);
  const line = `${JSON.stringify({ event: 'failed', stage: 'start', message })}\n`;
  assert.equal(acdeck.stdout, args.includes('--json') ? line : '');
  assert.equal(existsSync(home.path('data')), false, 'nothing was started');
  return acdeck.stderr;
}

describe('acdeck', () => {
  it('[C2] refuses what it does not understand, with one sentence and exit code 2', async (t) => {
    const home = new TestHome(t);
    for (const args of [['--bogus'], ['--port'], ['--json=1'], ['--agent', '--json']]) await refusal(home, args);
    assert.match(await refusal(home, ['a', 'b']), /one folder/);
  });

  it('[C3] refuses a folder that is not there or is a file', async (t) => {
    const home = new TestHome(t);
    assert.match(await refusal(home, ['gone', '--json']), /The folder gone doesn't exist/);
    writeFileSync(home.path('file'), '');
    assert.match(await refusal(home, ['file']), /is a file, not a folder/);
  });

  it('[C4] refuses settings that are missing, unreadable or wrong, and names the line', async (t) => {
    const home = new TestHome(t);
    assert.match(await refusal(home, ['--config', 'gone.yaml']), /gone.yaml: This file doesn't exist/);
    mkdirSync(home.path('dir.yaml'));
    assert.match(await refusal(home, ['--config', 'dir.yaml']), /not a file/);
    writeFileSync(home.path('bad.yaml'), 'theme: dark\nfont: big\n');
    assert.match(await refusal(home, ['--config', 'bad.yaml']), /bad\.yaml, line 2: There is no setting called "font"/);
    mkdirSync(home.path('config', 'acdeck'), { recursive: true });
    writeFileSync(home.path('config', 'acdeck', 'config.yaml'), 'agent: nobody-at-all\n');
    assert.match(await refusal(home, []), /nobody-at-all/);
  });

  it('[C5] refuses a port out of range', async (t) => {
    const home = new TestHome(t);
    assert.match(await refusal(home, ['--port', '65536']), /65536/);
    assert.match(await refusal(home, ['--port', '-1']), /-1/);
  });

  it('[C6] refuses a data directory that cannot be one', async (t) => {
    const home = new TestHome(t);
    writeFileSync(home.path('file'), '');
    assert.match(await refusal(home, ['--data-dir', 'file']), /it is a file/);
    mkdirSync(home.path('shared'));
    writeFileSync(home.path('shared', 'x'), '');
    chmodSync(home.path('shared'), 0o777);
    assert.match(await refusal(home, ['--data-dir', 'shared']), /Other users can write/);
  });

  it('[C7] refuses an agent that is neither known nor a program, and says which are', async (t) => {
    const home = new TestHome(t);
    assert.match(await refusal(home, ['--agent', 'nobody-at-all']), /copilot.*demo/);
  });

  it('[C9] refuses half a command line', async (t) => {
    const home = new TestHome(t);
    assert.match(await refusal(home, ['--agent', "agent 'x"]), /unmatched/);
  });

  it('[C10] prints help and version, and nothing else', async (t) => {
    const home = new TestHome(t);
    const help = home.acdeck(['--help']);
    const version = home.acdeck(['-v']);
    assert.deepEqual([await help.ended, await version.ended], [0, 0]);
    assert.match(help.stdout, /^Usage: acdeck \[folder\][\s\S]*18080[\s\S]*--data-dir/);
    assert.match(version.stdout, /^\d+\.\d+\.\d+( \([0-9a-f]{8}\))?\n$/);
    assert.equal(help.stderr + version.stderr, '');
  });

  it('[C11] says that Windows is not supported yet', async (t) => {
    const pretend = 'data:text/javascript,Object.defineProperty(process,"platform",{value:"win32"})';
    const acdeck = new TestHome(t).acdeck([], { node: ['--import', pretend] });
    assert.equal(await acdeck.ended, 1);
    assert.match(acdeck.stderr, /^acdeck: AcDeck doesn't support Windows yet[^\n]*\n$/);
  });

  it('[C16] [C23] prints the address for people, and what it tells is safe in a terminal', async (t) => {
    const home = new TestHome(t);
    const acdeck = home.acdeck([home.folder('odd\x1b[31m\nname'), '--no-open', '--port', '0', '--agent', NO_AGENT]);
    await acdeck.until(() => /was not found/.test(acdeck.stderr));
    assert.match(acdeck.stdout, /AcDeck \d.*\n\n {2}➜ {2}http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}\n/);
    assert.doesNotMatch(acdeck.stderr, /token=/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is the point
    assert.doesNotMatch(acdeck.stdout + acdeck.stderr, /\x1b/);
  });

  it('[C8] runs a command line without a shell', async (t) => {
    const home = new TestHome(t);
    writeFileSync(home.path('agent.sh'), '#!/bin/sh\nfor word in "$@"; do echo "<$word>"; done > "$HOME/words"\n');
    chmodSync(home.path('agent.sh'), 0o755);
    const server = home.server(['--agent', `./agent.sh 'two words' "$HOME;id" a\\ b ''`]);
    await server.line('failed');
    assert.equal(readFileSync(home.path('words'), 'utf8'), '<two words>\n<$HOME;id>\n<a b>\n<>\n');
  });

  it('[C4] starts without a settings file, and keeps to the one that is given', async (t) => {
    const home = new TestHome(t);
    writeFileSync(home.path('my.yaml'), `# mine\nagent: ${NO_AGENT}\nport: 0\nopen: false\n`);
    const acdeck = home.acdeck([home.folder(), '--json', '--config', 'my.yaml']);
    const { message } = await acdeck.line('failed');
    assert.match(String(message), /agent.*not/);
    assert.equal(acdeck.stderr, '');
  });
});

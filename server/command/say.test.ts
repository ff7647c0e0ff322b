import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { helpText } from './help-text.js';
import { lineLog } from './log.js';
import { hasScreen } from './open-browser.js';
import { printable } from './printable.js';
import { reporterForPeople, reporterForPrograms } from './reporter.js';

describe('what the command says', () => {
  it('[C23] holds nothing that moves the cursor or turns the text around', () => {
    assert.equal(printable('a\x1b[2Jb\u202ec\r\nd\x9b'), 'a\ufffd[2Jb\ufffdc  d\ufffd');
    assert.equal(printable('Żółw 🐢 /home/ü'), 'Żółw 🐢 /home/ü');
  });

  it('[C22] never holds a secret that was hidden, in any line', () => {
    const lines: string[] = [];
    const log = lineLog((text) => lines.push(text), { verbose: true });
    log.hide('s3cret-words');
    log.say('see http://127.0.0.1/#here=s3cret-words');
    log.detail('s3cret-words s3cret-words');
    assert.deepEqual(lines, ['acdeck: see http://127.0.0.1/#here=[hidden]\n', 'acdeck: [hidden] [hidden]\n']);
  });

  it('[DG1] has details only with --verbose', () => {
    for (const verbose of [false, true]) {
      const lines: string[] = [];
      const log = lineLog((text) => lines.push(text), { verbose });
      log.say('said');
      log.detail('a detail');
      assert.deepEqual(lines, ['acdeck: said\n', ...(verbose ? ['acdeck: a detail\n'] : [])]);
    }
  });

  it('[C16] [C23] is the address on stdout, and everything else on stderr', () => {
    const [out, err]: [string[], string[]] = [[], []];
    const about = { version: '1.2.3', folder: '/a\x1bb' };
    const reporter = reporterForPeople({ out: (text) => out.push(text), err: (text) => err.push(text) }, about);
    reporter.listening({ url: 'http://127.0.0.1:1/#token=t', port: 1, pid: 2 });
    assert.match(out.join(''), /AcDeck 1\.2\.3.*http:\/\/127\.0\.0\.1:1\/#token=t/s);
    const address = out.splice(0).join('');
    reporter.startup({ stage: 'agent', detail: { agent: 'Demo\x07' }, percent: 40 });
    reporter.ready({ id: 'demo', name: 'Demo' });
    reporter.failed({ stage: 'initialize', message: 'It failed' });
    const command = { id: 'x', name: 'X', command: './x --acp' };
    reporter.untrusted('/a', { state: 'asked', fingerprint: 'f', isChanged: false, agents: [command], mcpServers: [] });
    assert.deepEqual(out, []);
    const told = err.join('');
    for (const words of ['Starting', 'Demo is ready', 'It failed', './x --acp']) assert.ok(told.includes(words), words);
    assert.doesNotMatch(told, /token=/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is the point
    assert.doesNotMatch(address + told, /[\x07\x1b]/);
  });

  it('[C17] is one JSON object per line for programs', () => {
    const out: string[] = [];
    const reporter = reporterForPrograms((text) => out.push(text));
    const step = { stage: 'agent' as const, detail: { agent: 'Two\nlines' }, percent: 40 };
    reporter.listening({ url: 'u', port: 1, pid: 2 });
    reporter.startup(step);
    reporter.ready({ id: 'demo', name: 'Demo' });
    reporter.failed({ stage: 'initialize', message: 'Two\nlines' });
    assert.deepEqual(
      out.map((line) => [line.split('\n').length, JSON.parse(line)]),
      [
        [2, { event: 'listening', url: 'u', port: 1, pid: 2 }],
        [2, { event: 'startup', stage: 'agent', message: 'Starting Two\nlines', percent: 40 }],
        [2, { event: 'ready', agent: 'demo' }],
        [2, { event: 'failed', stage: 'initialize', message: 'Two\nlines' }],
      ],
    );
  });

  it('[C10] describes every option in its help', () => {
    const help = helpText({ dataDir: '/data', configFile: '/config' });
    const names = ['agent', 'port', 'no-open', 'data-dir', 'config', 'verbose', 'json', 'version', 'help'];
    assert.deepEqual(
      names.filter((name) => !help.includes(`--${name} `)),
      [],
    );
    assert.ok(help.split('\n').every((line) => line.length <= 100));
  });

  it('[C21] does not try a browser where there is no screen', () => {
    assert.equal(hasScreen('linux', {}), false);
    assert.equal(hasScreen('linux', { DISPLAY: '' }), false);
    assert.deepEqual(
      [{ DISPLAY: ':0' }, { WAYLAND_DISPLAY: 'w' }, { BROWSER: 'x' }].map((env) => hasScreen('linux', env)),
      [true, true, true],
    );
    assert.equal(hasScreen('darwin', {}), true);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CommandOptions, parseCommand } from './command-options.js';
import { UsageError } from './usage-error.js';

function options(...args: string[]): CommandOptions {
  const command = parseCommand(args);
  assert.equal(command.kind, 'start');
  return command.options;
}

const nothingSaid: CommandOptions = {
  folder: '.',
  agent: null,
  port: null,
  open: null,
  dataDir: null,
  config: null,
  addDirs: [],
  verbose: false,
  json: false,
};

describe('parseCommand', () => {
  it('[C1] takes the current folder, or one that is named', () => {
    assert.deepEqual(options(), nothingSaid);
    assert.deepEqual(options('--', '--odd'), { ...nothingSaid, folder: '--odd' });
    assert.throws(() => options('a', 'b'), UsageError);
    assert.throws(() => options(''), UsageError);
  });

  it('[C2] reads every option, in either spelling', () => {
    const args = '--port 0 --no-open --data-dir d --config c --verbose --json shop'.split(' ');
    const few = options('--add-dir', '/a', '--add-dir=b').addDirs;
    assert.deepEqual(few, ['/a', 'b']);
    const wanted = { addDirs: [], folder: 'shop', agent: 'x --acp', port: 0, open: false, dataDir: 'd', config: 'c' };
    assert.deepEqual(options('--agent', 'x --acp', ...args), { ...wanted, verbose: true, json: true });
    assert.deepEqual(options('--port=8080', '--agent=demo'), { ...nothingSaid, port: 8080, agent: 'demo' });
  });

  it('[C2] refuses what it does not know, in one line', () => {
    const bad = ['--bogus', '-x', '-vx', '--open', '--port', '--agent=', '--json=yes', '--agent --json', '--no-json'];
    for (const line of bad) assert.throws(() => parseCommand(line.split(' ')), oneSentence, line);
  });

  it('[C5] refuses what is not a port', () => {
    for (const port of ['65536', '-1', '80.5', '1e3', '0x50', 'http', '٣', ' 80', '99999', '6000', '']) {
      assert.throws(() => parseCommand([`--port=${port}`]), oneSentence, port);
    }
    assert.equal(options('--port', '65535').port, 65_535);
  });

  it('[C10] knows when it is asked for help or the version', () => {
    assert.deepEqual(parseCommand(['-h']), { kind: 'help' });
    assert.deepEqual(parseCommand(['here', '--version']), { kind: 'version' });
  });
});

function oneSentence(error: unknown): boolean {
  return error instanceof UsageError && /^[^\n]+\.$/.test(error.message);
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSources } from '../../specs/read-sources.js';

/** Who starts programs, and why not by `runProgram`. */
const STARTERS = [
  // The one way.
  'server/processes/run-program.ts',
  // What it rests on.
  'server/processes/process-table.ts',
  'server/processes/watchdog.ts',
  // Asks the system who connects, as the process table does.
  'server/processes/process-chain.ts',
  // Makes an orphan, to see who takes it in.
  'server/processes/trace-to-person.ts',
  // Agents and terminals, which run on and are spoken with.
  'server/agents/process/agent-process.ts',
  'server/agents/terminals/terminal.ts',
  'server/demo/scenes/shell.ts',
  // Starts the server itself, for a program that found none.
  'server/client/reach-deck.ts',
  // Reads what may need more memory than there is.
  'server/imports/read-apart.ts',
  // Before there is a server.
  'server/command/page-folder.ts',
  'server/command/process-identity.ts',
];

describe('programs', () => {
  it('[GT6] are started in few places, and git in one', async () => {
    const isShipped = (path: string) => path.endsWith('.ts') && !/\.(test|rig)\.ts$/.test(path);
    const sources = await readSources(['server'], isShipped);
    const starters = sources.filter(({ text }) => text.includes("'node:child_process'")).map(({ path }) => path);
    assert.deepEqual(starters.sort(), [...STARTERS].sort());
    const gits = sources.filter(({ text }) => /command: 'git'|\(\s*'git',\s*\[/.test(text)).map(({ path }) => path);
    assert.deepEqual(gits, ['server/git/git-runner.ts']);
  });
});

#!/usr/bin/env node
import { type CommandLine, parseCommand } from './command/command-options.js';
import { helpText } from './command/help-text.js';
import { isBridge, runBridge } from './command/mcp-bridge.js';
import { defaultPlaces } from './command/places.js';
import { unsupported } from './command/platform.js';
import { printable } from './command/printable.js';
import { UsageError } from './command/usage-error.js';
import { versionText } from './command/version.js';

async function perform(command: CommandLine): Promise<void> {
  if (command.kind === 'help') process.stdout.write(helpText(defaultPlaces()));
  if (command.kind === 'version') process.stdout.write(`${versionText()}\n`);
  if (command.kind === 'client') {
    const { runClient } = await import('./client/run-client.js');
    // What is still on its way to a pipe is written first.
    process.exitCode = await runClient(command.name, command.args);
    await flushed();
    process.exit();
  }
  if (command.kind !== 'start') return;
  // Loaded now, so that a question or a mistake is answered at once.
  const { start } = await import('./start/start.js');
  await start(command.options);
}

function flushed(): Promise<unknown> {
  const streams = [process.stdout, process.stderr];
  return Promise.all(streams.map((stream) => new Promise((resolve) => stream.write('', resolve))));
}

async function main(): Promise<void> {
  // Anyone who read our output may be gone; that is no reason to stop serving tabs.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const reason = unsupported(process.platform, process.versions.node);
  if (reason) return fail(reason, 1);
  if (isBridge(process.argv.slice(2), process.env)) return runBridge(process.env);
  try {
    await perform(parseCommand(process.argv.slice(2)));
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error), error instanceof UsageError ? 2 : 1);
  }
}

/** Ends the process too: what a failed start had begun has been ended before. */
function fail(message: string, code: number): void {
  const sentence = printable(message);
  const isForPrograms = process.argv.includes('--json');
  if (isForPrograms)
    process.stdout.write(`${JSON.stringify({ event: 'failed', stage: 'start', message: sentence })}\n`);
  process.stderr.write(`acdeck: ${sentence}\n`);
  process.exit(code);
}

await main();

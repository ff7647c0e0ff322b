#!/usr/bin/env node
import { type Command, parseCommand } from './command/command-options.js';
import { helpText } from './command/help-text.js';
import { defaultPlaces } from './command/places.js';
import { unsupported } from './command/platform.js';
import { printable } from './command/printable.js';
import { UsageError } from './command/usage-error.js';
import { versionText } from './command/version.js';

async function perform(command: Command): Promise<void> {
  if (command.kind === 'help') process.stdout.write(helpText(defaultPlaces()));
  if (command.kind === 'version') process.stdout.write(`${versionText()}\n`);
  if (command.kind !== 'start') return;
  // Loaded now, so that a question or a mistake is answered at once.
  const { start } = await import('./start.js');
  await start(command.options);
}

async function main(): Promise<void> {
  // Whoever read our output may be gone; that is no reason to stop serving tabs.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const reason = unsupported(process.platform, process.versions.node);
  if (reason) return fail(reason, 1);
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

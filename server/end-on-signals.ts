import type { Log } from './command/log.js';
import type { Shutdown } from './command/shutdown.js';

/** What a shell makes of a process that a signal ended. */
const SIGNAL_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** npm passes on the Ctrl-C that the terminal has sent us already; a person does not press so fast. */
const ECHO_MS = process.env.npm_lifecycle_event ? 500 : 0;

/** Ends the process well: on a signal, and on an error that nobody caught. */
export function endOnSignals(shutdown: Shutdown, log: Log): void {
  let firstAt = 0;
  const end = (code: number) => void shutdown.run().then(() => process.exit(code));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Without a terminal to lose, a hangup is nohup's to ignore.
    if (signal === 'SIGHUP' && !process.stdout.isTTY) continue;
    process.on(signal, () => {
      if (shutdown.hasBegun && performance.now() - firstAt >= ECHO_MS) process.exit(SIGNAL_CODES[signal]);
      if (shutdown.hasBegun) return;
      firstAt = performance.now();
      log.say('Stopping. Press Ctrl-C again to stop at once.');
      end(0);
    });
  }
  const onUncaught = (error: unknown) => {
    log.say(`AcDeck met an error of its own and stops: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof Error && error.stack) log.detail(error.stack);
    end(1);
  };
  process.on('uncaughtException', onUncaught);
  process.on('unhandledRejection', onUncaught);
}

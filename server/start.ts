import { openableAddress, printedAddress } from './command/address.js';
import type { CommandOptions } from './command/command-options.js';
import { type Log, lineLog } from './command/log.js';
import { openBrowser } from './command/open-browser.js';
import { printable } from './command/printable.js';
import { type Reporter, reporterForPeople, reporterForPrograms } from './command/reporter.js';
import { Shutdown } from './command/shutdown.js';
import { versionText } from './command/version.js';
import { chooseNamespaces, debug, NAMESPACES, namespacesOf, since } from './diagnostics/debug.js';
import { hideSecretsOf } from './diagnostics/redact-text.js';
import { debugSink, serverLog } from './diagnostics/server-log.js';
import { endOnSignals } from './end-on-signals.js';
import type { Start } from './serve-app.js';
import { planStart, type StartPlan } from './start-plan.js';
import { type Taken, takeFolder } from './take-folder.js';

const out = (text: string) => void process.stdout.write(text);
const err = (text: string) => void process.stderr.write(text);

/** Does what `acdeck` was asked for: becomes the server of the folder, or shows the one that is. */
export async function start(options: CommandOptions): Promise<void> {
  hideSecretsOf(process.env);
  const chosen = options.verbose ? new Set(NAMESPACES) : namespacesOf(process.env.DEBUG);
  chooseNamespaces(
    chosen,
    debugSink((text) => err(`${printable(text.trimEnd())}\n`)),
  );
  const plan = await planStart(options);
  const keep = (kind: string, text: string) => void serverLog.push(kind, text);
  const log = lineLog(err, { verbose: options.verbose, keep });
  debug.server?.(`Node ${process.version} on ${process.platform}, folder ${plan.folder}, data in ${plan.dataDir}`);
  const version = versionText();
  const reporter = options.json
    ? reporterForPrograms(out)
    : reporterForPeople({ out, err }, { version, folder: plan.folder });
  const taken = await takeFolder(plan.dataDir, plan.folder);
  if (taken.kind === 'answers') return showRunning({ taken, options, plan, log, reporter });
  const shutdown = new Shutdown(log.say);
  endOnSignals(shutdown, log);
  shutdown.add('the lock of the folder', () => taken.lock.release());
  try {
    await run({ plan, version, log, reporter, shutdown }, taken.lock);
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

type Lock = Extract<Taken, { kind: 'owned' }>['lock'];

async function run(start: Start, lock: Lock): Promise<void> {
  const { plan, log, reporter } = start;
  // Loaded now: a start that is refused or not needed is over before.
  const { serveApp } = await import('./serve-app.js');
  const served = await serveApp(start);
  const { port, launchToken: token } = served.server;
  debug.timing?.(`listening on port ${port}, ${since(0)} after the process began`);
  lock.publish({ port, token });
  reporter.listening({ url: printedAddress(port, token), port, pid: process.pid });
  const { view } = plan.trust;
  if (view && view.state !== 'trusted') reporter.untrusted(plan.folder, view);
  served.progress.reach('server', `Listening on port ${port}`);
  if (plan.open) void showInBrowser(openableAddress(port, served.server.mintTicket()), log);
  const { startAgents } = await import('./start-agents.js');
  await startAgents(start, served);
}

async function showInBrowser(address: string, log: Log): Promise<void> {
  if (!(await openBrowser(address))) log.say('No browser could be opened here: open the address yourself.');
}

interface SecondStart {
  taken: Extract<Taken, { kind: 'answers' }>;
  options: CommandOptions;
  plan: StartPlan;
  log: Log;
  reporter: Reporter;
}

async function showRunning({ taken, options, plan, log, reporter }: SecondStart): Promise<void> {
  const { address, openable } = taken;
  log.say(`AcDeck already runs in this folder (process ${address.pid}); this is its address.`);
  const ignored = (['agent', 'port', 'config'] as const).filter((name) => options[name] !== null);
  if (ignored.length > 0) log.say(`It keeps its own --${ignored.join(', --')}; stop it first to change that.`);
  reporter.listening(address);
  if (plan.open) await showInBrowser(openable, log);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { printedAddress } from '../command/address.js';
import type { CommandOptions } from '../command/command-options.js';
import { FolderLock } from '../command/folder-lock.js';
import { type Log, lineLog } from '../command/log.js';
import { openBrowser } from '../command/open-browser.js';
import { printable } from '../command/printable.js';
import { type Reporter, reporterForPeople, reporterForPrograms } from '../command/reporter.js';
import { type Reached, reachRunningServer, refusalText } from '../command/running-server.js';
import { ENDS_WITH_CALLER, Shutdown } from '../command/shutdown.js';
import { versionText } from '../command/version.js';
import { chooseNamespaces, debug, NAMESPACES, namespacesOf, since } from '../diagnostics/debug.js';
import { hideSecretsOf } from '../diagnostics/redact-text.js';
import { debugSink, serverLog } from '../diagnostics/server-log.js';
import type { LateCallers } from './late-callers.js';
import type { Start } from './serve-app.js';
import { planStart, type StartPlan } from './start-plan.js';

const STAND_BACK_MS = 25;

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
  // Most of it is on its way while the folder is taken.
  void import('./serve-app.js').catch(() => {});
  const onWaiting = () => log.say('Waiting for someone to choose Allow in the page of the running AcDeck.');
  const taken = await takeFolder(plan.dataDir, plan.folder, { onWaiting });
  if (taken.kind === 'answers') return showRunning({ taken, options, plan, log, reporter });
  const shutdown = new Shutdown(log.say);
  endOnSignals(shutdown, log);
  shutdown.add('the lock of the folder', () => taken.lock.release());
  const callerGone = endWithCaller(shutdown);
  try {
    await run({ plan, version, log, reporter, shutdown }, taken.lock, callerGone);
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

type Lock = Extract<Taken, { kind: 'owned' }>['lock'];

async function run(start: Start, lock: Lock, callerGone: CallerGone): Promise<void> {
  const { plan, log, reporter } = start;
  // Loaded now: a start that is refused or not needed is over before.
  const { serveApp } = await import('./serve-app.js');
  const served = await serveApp(start);
  const { server, callers: tabs, door } = served;
  const { port } = server;
  debug.timing?.(`listening on port ${port}, ${since(0)} after the process began`);
  const announce = () => reporter.listening({ url: printedAddress(port, server.launchToken), port, pid: process.pid });
  lock.publish({ port, socket: served.channel.path });
  announce();
  callerGone(() => served.programs.desk.whenEmpty());
  door.attach({ server, tabs, programs: served.programs, announce });
  const { view } = plan.trust;
  if (view && view.state !== 'trusted') reporter.untrusted(plan.folder, view);
  served.progress.reach('server', { port });
  if (plan.open) void showInBrowser(() => server.writeSignInPage(), log);
  void served.firstVisit.painted().then(() => loadCallers(tabs, log));
  // Anyone who has waited for the address has the page before the thread is busy with agents.
  await served.firstVisit.over();
  await sleep(STAND_BACK_MS);
  if (start.shutdown.hasBegun) return;
  const { startAgents } = await import('./start-agents.js');
  await startAgents(start, served);
}

/** Nobody has to wait for it then; a tab that comes tries again what has failed here. */
async function loadCallers(callers: LateCallers, log: Log): Promise<void> {
  try {
    await callers.arrive();
  } catch (error) {
    log.say(`What answers tabs couldn't be loaded: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function showInBrowser(writePage: () => Promise<string>, log: Log): Promise<void> {
  if (!(await openBrowser(writePage))) log.say("Couldn't open a browser. Open the address yourself.");
}

interface SecondStart {
  taken: Extract<Taken, { kind: 'answers' }>;
  options: CommandOptions;
  plan: StartPlan;
  log: Log;
  reporter: Reporter;
}

async function showRunning({ taken, options, plan, log, reporter }: SecondStart): Promise<void> {
  const { url, port, pid, page } = taken.given;
  log.say(`AcDeck is already running in this folder (process ${pid}). This is its address:`);
  const ignored = (['agent', 'port', 'config'] as const).filter((name) => options[name] !== null);
  if (ignored.length > 0) log.say(`It keeps its own --${ignored.join(', --')}. Stop it first to change that.`);
  reporter.listening({ url, port, pid });
  if (plan.open) await showInBrowser(async () => page, log);
}

/** What a shell makes of a process that a signal ended. */
const SIGNAL_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** npm passes on the Ctrl-C that the terminal has sent us already; a person does not press so fast. */
const ECHO_MS = process.env.npm_lifecycle_event ? 500 : 0;

/** Ends the process well: on a signal, and on an error that nobody caught. */
function endOnSignals(shutdown: Shutdown, log: Log): void {
  let firstAt = 0;
  const end = (code: number) => void shutdown.run().then(() => process.exit(code));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Without a terminal to lose, a hangup is nohup's to ignore.
    if (signal === 'SIGHUP' && !process.stdout.isTTY) continue;
    process.on(signal, () => {
      if (shutdown.hasBegun && performance.now() - firstAt >= ECHO_MS) process.exit(SIGNAL_CODES[signal]);
      if (shutdown.hasBegun) return;
      firstAt = performance.now();
      log.say('Stopping. Press Ctrl-C again to stop immediately.');
      end(0);
    });
  }
  const onUncaught = (error: unknown) => {
    log.say(`AcDeck stopped because of an internal error: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof Error && error.stack) log.detail(error.stack);
    end(1);
  };
  process.on('uncaughtException', onUncaught);
  process.on('unhandledRejection', onUncaught);
}

/** Takes what has to be waited for once the caller is gone. */
type CallerGone = (whenDone: () => Promise<void>) => void;

/** A server for one call ends when its caller does, which closes our input, and when no other program is inside any more. */
function endWithCaller(shutdown: Shutdown): CallerGone {
  if (process.env[ENDS_WITH_CALLER] !== '1') return () => {};
  let whenDone = () => Promise.resolve();
  process.stdin.resume().once('close', () => {
    void whenDone()
      .then(() => shutdown.run())
      .then(() => process.exit(0));
  });
  return (given) => {
    whenDone = given;
  };
}

/** The folder is ours, or a running server has it and answers. */
type Taken = { kind: 'owned'; lock: FolderLock } | Extract<Reached<'browser'>, { kind: 'answers' }>;

/** Becomes the server of a folder, or finds the one that is. */
export async function takeFolder(
  dataDir: string,
  folder: string,
  around: { patienceMs?: number; onWaiting?: () => void } = {},
): Promise<Taken> {
  for (;;) {
    const outcome = FolderLock.acquire(dataDir, folder);
    if (outcome.kind === 'owned') return outcome;
    const owner = () => FolderLock.ownerOf(dataDir, folder);
    const reached = await reachRunningServer(owner, { want: 'browser', ...around });
    if (reached.kind === 'answers') return reached;
    if (reached.kind === 'refused') throw new Error(refusalText(reached.reason));
    if (reached.kind === 'silent') {
      throw new Error(
        `AcDeck is already running in ${folder} (process ${reached.pid}) but doesn't answer. End that process and try again.`,
      );
    }
  }
}

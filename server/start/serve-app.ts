import { basename, join } from 'node:path';
import { CUSTOM_AGENT_ID } from '../agents/catalog/catalog.js';
import type { ChannelServer } from '../channel/channel-server.js';
import { findServer } from '../command/find-server.js';
import { DEFAULT_PORT, listenOnFreePort } from '../command/free-port.js';
import { isHeldByOthers } from '../command/last-port.js';
import type { Log } from '../command/log.js';
import { pageFolder } from '../command/page-folder.js';
import type { Reporter } from '../command/reporter.js';
import type { Shutdown } from '../command/shutdown.js';
import { PACKAGE_ROOT } from '../command/version.js';
import { Delegations } from '../delegation/delegations.js';
import { PersonQuestions } from '../delegation/person-questions.js';
import { AppServer } from '../http/app-server.js';
import type { Assets } from '../http/assets.js';
import { builtAssets } from '../http/built-assets.js';
import { DeviceLives } from '../http/door/device-lives.js';
import { ServerIdentity } from '../http/door/server-identity.js';
import { SignInPages } from '../http/door/sign-in-pages.js';
import { PromptFiles } from '../http/uploads/prompt-files.js';
import { UploadStore } from '../http/uploads/upload-store.js';
import { SessionTools } from '../mcp/session-tools.js';
import { ProcessGuard } from '../processes/process-guard.js';
import type { ScriptTokens } from '../programs/script-tokens.js';
import type { AppState } from '../protocol/api/app-state.js';
import { MAIN_ROOT } from '../protocol/api/changes.js';
import { DOOR } from '../protocol/api/door.js';
import { backgroundClock, systemClock } from '../protocol/clock.js';
import { ProjectFiles } from '../repo/project-files.js';
import { ProjectRepo } from '../repo/project-repo.js';
import { AppAnswers } from '../rpc/app-answers.js';
import { LogRequests } from '../rpc/log-requests.js';
import { judgeWith } from '../rules/rule-judge.js';
import type { Act } from '../sessions/log/act.js';
import { AppLog } from '../sessions/log/app-log.js';
import { CommandLedger } from '../sessions/log/command-ledger.js';
import { SessionRegistry } from '../sessions/registry/session-registry.js';
import type { EventStore, FolderFacts } from '../sessions/store/event-store.js';
import { openStore } from '../sessions/store/open-store.js';
import type { Config } from '../settings/config.js';
import { loadFolderParser } from '../settings/folder-config.js';
import type { SettingsFile } from '../settings/settings-file.js';
import { SettingsFiles } from '../settings/settings-files.js';
import { AgentChoices } from './agent-choices.js';
import { type AgentChoice, chooseAgent } from './choose-agent.js';
import { DoorKeeper } from './door-keeper.js';
import { FirstVisit } from './first-visit.js';
import { HostDesk } from './host-desk.js';
import { LateAgents } from './late-agents.js';
import { LateCallers } from './late-callers.js';
import { LateShell } from './late-shell.js';
import { LateTerminals } from './late-terminals.js';
import { ownProgram } from './own-program.js';
import { openChannel, Programs } from './programs.js';
import { SignInRelay } from './sign-in-relay.js';
import { ownPlaces, type StartPlan } from './start-plan.js';
import { StartupProgress } from './startup-progress.js';

/** What a start has at hand. */
export interface Start {
  readonly plan: StartPlan;
  readonly version: string;
  readonly log: Log;
  readonly reporter: Reporter;
  readonly shutdown: Shutdown;
}

/** The app as it serves tabs, before any agent runs. */
export interface ServedApp {
  readonly server: AppServer;
  readonly app: AppLog;
  readonly sessions: SessionRegistry;
  readonly agents: LateAgents;
  readonly agentChoices: AgentChoices;
  readonly choice: AgentChoice;
  readonly progress: StartupProgress;
  readonly uploads: UploadStore;
  readonly signIn: SignInRelay;
  readonly callers: LateCallers;
  readonly door: DoorKeeper;
  readonly channel: ChannelServer;
  readonly programs: Programs;
  readonly firstVisit: FirstVisit;
  readonly tools: SessionTools;
  readonly guard: ProcessGuard;
}

/** The fast part of a start: everything that a page needs, listening, without an agent. */
export async function serveApp(start: Start): Promise<ServedApp> {
  const { plan, log, shutdown } = start;
  const assets = await loadAssets();
  const { store, mending } = openStore(plan.dataDir);
  shutdown.add('the store', () => store.close());
  const guard = new ProcessGuard(join(plan.dataDir, 'processes'));
  // After all that starts any, and in time even if one of them hangs.
  shutdown.add('the processes', () => endProcesses(guard, log), PROCESSES_MS);
  const { folder, trust } = plan;
  const around = { known: plan.known(), folder, path: process.env.PATH, env: process.env, wanted: trust.wantedAgent };
  const choice = chooseAgent(plan.asked, lastAgent(store, plan.folder), around);
  const app = new AppLog(firstState(plan, choice), { settings: plan.settings.get() });
  const agents = new LateAgents();
  shutdown.add('the agents', () => agents.stopAll());
  const shell = new LateShell({ guard, settings: plan.settings });
  shutdown.add('the commands', () => shell.stopAll());
  const terminals = new LateTerminals({ guard, settings: plan.settings, app });
  shutdown.add('the terminals', () => terminals.stopAll());
  const memory = store.folders;
  const lives = new DeviceLives({ store: store.devices, folder, now: () => backgroundClock.now(), memory });
  const uploads = uploadsIn(plan, store, () => lives.sureNow());
  const parts = { store, app, agents, shell, uploads: new PromptFiles(uploads), judge: judgeWith(ownPlaces(plan)) };
  const sessions: SessionRegistry = new SessionRegistry({
    ...{ ...parts, folder: plan.folder, ownsFolder: true },
    tools: {
      offer: (sessionId, takes) => tools.offer(sessionId, takes),
      read: (sessionId, call) => tools.read(sessionId, call),
    },
    branch: () => repo.knownBranch(),
    findServer: (other) => findServer(plan.dataDir, other),
  });
  const delegations = new Delegations({ registry: sessions, app });
  const tools: SessionTools = new SessionTools({
    ...{ registry: sessions, tree: sessions.tree, delegations, app, version: start.version },
    questions: new PersonQuestions(sessions),
    url: () => `http://127.0.0.1:${server.port}${DOOR.toolsPath}`,
    program: ownProgram('mcp'),
  });
  shutdown.add('the tools for agents', () => tools.close());
  shutdown.add('the sessions', () => sessions.close());
  sessions.restore({ agentId: choice.agent.id });
  if (mending) {
    log.say(`The history file was damaged. It is kept as ${mending.aside}. The page shows what could be recovered.`);
  }
  sessions.history.begin(mending);
  sessions.history.watch();
  const signIn = new SignInRelay(() => app.head);
  const remembered = (agentId: string) => remember(start, store, { agentId });
  const agentChoices = new AgentChoices({
    ...{ app, trust, choices: plan.choices, sessions, remember: remembered },
    entries: () => [...plan.known(), ...choice.entries.filter(({ id }) => id === CUSTOM_AGENT_ID)],
  });
  const door = new DoorKeeper(app, log);
  const keep = (doorKey: JsonWebKey) => remember(start, store, { doorKey });
  const identity = await ServerIdentity.load(store.folders.facts(folder).doorKey, keep);
  const programs = new Programs({
    ...{ app, store, folder, lives, clock: backgroundClock },
    say: (sentence) => log.say(sentence),
  });
  shutdown.add('the tokens', () => programs.close());
  const tabs = {
    assets,
    store,
    app,
    sessions,
    uploads,
    agentChoices,
    signIn,
    door,
    identity,
    programs,
    lives,
    tools,
    delegations,
    terminals,
    guard,
  };
  const { server, callers, progress, firstVisit, repo } = serveTabs(start, tabs);
  await listen(server, { plan, log, store, door, programs });
  const channel = await openChannel({ plan, server, programs, log });
  shutdown.add('the channel for programs', () => channel.close());
  remember(start, store, { port: server.port, ...choice.remembered });
  tellFolder(plan, app);
  return {
    server,
    callers,
    app,
    sessions,
    agents,
    agentChoices,
    choice,
    progress,
    uploads,
    signIn,
    door,
    channel,
    programs,
    firstVisit,
    tools,
    guard,
  };
}

interface Parts {
  assets: Assets;
  store: EventStore;
  app: AppLog;
  sessions: SessionRegistry;
  uploads: UploadStore;
  signIn: SignInRelay;
  agentChoices: AgentChoices;
  door: DoorKeeper;
  programs: Programs;
  lives: DeviceLives;
  identity: ServerIdentity;
  tools: SessionTools;
  delegations: Delegations;
  terminals: LateTerminals;
  guard: ProcessGuard;
}

function serveTabs({ plan, version, log, reporter, shutdown }: Start, parts: Parts) {
  const { assets, store, app, sessions, uploads, agentChoices: agents, signIn, door, programs, identity } = parts;
  const onFault = (error: unknown, where = 'A request') => {
    log.say(`${where} failed: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof Error && error.stack) log.detail(error.stack);
  };
  const reconfigure = async () => {
    await loadFolderParser();
    agents.reconfigure();
  };
  const settings = new SettingsFiles({
    ...{ user: plan.settings, folder: plan.folder },
    onFolderChange: async () => {
      await reconfigure();
      tellFolder(plan, app);
    },
  });
  const answers = new AppAnswers(app, version, () => progress.current);
  const files = new ProjectFiles(plan.folder);
  const repo = projectRepo(plan, { app, sessions, guard: parts.guard, sureNow: () => parts.lives.sureNow() });
  const logs = new LogRequests({ store, version });
  const { acts, rules, shelf } = sessions;
  const services = {
    sessions,
    commands: new CommandLedger({ store, clock: systemClock }),
    acts,
    rules,
    shelf,
    app: answers,
    settings,
    agents,
    files,
    repo,
    branches: repo.branching,
    history: repo.history,
    search: repo.search,
    signIn,
    logs,
    door,
    host: new HostDesk({
      ...{ version, app, dataDir: plan.dataDir, devices: () => server.devices },
      disconnect: (deviceId) => void callers.disconnect((id) => id === deviceId),
    }),
    tasks: {
      ask: (act: Act, ...args: [string, string, string]) => parts.delegations.askFor(act.by, ...args),
      stop: (_act: Act, sessionId: string, id: string) => parts.delegations.stopTask(sessionId, id),
    },
    programs,
    terminals: parts.terminals,
  };
  const callers = new LateCallers(async () => {
    const [{ RpcHub }, { Api }] = await Promise.all([import('../rpc/rpc-hub.js'), import('../api/answer-api.js')]);
    const onSignedOut: ScriptTokens['onEnd'] = (callerId, listener) => programs.tokens.onEnd(callerId, listener);
    return {
      hub: new RpcHub({ services, onFault }),
      api: new Api({ services, version, keys: store, onFault, onSignedOut }),
    };
  });
  const progress = new StartupProgress(reporter, (step) => callers.reportStartup(step));
  const firstVisit = new FirstVisit(systemClock);
  const server = new AppServer({
    ...{ folder: plan.folder, identity, devices: store.devices, lives: parts.lives, onFault },
    onExpired: (ids) => void callers.disconnect((id) => ids.has(id)),
    ...{ assets: firstVisit.watchAssets(assets), tabs: firstVisit.watchTabs(callers.tabs) },
    pages: new SignInPages(() => pageFolder(plan.dataDir)),
    onNews: (news) => door.tell(news),
    onDevices: (devices) => app.append({ type: 'devices_changed', devices }),
    tools: parts.tools,
    api: { identify: (token) => programs.tokens.identify(token), answer: callers.answer },
    uploads: {
      store: uploads,
      isWritable: (sessionId) => app.current.sessions.some(({ id, writable }) => writable && id === sessionId),
    },
  });
  log.hide(server.launchToken);
  shutdown.add('the search for files', () => files.close());
  shutdown.add('the repository', () => repo.close());
  shutdown.add('the server', () => server.close());
  shutdown.add('the tabs', () => callers.close('stopped'));
  shutdown.add('the streams of programs', () => callers.closeStreams());
  tellSettings(plan.settings, app, () => void reconfigure());
  settings.watch();
  shutdown.add('the settings', () => settings.close());
  return { server, callers, progress, firstVisit, repo };
}

/** Past the guard's own limits, if the machine is busy. */
const PROCESSES_MS = 5_000;

async function endProcesses(guard: ProcessGuard, log: Log): Promise<void> {
  const left = await guard.close();
  if (left === 0) return;
  const subject = left === 1 ? '1 process was' : `${left} processes were`;
  log.say(`${subject} still running. A helper process keeps trying to end ${left === 1 ? 'it' : 'them'} for a minute.`);
}

/** The folder's files and git. Nothing runs before a tab asks; what has ended in a session is a reason to look again. */
function projectRepo(
  { folder, dataDir, choices, settings }: StartPlan,
  { app, sessions, guard, sureNow }: Pick<Parts, 'app' | 'sessions' | 'guard'> & { sureNow: () => number },
): ProjectRepo {
  // A yes to programs of git is no yes to agents of the folder, nor the other way round.
  const keyOf = (root: string) => `git:${root}`;
  const repo = new ProjectRepo({
    ...{ folder, dataDir, env: process.env, clock: backgroundClock, guard, undo: { sureNow } },
    trust: {
      isTrusted: (root, fingerprint) => choices.trustedPrint(keyOf(root)) === fingerprint,
      set: (root, fingerprint, isTrusted) =>
        isTrusted ? choices.trust(keyOf(root), fingerprint) : choices.distrust(keyOf(root)),
    },
    ask: (question) => sessions.asides.ask(question),
    messageAgent: () => {
      const { agent, model } = settings.config.commitMessages;
      return { agentId: agent ?? app.current.defaultAgentId, model };
    },
    onRoot: (root) => app.append({ type: 'root_changed', root }),
    onStatus: (status) => app.repo.append({ type: 'status_changed', status }),
    onStatusFailure: () => app.repo.append({ type: 'status_failed' }),
    onTask: (task) => app.append({ type: 'task_changed', task }),
  });
  sessions.onFileWork(() => repo.touch());
  void repo.lookAtPlaces();
  return repo;
}

/** Attachments are next to the history, outside every project. */
function uploadsIn({ dataDir }: StartPlan, store: EventStore, sureNow: () => number): UploadStore {
  return new UploadStore({ folder: join(dataDir, 'uploads'), sureNow, hasSession: (id) => store.session(id) !== null });
}

/** Listens on the port asked for, else on that of last time, so that open tabs and bookmarks come back. */
async function listen(
  server: AppServer,
  { plan, log, store, door, programs }: Pick<Parts, 'store' | 'door' | 'programs'> & Pick<Start, 'plan' | 'log'>,
): Promise<void> {
  const kept = store.folders.facts(plan.folder).port;
  const last = Number.isInteger(kept) ? (kept ?? null) : null;
  const wanted = plan.port ?? last ?? DEFAULT_PORT;
  const port = await listenOnFreePort(wanted, (candidate) => server.listen(candidate));
  if (wanted !== 0 && port !== wanted) log.say(`Port ${wanted} is taken. Using port ${port} instead.`);
  if (last === null || last === port || !(await isHeldByOthers(last, plan.dataDir))) return;
  const devices = store.devices.list().filter((device) => device.port === last && device.folder === plan.folder);
  for (const { id } of devices) store.devices.remove(id);
  // Programs send their tokens to that port, whoever holds it.
  programs.tokens.removeAll();
  if (devices.length > 0) door.tell({ kind: 'port_taken', port: last, devices: devices.length });
}

/** A store that takes no writes says so in the page; the next start then has to do without this. */
function remember({ plan, log }: Start, store: EventStore, facts: FolderFacts): void {
  try {
    store.folders.remember(plan.folder, facts);
  } catch (error) {
    log.detail(`The port and the agent could not be remembered: ${(error as Error).message}`);
  }
}

/** The agent of the session that was used last, or else the one that was chosen then. */
function lastAgent(store: EventStore, folder: string) {
  const { sessionId, agentId, agentCommand } = store.folders.facts(folder);
  const session = typeof sessionId === 'string' ? store.session(sessionId) : null;
  // A session in which nothing was said was made because there has to be one.
  const isUsed = session !== null && Object.values(session.names).some((name) => name !== null);
  return { agentId: isUsed ? session.agentId : agentId, agentCommand };
}

/** What is wrong with the folder's own settings. */
function tellFolder({ trust: { problem } }: StartPlan, app: AppLog): void {
  const bannerId = 'folder';
  if (!problem) {
    if (app.current.banners.some(({ id }) => id === bannerId)) app.append({ type: 'banner_lowered', bannerId });
    return;
  }
  const about = { code: 'folder_settings', problem } as const;
  app.append({ type: 'banner_raised', banner: { id: bannerId, severity: 'warning', about } });
}

function firstState({ folder, trust }: StartPlan, { agent }: AgentChoice): AppState {
  const prompt = { image: false, audio: false, embedded: false };
  const scenes = agent.quirks?.playsScenes ? ({ scenes: true } as const) : {};
  return {
    folder: { path: folder, name: basename(folder) || folder },
    agents: [{ id: agent.id, name: agent.name, version: null, health: { state: 'starting' }, ...scenes, prompt }],
    defaultAgentId: agent.id,
    trust: trust.view,
    sessions: [],
    openSessionId: null,
    drafts: {},
    banners: [],
    rules: [],
    allowAll: {},
    roots: [{ id: MAIN_ROOT, path: folder, name: basename(folder) || folder, revision: 0 }],
    tasks: [],
  };
}

/** The built web app, or with `ACDECK_DEV` the development server, which isn't a part of the build. */
async function loadAssets(): Promise<Assets> {
  if (!process.env.ACDECK_DEV) return builtAssets(join(PACKAGE_ROOT, 'dist', 'webapp'));
  const { devAssets } = (await import(new URL('../http/dev-assets.ts', import.meta.url).href)) as DevAssetsModule;
  return devAssets(PACKAGE_ROOT);
}

interface DevAssetsModule {
  devAssets(root: string): Promise<Assets>;
}

const BANNER = 'settings';

/** Tells tabs what becomes of the settings, also by hand in the file. */
function tellSettings(settings: SettingsFile, app: AppLog, reconfigure: () => void): void {
  let known = saidOfAgents(settings.config);
  settings.onChange((change) => {
    if (change.kind === 'invalid') {
      const about = { code: 'settings', problem: change.problem } as const;
      app.append({ type: 'banner_raised', banner: { id: BANNER, severity: 'warning', about } });
      return;
    }
    if (app.current.banners.some(({ id }) => id === BANNER)) app.append({ type: 'banner_lowered', bannerId: BANNER });
    if (change.state.revision !== app.settings.current.revision) {
      app.settings.append({ type: 'settings_changed', ...change.state });
    }
    // Looking for agents takes its time, and no other setting is about them.
    const said = saidOfAgents(change.config);
    if (said !== known) reconfigure();
    known = said;
    if (change.undone.length === 0) return;
    const about = { code: 'settings_undone', file: settings.path, keys: change.undone } as const;
    app.append({ type: 'banner_raised', banner: { id: 'settings-undone', severity: 'info', about, isNews: true } });
  });
}

function saidOfAgents({ agents }: Config): string {
  return JSON.stringify([...agents]);
}

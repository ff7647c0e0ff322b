import { basename, join } from 'node:path';
import { AgentDesk } from './agent-desk.js';
import { AppDesk } from './app-desk.js';
import { type AgentChoice, chooseAgent } from './choose-agent.js';
import { DEFAULT_PORT, listenOnFreePort } from './command/free-port.js';
import type { Log } from './command/log.js';
import type { Reporter } from './command/reporter.js';
import { repositoryOf } from './command/repository.js';
import type { Shutdown } from './command/shutdown.js';
import { PACKAGE_ROOT } from './command/version.js';
import { AppServer } from './http/app-server.js';
import type { Assets } from './http/assets.js';
import { builtAssets } from './http/built-assets.js';
import { PromptFiles } from './http/uploads/prompt-files.js';
import { UploadStore } from './http/uploads/upload-store.js';
import { LateAgents } from './late-agents.js';
import { LateShell } from './late-shell.js';
import { LogDesk } from './log-desk.js';
import type { AppState } from './protocol/app-state.js';
import { ProjectFiles } from './repo/project-files.js';
import { RpcHub } from './rpc/rpc-hub.js';
import { ruleJudge } from './rules/rule-judge.js';
import { AppLog } from './sessions/app-log.js';
import { SessionRegistry } from './sessions/session-registry.js';
import type { EventStore, FolderFacts } from './sessions/store/event-store.js';
import { openStore } from './sessions/store/open-store.js';
import { SignInDesk } from './sign-in-desk.js';
import type { StartPlan } from './start-plan.js';
import { StartupProgress } from './startup-progress.js';
import { tellSettings } from './tell-settings.js';

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
  readonly desk: AgentDesk;
  readonly choice: AgentChoice;
  readonly progress: StartupProgress;
  readonly uploads: UploadStore;
  readonly signIn: SignInDesk;
}

/** The fast part of a start: everything that a page needs, listening, without an agent. */
export async function serveApp(start: Start): Promise<ServedApp> {
  const { plan, log, shutdown } = start;
  const assets = await loadAssets();
  const { store, notice } = openStore(plan.dataDir);
  shutdown.add('the store', () => store.close());
  const { folder, known, trust } = plan;
  const around = { known, folder, path: process.env.PATH, wanted: trust.wantedAgent };
  const choice = chooseAgent(plan.asked, lastAgent(store, plan.folder), around);
  const app = new AppLog(firstState(plan, choice));
  if (notice) app.append({ type: 'banner_raised', banner: { id: 'store', severity: 'warning', message: notice } });
  const agents = new LateAgents();
  shutdown.add('the agents', () => agents.stopAll());
  const shell = new LateShell(plan);
  shutdown.add('the commands', () => shell.stopAll());
  const uploads = uploadsIn(plan, store);
  const parts = { store, app, agents, shell, uploads: new PromptFiles(uploads), judge: ruleJudge };
  const sessions = new SessionRegistry({ ...parts, folder: plan.folder, ownsFolder: true });
  shutdown.add('the sessions', () => sessions.close());
  sessions.restore({ agentId: choice.agent.id });
  const signIn = new SignInDesk(() => app.head);
  const remembered = (agentId: string) => remember(start, store, { agentId });
  const desk = new AgentDesk({ app, trust, choices: plan.choices, sessions, remember: remembered });
  const { server, progress } = serveTabs(start, { assets, store, app, sessions, uploads, desk, signIn });
  await listen(server, { plan, log, store });
  remember(start, store, { port: server.port, ...choice.remembered });
  tellFolder(start, app);
  return { server, app, sessions, agents, desk, choice, progress, uploads, signIn };
}

interface Parts {
  assets: Assets;
  store: EventStore;
  app: AppLog;
  sessions: SessionRegistry;
  uploads: UploadStore;
  signIn: SignInDesk;
  desk: AgentDesk;
}

function serveTabs({ plan, version, log, reporter, shutdown }: Start, parts: Parts) {
  const { assets, store, app, sessions, uploads, desk: agents, signIn } = parts;
  const onFault = (error: unknown, where = 'A request') => {
    log.say(`${where} failed: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof Error && error.stack) log.detail(error.stack);
  };
  const desk = new AppDesk(app, version, () => progress.current);
  const repo = new ProjectFiles(plan.folder);
  const logs = new LogDesk({ store, version });
  const hub = new RpcHub({ sessions, app: desk, settings: plan.settings, agents, repo, signIn, logs, onFault });
  const progress = new StartupProgress(reporter, (step) => hub.reportStartup(step));
  const server = new AppServer({
    ...{ assets, devices: store.devices, onUpgrade: (tab) => hub.accept(tab), onFault },
    uploads: {
      store: uploads,
      isWritable: (sessionId) => app.current.sessions.some(({ id, writable }) => writable && id === sessionId),
    },
  });
  log.hide(server.launchToken);
  shutdown.add('the search for files', () => repo.close());
  shutdown.add('the server', () => server.close());
  shutdown.add('the tabs', () => hub.close('The server was stopped.'));
  shutdown.add('the settings', tellSettings(plan.settings, app));
  return { server, progress };
}

/** What people attach lies beside the history, out of every project. */
function uploadsIn({ dataDir }: StartPlan, store: EventStore): UploadStore {
  return new UploadStore({ folder: join(dataDir, 'uploads'), hasSession: (id) => store.session(id) !== null });
}

/** Listens on the port asked for, else on that of last time, so that open tabs and bookmarks come back. */
async function listen(
  server: AppServer,
  { plan, log, store }: { plan: StartPlan; log: Log; store: EventStore },
): Promise<void> {
  const last = store.folders.facts(plan.folder).port;
  const wanted = plan.port ?? (Number.isInteger(last) ? last : null) ?? DEFAULT_PORT;
  const port = await listenOnFreePort(wanted, (candidate) => server.listen(candidate));
  if (wanted !== 0 && port !== wanted) log.say(`Port ${wanted} is taken; this server uses port ${port} instead.`);
}

/** A store that takes no writes says so in the page; the next start then has to do without this. */
function remember({ plan, log }: Start, store: EventStore, facts: FolderFacts): void {
  try {
    store.folders.remember(plan.folder, facts);
  } catch (error) {
    log.detail(`The port and the agent could not be remembered: ${(error as Error).message}`);
  }
}

/** The agent of the session that was shown last, or else the one that was chosen then. */
function lastAgent(store: EventStore, folder: string) {
  const { sessionId, agentId, agentCommand } = store.folders.facts(folder);
  const session = typeof sessionId === 'string' ? store.session(sessionId) : null;
  return { agentId: session?.agentId ?? agentId, agentCommand };
}

/** What is wrong with the folder's own settings. */
function tellFolder({ plan }: Start, app: AppLog): void {
  const { trouble } = plan.trust;
  if (trouble) app.append({ type: 'banner_raised', banner: { id: 'folder', severity: 'warning', message: trouble } });
}

function firstState({ folder, settings, trust }: StartPlan, { agent }: AgentChoice): AppState {
  const prompt = { image: false, audio: false, embedded: false };
  const scenes = agent.quirks?.playsScenes ? ({ scenes: true } as const) : {};
  return {
    folder: { path: folder, name: basename(folder) || folder, repository: repositoryOf(folder) },
    agents: [{ id: agent.id, name: agent.name, version: null, health: { state: 'starting' }, ...scenes, prompt }],
    defaultAgentId: agent.id,
    trust: trust.view,
    sessions: [],
    openSessionId: null,
    drafts: {},
    settings: settings.get(),
    banners: [],
    rules: [],
    allowAll: {},
  };
}

/** The built web app, or with `ACDECK_DEV` the development server, which is no part of the build. */
async function loadAssets(): Promise<Assets> {
  if (!process.env.ACDECK_DEV) return builtAssets(join(PACKAGE_ROOT, 'dist', 'webapp'));
  const { devAssets } = (await import(new URL('./http/dev-assets.ts', import.meta.url).href)) as DevAssetsModule;
  return devAssets(PACKAGE_ROOT);
}

interface DevAssetsModule {
  devAssets(root: string): Promise<Assets>;
}

import type { AgentTrouble, InstallHint } from '../agent-trouble.js';
import type { BudgetUse } from '../budget.js';
import { own } from '../own.js';
import type { StorageTrouble } from '../storage-trouble.js';
import { unknownKind } from '../unreachable.js';
import type { UsageSum } from '../usage-sum.js';
import type { AgentChange, FolderTrust } from './agent-report.js';
import type { AgentSignIn } from './agent-sign-in.js';
import type { RepoRoot, TaskState } from './changes.js';
import type { DoorNews } from './door.js';
import type { DraftChip } from './draft.js';
import type { DeviceView } from './host.js';
import type { OwnTerminal } from './own-terminal.js';
import type { PermissionRule } from './permission-rule.js';
import { MOST_VISITS, type ProgramVisit, type TokenView } from './programs.js';
import type { AgentSessionList } from './session-list.js';
import type { SettingsProblem } from './settings-problem.js';
import type { StartupStep } from './startup.js';

/** How an agent is doing, and what is wrong where something is. */
export type AgentHealth =
  | { state: 'idle' }
  /** `npx` names the packages that npx downloads the first time. */
  | { state: 'starting'; npx?: string }
  | { state: 'ready' }
  /** A person has stopped it; nothing starts it again but a person. */
  | { state: 'stopped'; trouble: AgentTrouble }
  | { state: 'needs_login'; trouble: AgentTrouble }
  | { state: 'degraded'; trouble: AgentTrouble }
  | { state: 'crashed'; trouble: AgentTrouble; exitCode: number | null; stderr: string }
  /** `npx` names the packages that npx could download and run instead. */
  | { state: 'missing'; trouble: AgentTrouble; install: InstallHint; npx?: string }
  /** The folder brings it, by this command, and nobody has trusted the folder. */
  | { state: 'untrusted'; trouble: AgentTrouble; command: string; npx?: string };

/** An agent as the app shows it. */
export interface AgentSummary {
  id: string;
  name: string;
  version: string | null;
  health: AgentHealth;
  /** It plays scenes, which the page may suggest. */
  scenes?: true;
  /** What a prompt to it may hold besides text and links. */
  prompt: { image: boolean; audio: boolean; embedded: boolean };
  /** How to sign in to it; not known before it has run. */
  signIn?: AgentSignIn;
  /** The flag or variable by which it was started to ask nothing at all. */
  allowsAll?: string;
  /** It acts without asking, however it was started. */
  neverAsks?: true;
  /** It ignores the tools that it is offered, so it can't give tasks to other agents. */
  takesNoTools?: true;
  /** It can delete the sessions that it keeps. */
  deletesSessions?: true;
  /** The settings want it otherwise than it runs: it has to be restarted for that. */
  isOutdated?: true;
}

/** A session as a list shows it. */
export interface SessionSummary {
  id: string;
  /** Empty where nobody has named it and nothing was said. */
  title: string;
  agentId: string;
  cwd: string;
  createdAt: number;
  updatedAt: number;
  status: 'idle' | 'running' | 'waiting';
  /** When it last began or ended to run or wait; left out until that has happened. */
  since?: number;
  /** A message waits for the agent, which is on its way into the session. */
  opening?: true;
  /** False when another server owns the session or its folder, or it is a copy: it can be read, not continued. */
  writable: boolean;
  /** Only the agent has it so far; when it is opened, its history is taken from there. */
  origin?: 'agent';
  /** A copy of what a session was before it was updated from the agent. */
  copy?: true;
  /** When a person pinned it, or put it away. */
  pinnedAt?: number;
  archivedAt?: number;
  /** Something happened in it that nobody has seen on any device. */
  unread?: true;
  /** Its last reply failed. */
  failed?: true;
  /** How the last reply begins. */
  preview?: string;
  /** The branch of its folder when a message was last sent. */
  branch?: string;
  /** Nothing was said in it yet: it is where "New session" leads, and lists leave it out. */
  empty?: true;
  /** The session whose agent has set this one to work, and what that agent calls it. */
  parent?: { sessionId: string; name: string };
  /** What the replies of a session that works on tasks have used. */
  used?: UsageSum;
}

/** A trouble of the whole app that stays on screen until it is over. */
export interface Banner {
  id: string;
  severity: 'info' | 'warning' | 'error';
  about: BannerSubject;
  /** It is news rather than trouble: anyone who has read it can put it away, for all tabs. */
  isNews?: true;
  /** The agent whose log tells more, and which may be tried again. */
  agentId?: string;
}

/** What a banner is about. */
export type BannerSubject =
  | { code: 'history'; history: HistoryNews }
  | { code: 'door'; door: DoorNews }
  | { code: 'storage'; storage: StorageTrouble }
  /** The person's own settings, or those that the folder brings. */
  | { code: 'settings' | 'folder_settings'; problem: SettingsProblem }
  /** Somebody has saved an older text of the settings over changes that were made in the page. */
  | { code: 'settings_undone'; file: string; keys: readonly string[] }
  /** `agent` runs in the place of `failed`, which did not start. */
  | { code: 'agent_replaced'; agent: string; failed: string; trouble: AgentTrouble }
  | { code: 'agent_changed'; change: AgentChange }
  /** A budget is nearly used up, or used up; `session` is the title of the session whose reply is near its own. */
  | { code: 'budget'; level: 'near' | 'reached'; budget: BudgetUse; session?: string };

/** What became of the history file, and what of it could be kept. */
export interface HistoryNews {
  cause: 'deleted' | 'replaced' | 'truncated' | 'damaged';
  /** It was found when AcDeck started. */
  isAtStart?: true;
  kept: { sessions: number; events: number };
  /** Sessions that are gone, by their titles as far as they are known. */
  lost: NamedSessions;
  /**
   * Sessions in which something is missing: how many messages, replies and other entries in all, and how many events of
   * which nobody knows what they had become.
   */
  gaps: NamedSessions & { pieces: number; events?: number };
  /** Where the file that was found in its place is kept. */
  aside: string | null;
}

/** The titles of some sessions, and how many there are besides. */
export interface NamedSessions {
  titles: readonly string[];
  more: number;
}

/** What is true of the app as a whole, for every tab. */
export interface AppState {
  folder: { path: string; name: string };
  agents: readonly AgentSummary[];
  defaultAgentId: string;
  /** Left out or null while the folder brings nothing of its own. */
  trust?: FolderTrust | null;
  sessions: readonly SessionSummary[];
  /** There are more than these; a tab asks for them where it needs them. */
  hasOlderSessions?: true;
  /** The session that a fresh tab shows. */
  openSessionId: string | null;
  drafts: Readonly<Record<string, string>>;
  /** What hangs on drafts beside their words. */
  draftChips?: Readonly<Record<string, readonly DraftChip[]>>;
  banners: readonly Banner[];
  /** What answers questions of agents in the place of a person, oldest first. */
  rules: readonly PermissionRule[];
  /** Sessions in which every question is answered with yes, and who wanted that; a restart ends it. */
  allowAll: Readonly<Record<string, { device: string; at: number }>>;
  /** The folders that `Repo` works in, by id. */
  roots?: readonly RepoRoot[];
  /** What runs and what has lately ended, oldest first. */
  tasks?: readonly TaskState[];
  /** Programs that asked for a way in, oldest first. */
  programs?: readonly ProgramVisit[];
  /** The tokens of programs for this folder, oldest first. */
  tokens?: readonly TokenView[];
  /** The browsers that are let in, the last seen first; a start tells them once it listens. */
  devices?: readonly DeviceView[];
  /** The terminals that people work in, oldest first; a restart ends them. */
  terminals?: readonly OwnTerminal[];
  /** What agents said of the sessions that they keep; left out until one was asked. */
  agentLists?: readonly AgentSessionList[];
}

/** Tasks that have ended are remembered up to this many. */
const TASKS = 20;

export type AppEvent =
  | { type: 'agent_changed'; agent: AgentSummary }
  | { type: 'agent_removed'; agentId: string }
  | { type: 'agent_list_changed'; list: AgentSessionList }
  | { type: 'default_agent_changed'; agentId: string }
  | { type: 'trust_changed'; trust: FolderTrust | null }
  | { type: 'session_changed'; session: SessionSummary }
  | { type: 'session_deleted'; sessionId: string }
  | { type: 'session_shown'; sessionId: string }
  | { type: 'draft_changed'; sessionId: string; text: string; chips?: readonly DraftChip[]; by: string }
  | { type: 'rules_changed'; rules: readonly PermissionRule[] }
  | { type: 'allow_all_changed'; sessionId: string; by: string | null }
  | { type: 'banner_raised'; banner: Banner }
  | { type: 'banner_lowered'; bannerId: string }
  | { type: 'root_changed'; root: RepoRoot }
  | { type: 'task_changed'; task: TaskState }
  | { type: 'program_changed'; visit: ProgramVisit }
  | { type: 'tokens_changed'; tokens: readonly TokenView[] }
  | { type: 'devices_changed'; devices: readonly DeviceView[] }
  | { type: 'terminal_changed'; terminal: OwnTerminal }
  | { type: 'terminal_gone'; terminalId: string };

type DraftChanged = Extract<AppEvent, { type: 'draft_changed' }>;

export type LoggedAppEvent = AppEvent & { seq: number; at: number };

/** Pure and total, like the transcript's reducer. */
export function reduceApp(app: AppState, event: LoggedAppEvent): AppState {
  switch (event.type) {
    case 'agent_changed':
      return { ...app, agents: upsert(app.agents, event.agent) };
    case 'agent_removed':
      return forgetAgent(app, event.agentId);
    case 'agent_list_changed':
      return { ...app, agentLists: [...otherLists(app, event.list.agentId), event.list] };
    case 'default_agent_changed':
      return { ...app, defaultAgentId: event.agentId };
    case 'trust_changed':
      return { ...app, trust: event.trust };
    case 'session_changed':
      return { ...app, sessions: newestFirst(upsert(app.sessions, event.session)) };
    case 'session_deleted':
      return forgetSession(app, event.sessionId);
    case 'session_shown':
      return { ...app, openSessionId: event.sessionId };
    case 'draft_changed':
      return changeDraft(app, event);
    case 'rules_changed':
      return { ...app, rules: event.rules };
    case 'allow_all_changed':
      return { ...app, allowAll: changeAllowAll(app.allowAll, event) };
    case 'banner_raised':
      return { ...app, banners: upsert(app.banners, event.banner) };
    case 'banner_lowered':
      return { ...app, banners: app.banners.filter((banner) => banner.id !== event.bannerId) };
    case 'root_changed':
      return { ...app, roots: upsert(app.roots ?? [], event.root) };
    case 'task_changed':
      return { ...app, tasks: upsert(app.tasks ?? [], event.task).slice(-TASKS) };
    case 'program_changed':
      return { ...app, programs: upsert(app.programs ?? [], event.visit).slice(-MOST_VISITS) };
    case 'tokens_changed':
      return { ...app, tokens: event.tokens };
    case 'devices_changed':
      return { ...app, devices: event.devices };
    case 'terminal_changed':
      return { ...app, terminals: upsert(app.terminals ?? [], event.terminal) };
    case 'terminal_gone':
      return { ...app, terminals: (app.terminals ?? []).filter(({ id }) => id !== event.terminalId) };
    default:
      return unknownKind(event, app);
  }
}

function forgetAgent(app: AppState, agentId: string): AppState {
  const agents = app.agents.filter(({ id }) => id !== agentId);
  return { ...app, agents, ...(app.agentLists && { agentLists: otherLists(app, agentId) }) };
}

function otherLists({ agentLists = [] }: AppState, agentId: string): readonly AgentSessionList[] {
  return agentLists.filter((list) => list.agentId !== agentId);
}

type AllowAllChange = Extract<LoggedAppEvent, { type: 'allow_all_changed' }>;

function changeAllowAll(before: AppState['allowAll'], { sessionId, by, at }: AllowAllChange): AppState['allowAll'] {
  const { [sessionId]: _old, ...others } = before;
  return by === null ? others : { ...others, [sessionId]: { device: by, at } };
}

/** The app's state with the position that its log had then, and what this server is. */
export interface AppSnapshot {
  kind: 'app';
  wire: number;
  version: string;
  epoch: string;
  seq: number;
  serverTime: number;
  app: AppState;
  startup: StartupStep;
  /** How the server names this tab and its device. */
  tab: { id: string; device: string };
}

function upsert<T extends { id: string }>(items: readonly T[], item: T): readonly T[] {
  const at = items.findIndex((other) => other.id === item.id);
  return at < 0 ? [...items, item] : items.with(at, item);
}

function newestFirst(sessions: readonly SessionSummary[]): readonly SessionSummary[] {
  return sessions.toSorted((a, b) => b.updatedAt - a.updatedAt);
}

function changeDraft(app: AppState, { sessionId, text, chips = [] }: DraftChanged): AppState {
  const drafts = { ...app.drafts, [sessionId]: text };
  const isPlain = chips.length === 0 && !own(app.draftChips, sessionId)?.length;
  return { ...app, drafts, ...(!isPlain && { draftChips: { ...app.draftChips, [sessionId]: chips } }) };
}

/** One that a fresh tab may show: of this folder, ours, and not put away. */
export function isOwnHere(session: SessionSummary, { folder }: Pick<AppState, 'folder'>): boolean {
  const { origin, copy, parent, archivedAt, cwd } = session;
  return !origin && !copy && !parent && archivedAt === undefined && cwd === folder.path;
}

function forgetSession(app: AppState, sessionId: string): AppState {
  const sessions = app.sessions.filter((session) => session.id !== sessionId);
  const { [sessionId]: _gone, ...drafts } = app.drafts;
  const { [sessionId]: _chips, ...draftChips } = app.draftChips ?? {};
  const next = sessions.find((session) => isOwnHere(session, app));
  const openSessionId = app.openSessionId === sessionId ? (next?.id ?? null) : app.openSessionId;
  const { [sessionId]: _off, ...allowAll } = app.allowAll;
  return { ...app, sessions, drafts, ...(app.draftChips && { draftChips }), openSessionId, allowAll };
}

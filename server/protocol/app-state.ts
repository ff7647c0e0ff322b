import type { FolderTrust } from './agent-report.js';
import type { AgentSignIn } from './agent-sign-in.js';
import type { DraftChip } from './draft.js';
import type { PermissionRule } from './permission-rule.js';
import type { StartupStep } from './startup.js';

/** How an agent is doing, with a sentence where a person would want one. */
export type AgentHealth =
  | { state: 'idle' }
  | { state: 'starting'; message?: string }
  | { state: 'ready' }
  | { state: 'needs_login'; message: string }
  | { state: 'degraded'; message: string }
  | { state: 'crashed'; message: string; exitCode: number | null; stderr: string }
  /** `npx` names the packages that npx could download and run instead. */
  | { state: 'missing'; message: string; install: string; npx?: string }
  /** The folder brings it, by this command, and nobody has trusted the folder. */
  | { state: 'untrusted'; message: string; command: string; npx?: string };

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
  /** It can delete the sessions that it keeps. */
  deletesSessions?: true;
}

/** A session as a list shows it. */
export interface SessionSummary {
  id: string;
  title: string;
  agentId: string;
  cwd: string;
  createdAt: number;
  updatedAt: number;
  status: 'idle' | 'running' | 'waiting';
  /** False when another running server owns the session, or it is an archived copy: it can be read, not continued. */
  writable: boolean;
  /** Only the agent has it so far; when it is opened, its history is taken from there. */
  origin?: 'agent';
  /** A copy of what a session was before it was updated from the agent. */
  archived?: true;
}

/** A trouble of the whole app that stays on screen until it is over. */
export interface Banner {
  id: string;
  severity: 'info' | 'warning' | 'error';
  message: string;
  /** It is news rather than trouble: whoever has read it can put it away, for all tabs. */
  isNews?: true;
}

/** What is true of the app as a whole, for every tab. */
export interface AppState {
  folder: { path: string; name: string; repository: string | null };
  agents: readonly AgentSummary[];
  defaultAgentId: string;
  /** Left out or null while the folder brings nothing of its own. */
  trust?: FolderTrust | null;
  sessions: readonly SessionSummary[];
  /** The session that a fresh tab shows. */
  openSessionId: string | null;
  drafts: Readonly<Record<string, string>>;
  /** What hangs on drafts beside their words. */
  draftChips?: Readonly<Record<string, readonly DraftChip[]>>;
  settings: { revision: number; values: SettingValues };
  banners: readonly Banner[];
  /** What answers questions of agents in the place of a person, oldest first. */
  rules: readonly PermissionRule[];
  /** Sessions in which every question is answered with yes, and who wanted that; a restart ends it. */
  allowAll: Readonly<Record<string, { device: string; at: number }>>;
}

/** What a person can set; all of it has a default. */
export interface SettingValues {
  theme: 'system' | 'light' | 'dark';
  density: 'comfortable' | 'compact';
  /** `high` is stronger than what the system asks for, in light and dark alike. */
  contrast: 'system' | 'high';
  /** The accent's angle on the colour wheel, in whole degrees; its lightness and strength are ours. */
  hue: number;
  /** A question that nobody has answered for so long is answered with no; 0 means that it waits without limit. */
  rejectAfterMinutes: number;
  /** Whether a turn is stopped in which something ran that was to be asked first. */
  stopUnasked: boolean;
}

export const DEFAULT_SETTINGS: SettingValues = {
  theme: 'system',
  density: 'comfortable',
  contrast: 'system',
  hue: 268,
  rejectAfterMinutes: 0,
  stopUnasked: false,
};

export type AppEvent =
  | { type: 'agent_changed'; agent: AgentSummary }
  | { type: 'default_agent_changed'; agentId: string }
  | { type: 'trust_changed'; trust: FolderTrust | null }
  | { type: 'session_changed'; session: SessionSummary }
  | { type: 'session_deleted'; sessionId: string }
  | { type: 'session_shown'; sessionId: string }
  | { type: 'draft_changed'; sessionId: string; text: string; chips?: readonly DraftChip[]; by: string }
  | { type: 'settings_changed'; revision: number; values: SettingValues }
  | { type: 'rules_changed'; rules: readonly PermissionRule[] }
  | { type: 'allow_all_changed'; sessionId: string; by: string | null }
  | { type: 'banner_raised'; banner: Banner }
  | { type: 'banner_lowered'; bannerId: string };

type DraftChanged = Extract<AppEvent, { type: 'draft_changed' }>;

export type LoggedAppEvent = AppEvent & { seq: number; at: number };

/** The reserved name of the app's own log among the sessions' logs. */
export const APP_LOG = 'app';

/** Pure and total, like the transcript's reducer. */
export function reduceApp(app: AppState, event: LoggedAppEvent): AppState {
  switch (event.type) {
    case 'agent_changed':
      return { ...app, agents: upsert(app.agents, event.agent) };
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
    case 'settings_changed':
      return { ...app, settings: { revision: event.revision, values: event.values } };
    case 'rules_changed':
      return { ...app, rules: event.rules };
    case 'allow_all_changed':
      return { ...app, allowAll: changeAllowAll(app.allowAll, event) };
    case 'banner_raised':
      return { ...app, banners: upsert(app.banners, event.banner) };
    case 'banner_lowered':
      return { ...app, banners: app.banners.filter((banner) => banner.id !== event.bannerId) };
    default:
      return app;
  }
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
  const isPlain = chips.length === 0 && !app.draftChips?.[sessionId]?.length;
  return { ...app, drafts, ...(!isPlain && { draftChips: { ...app.draftChips, [sessionId]: chips } }) };
}

function forgetSession(app: AppState, sessionId: string): AppState {
  const sessions = app.sessions.filter((session) => session.id !== sessionId);
  const { [sessionId]: _gone, ...drafts } = app.drafts;
  const { [sessionId]: _chips, ...draftChips } = app.draftChips ?? {};
  const next = sessions.find(({ origin, archived }) => !origin && !archived);
  const openSessionId = app.openSessionId === sessionId ? (next?.id ?? null) : app.openSessionId;
  const { [sessionId]: _off, ...allowAll } = app.allowAll;
  return { ...app, sessions, drafts, ...(app.draftChips && { draftChips }), openSessionId, allowAll };
}

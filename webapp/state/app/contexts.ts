import { type Context, ContextConsumer, ContextProvider, createContext } from '@lit/context';
import type { ReactiveControllerHost } from 'lit';
import type { RepoEvent, RepoFacts, SettingsEvent } from '../../../server/protocol/api/channels.js';
import type { RuleDraft, RuleTrial } from '../../../server/protocol/api/permission-rule.js';
import type {
  AcpBridgeApi,
  RepoApi,
  SessionHit,
  SessionsApi,
  SettingsApi,
  SettingsState,
} from '../../../server/protocol/api/rpc.js';
import type { SearchScope, SessionExcerpt } from '../../../server/protocol/api/session-list.js';
import type { UsageReport } from '../../../server/protocol/api/usage-report.js';
import type { ServerTime } from '../base/server-time.js';
import type { VisibilityStore } from '../base/visibility-store.js';
import type { DraftStore } from '../composer/draft-store.js';
import type { PromptHistory } from '../composer/prompt-history.js';
import type { AttachmentStore } from '../composer/upload-store.js';
import type { AppStore } from '../server/app-store.js';
import type { ChannelStore } from '../server/channel-store.js';
import type { ConnectionStore } from '../server/connection-store.js';
import type { OfferStore } from '../server/offer-store.js';
import type { SignInStore } from '../server/sign-in-store.js';
import type { StartupStore } from '../server/startup-store.js';
import type { TerminalStore } from '../server/terminal-store.js';
import type { AwayStore } from '../session/away-store.js';
import type { FoldMemory } from '../session/fold-memory.js';
import type { HiddenSessionsStore } from '../session/hidden-sessions.js';
import type { OlderSessionsStore } from '../session/older-sessions.js';
import type { OutboxStore } from '../session/outbox-store.js';
import type { SessionStore, SessionStores } from '../session/session-store.js';
import type { SettingsStore } from '../settings/settings-store.js';
import type { PreferenceStore } from '../view/preference-store.js';
import type { SettingsRoute } from '../view/settings-route.js';
import type { ViewStore } from '../view/view-store.js';
import type { WorkStore } from '../work/work-store.js';
import type { AnnouncerStore } from './announcer-store.js';
import type { ToastStore } from './toast-store.js';

/** The server as this tab knows it. */
export interface ServerContext {
  readonly connection: ConnectionStore;
  readonly app: AppStore;
  readonly settings: ChannelStore<SettingsState, SettingsEvent>;
  /** What git tells of the folder, while somebody looks. */
  readonly repo: ChannelStore<RepoFacts, RepoEvent>;
  readonly startup: StartupStore;
  readonly time: ServerTime;
}

/** All sessions, and what this tab remembers of them. */
export interface SessionsContext {
  readonly stores: SessionStores;
  readonly hidden: HiddenSessionsStore;
  /** Sessions that are not among those that every tab has. */
  readonly older: OlderSessionsStore;
  readonly away: AwayStore;
  readonly folds: FoldMemory;
  /** Asks the server what a mention of a session carries. */
  excerpt(sessionId: string): Promise<SessionExcerpt>;
  /** Asks the server for words that were said in any session. */
  search(query: string, limit: number, scope?: SearchScope): Promise<SessionHit[]>;
  /** What replies have used in the last days. */
  usage(days: number): Promise<UsageReport>;
  /** Asks for the entries of one session that hold some words. */
  readonly finder: Pick<AcpBridgeApi, 'find_entries' | 'get_entries' | 'get_events'>;
  /** Takes a conversation from a file, in parts, lists sessions that this tab doesn't have, and says where one belongs. */
  readonly calls: Pick<SessionsApi, 'import_part' | 'list' | 'find_home'>;
  /** What another agent would be told if it took over the session. */
  brief(sessionId: string): Promise<string>;
}

/** What is being written, and what was. */
export interface ComposerContext {
  readonly drafts: DraftStore;
  readonly uploads: AttachmentStore;
  readonly prompts: PromptHistory;
}

/** What the page shows, and whether anybody looks. */
export interface PageContext {
  readonly view: ViewStore;
  readonly settings: SettingsRoute;
  readonly visibility: VisibilityStore;
}

/** The work panel and what it reads. */
export interface WorkContext {
  readonly panel: WorkStore;
  /** The files of the folder, as the server has them. */
  readonly repo: RepoApi;
  /** What this browser remembers of them. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Changes from before what a tab has loaded. */
  readonly history: Pick<AcpBridgeApi, 'get_changes'>;
  /** The terminals that people work in. */
  readonly terminals: TerminalStore;
}

/** The agents: all that is known of them, and signing in to one. */
export interface AgentsContext {
  readonly reports: Pick<SettingsApi, 'get_agents' | 'look_for_agents'>;
  readonly signIn: SignInStore;
}

/** How the page speaks up by itself. */
export interface NoticesContext {
  readonly toasts: ToastStore;
  readonly announcer: AnnouncerStore;
  readonly offer: OfferStore;
}

/** Questions about rules that only the server can answer. */
export interface RuleQueries {
  suggest(sessionId: string, permissionId: string): Promise<RuleDraft[]>;
  try(rule: RuleDraft): Promise<RuleTrial>;
}

/** What the server and the agents have logged. */
export type LogQueries = Pick<AcpBridgeApi, 'get_server_log' | 'get_agent_log' | 'get_trace'>;

/** Questions about the settings that only the server has. */
export type ConfigQueries = Pick<SettingsApi, 'get_config_info' | 'get_config_content' | 'reload'>;

/** Questions about this computer and all that is kept on it. */
export type HostQueries = Pick<SettingsApi, 'get_host_info' | 'get_licences'> & Pick<SessionsApi, 'list'>;

/** What acts need of the browser itself. */
export interface BrowserPort {
  retryConnection(): void;
  reload(): void;
  copy(text: string): Promise<void>;
}

/** Everything that this tab knows, by concern. Elements get the concerns they draw, one context each. */
export interface AppContext {
  readonly server: ServerContext;
  readonly sessions: SessionsContext;
  readonly composer: ComposerContext;
  readonly page: PageContext;
  readonly work: WorkContext;
  readonly agents: AgentsContext;
  readonly notices: NoticesContext;
  readonly outbox: OutboxStore;
  readonly settings: SettingsStore;
  readonly preferences: PreferenceStore;
  readonly rules: RuleQueries;
  readonly logs: LogQueries;
  readonly config: ConfigQueries;
  readonly host: HostQueries;
  /** Who is let in. */
  readonly door: Pick<SettingsApi, 'sign_everyone_out' | 'sign_out_programs'>;
  readonly browser: BrowserPort;
}

export const serverContext = createContext<ServerContext>(Symbol('server'));
export const sessionsContext = createContext<SessionsContext>(Symbol('sessions'));
export const composerContext = createContext<ComposerContext>(Symbol('composer'));
export const pageContext = createContext<PageContext>(Symbol('page'));
export const workContext = createContext<WorkContext>(Symbol('work'));
export const agentsContext = createContext<AgentsContext>(Symbol('agents'));
export const noticesContext = createContext<NoticesContext>(Symbol('notices'));
export const outboxContext = createContext<OutboxStore>(Symbol('outbox'));
export const settingsContext = createContext<SettingsStore>(Symbol('settings'));
export const preferencesContext = createContext<PreferenceStore>(Symbol('preferences'));
export const rulesContext = createContext<RuleQueries>(Symbol('rules'));
export const logsContext = createContext<LogQueries>(Symbol('logs'));
export const hostContext = createContext<HostQueries>(Symbol('host'));
export const configContext = createContext<ConfigQueries>(Symbol('config'));

/** The session on screen, for what is drawn inside it. */
export const sessionContext = createContext<SessionStore | null>(Symbol('session'));

/** The concerns that elements can ask for; the others are for acts only. */
const CONTEXTS = {
  server: serverContext,
  sessions: sessionsContext,
  composer: composerContext,
  page: pageContext,
  work: workContext,
  agents: agentsContext,
  notices: noticesContext,
  outbox: outboxContext,
  settings: settingsContext,
  preferences: preferencesContext,
  rules: rulesContext,
  logs: logsContext,
  config: configContext,
  host: hostContext,
} satisfies { [K in keyof AppContext]?: Context<unknown, AppContext[K]> };

/** Offers each concern to the elements below `host`, from when the result is called with an app. */
export function provideApp(host: HTMLElement): (app: AppContext) => void {
  const providers = Object.entries(CONTEXTS).map(([concern, context]) => ({
    concern: concern as keyof typeof CONTEXTS,
    provider: new ContextProvider(host, { context: context as Context<unknown, unknown> }),
  }));
  return (app) => {
    for (const { concern, provider } of providers) provider.setValue(app[concern]);
  };
}

/** What an element above offers, whenever that comes. */
export function consume<T>(
  host: ReactiveControllerHost & HTMLElement,
  context: Context<unknown, T>,
): { readonly value?: T | undefined } {
  return new ContextConsumer<Context<unknown, T>, typeof host>(host, { context, subscribe: true });
}

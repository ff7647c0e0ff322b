import { createContext } from '@lit/context';
import type { RuleDraft, RuleTrial } from '../../server/protocol/permission-rule.js';
import type { AcpBridgeApi, RepoApi, SessionHit, SettingsApi } from '../../server/protocol/rpc.js';
import type { AnnouncerStore } from './announcer-store.js';
import type { AppStore } from './app-store.js';
import type { AwayStore } from './away-store.js';
import type { ConnectionStore } from './connection-store.js';
import type { DraftStore } from './draft-store.js';
import type { FoldMemory } from './fold-memory.js';
import type { HiddenSessions } from './hidden-sessions.js';
import type { LookStore } from './look-store.js';
import type { OfferStore } from './offer-store.js';
import type { OutboxStore } from './outbox-store.js';
import type { PreferenceStore } from './preference-store.js';
import type { PromptHistory } from './prompt-history.js';
import type { SeenStore } from './seen-store.js';
import type { ServerTime } from './server-time.js';
import type { SessionStore } from './session-store.js';
import type { SessionStores } from './session-stores.js';
import type { SettingsRoute } from './settings-route.js';
import type { SignInStore } from './sign-in-store.js';
import type { StartupStore } from './startup-store.js';
import type { ToastStore } from './toast-store.js';
import type { UploadStore } from './upload-store.js';
import type { ViewStore } from './view-store.js';
import type { VisibilityStore } from './visibility-store.js';
import type { WorkStore } from './work-store.js';

/** Everything that this tab knows, by concern. */
export interface AppContext {
  readonly connection: ConnectionStore;
  readonly app: AppStore;
  readonly startup: StartupStore;
  readonly sessions: SessionStores;
  readonly outbox: OutboxStore;
  readonly drafts: DraftStore;
  readonly toasts: ToastStore;
  readonly look: LookStore;
  readonly view: ViewStore;
  readonly settings: SettingsRoute;
  readonly preferences: PreferenceStore;
  readonly seen: SeenStore;
  readonly visibility: VisibilityStore;
  readonly time: ServerTime;
  readonly away: AwayStore;
  readonly offer: OfferStore;
  readonly hidden: HiddenSessions;
  readonly folds: FoldMemory;
  readonly announcer: AnnouncerStore;
  readonly work: WorkStore;
  /** The files of the folder, as the server has them. */
  readonly repo: RepoApi;
  /** Changes from before what a tab has loaded. */
  readonly history: Pick<AcpBridgeApi, 'get_changes'>;
  /** What the server and the agents have logged. */
  readonly logs: Pick<AcpBridgeApi, 'get_server_log' | 'get_agent_log' | 'get_trace'>;
  readonly signIn: SignInStore;
  readonly uploads: UploadStore;
  readonly prompts: PromptHistory;
  /** What the server knows of rules without doing anything. */
  readonly rules: RuleQueries;
  /** All that is known of the agents. */
  readonly agents: Pick<SettingsApi, 'get_agents'>;
  readonly page: PagePort;
  /** Asks the server for words that were said in any session. */
  search(query: string, limit: number): Promise<SessionHit[]>;
}

/** Questions about rules that only the server can answer. */
export interface RuleQueries {
  suggest(sessionId: string, permissionId: string): Promise<RuleDraft[]>;
  try(rule: RuleDraft): Promise<RuleTrial>;
}

/** What acts need of the browser itself. */
export interface PagePort {
  retryConnection(): void;
  reload(): void;
  copy(text: string): Promise<void>;
}

/** Found by every element below `<ac-app>`. */
export const appContext = createContext<AppContext>(Symbol('app'));

/** The session on screen, for what is drawn inside it. */
export const sessionContext = createContext<SessionStore | null>(Symbol('session'));

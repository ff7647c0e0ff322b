import { APP_LOG, type LoggedAppEvent, type SettingValues } from '../../server/protocol/app-state.js';
import type { EventPage, LoggedEvent } from '../../server/protocol/events.js';
import type { AcAppApi, ServerApi } from '../../server/protocol/rpc.js';
import type { Clock } from '../rpc/clock.js';
import type { LinkListener } from '../rpc/server-link.js';
import { AnnouncerStore } from './announcer-store.js';
import type { AppContext, PagePort } from './app-context.js';
import { AppStore } from './app-store.js';
import { Attention, type AttentionPorts } from './attention.js';
import { AwayStore } from './away-store.js';
import { ConnectionStore } from './connection-store.js';
import { DraftStore } from './draft-store.js';
import { FoldMemory } from './fold-memory.js';
import { HiddenSessions } from './hidden-sessions.js';
import { LookStore } from './look-store.js';
import { Narrator } from './narrator.js';
import { OfferStore } from './offer-store.js';
import { OutboxStore } from './outbox-store.js';
import { pageTitle } from './page-title.js';
import { PreferenceStore } from './preference-store.js';
import { PromptHistory } from './prompt-history.js';
import { SeenStore } from './seen-store.js';
import { ServerTime } from './server-time.js';
import { SessionStores } from './session-stores.js';
import { SettingsRoute } from './settings-route.js';
import { SignInStore } from './sign-in-store.js';
import { StartupStore } from './startup-store.js';
import { ToastStore } from './toast-store.js';
import type { UploadPort } from './upload-port.js';
import { UploadStore } from './upload-store.js';
import { ViewStore } from './view-store.js';
import { VisibilityStore } from './visibility-store.js';
import { WorkStore } from './work-store.js';

/** What the app needs of the world around it. */
export interface AppPorts {
  server: ServerApi;
  clock: Clock;
  newId(): string;
  local: Storage;
  session: Storage;
  location: Pick<Location, 'hash'>;
  history: Pick<History, 'pushState' | 'replaceState'>;
  isOnline(): boolean;
  builtVersion: string | null;
  paint(look: SettingValues): void;
  setTitle(title: string): void;
  page: PagePort;
  uploads: UploadPort;
  attention: AttentionPorts;
}

/** The app without its page: what it knows, what the server may tell it, what the link tells it. */
export interface App {
  readonly context: AppContext;
  readonly tab: AcAppApi;
  readonly listener: LinkListener;
}

/** Makes the stores and joins them; elements draw them, a link or a test feeds them. */
export function createApp(ports: AppPorts): App {
  const context = createContext(ports);
  joinStores(context);
  narrate(context, ports.clock);
  rememberSeen(context);
  context.visibility.subscribe(() => context.away.follow(context.visibility.value));
  new Attention(context, ports.attention, ports.clock);
  nameTab(context, ports.setTitle);
  let isFirst = true;
  return {
    context,
    tab: {
      streamChunk: (logId, page) => applyPage(context, logId, page),
      startupProgress: (stage, message, percent) => context.startup.follow({ stage, message, percent }),
      serverStopping: (reason) => context.connection.stopping(reason),
      signInOutput: (_agentId, output) => context.signIn.take(output),
    },
    listener: {
      onStatus: (status) => context.connection.follow(status),
      onConnected: () => {
        void catchUp(context, isFirst);
        isFirst = false;
      },
    },
  };
}

function createContext(ports: AppPorts): AppContext {
  const { server, clock, local, session } = ports;
  const app = new AppStore(server.AcpBridge);
  const toasts = new ToastStore(clock);
  const time = new ServerTime(clock);
  const open = (sessionId: string) => void server.Sessions.open(sessionId).catch(() => {});
  const view = new ViewStore({ location: ports.location, history: ports.history, open });
  const findSession = async (cmdId: string) => {
    // The same name again after a reload, so that no second session is made.
    if (view.value) return view.value;
    const { id } = await server.Sessions.create(`${cmdId}-session`, null);
    view.show(id);
    return id;
  };
  const drafts = new DraftStore({ server: server.Sessions, storage: local, clock });
  return {
    app,
    toasts,
    view,
    settings: new SettingsRoute({ location: ports.location, history: ports.history }),
    preferences: new PreferenceStore(local),
    seen: new SeenStore(local),
    visibility: new VisibilityStore(true),
    time,
    away: new AwayStore(time),
    offer: new OfferStore(),
    connection: new ConnectionStore(clock, ports.isOnline, ports.builtVersion),
    startup: new StartupStore(clock),
    sessions: new SessionStores(server.AcpBridge),
    outbox: new OutboxStore({
      server,
      clock,
      storage: session,
      newId: ports.newId,
      findSession,
      onRefused: ({ method }, { code, message }) => {
        // The turn was over in that moment, so the prompt did not have to wait.
        if (method === 'send_now' && code === 'not_found') return;
        toasts.show({ text: message, tone: 'error' });
      },
    }),
    drafts,
    uploads: new UploadStore({
      uploads: ports.uploads,
      newId: ports.newId,
      onDone: ({ key, sessionId }, upload) => drafts.attach(sessionId, { kind: 'upload', key, upload }),
    }),
    prompts: new PromptHistory(local),
    look: new LookStore({ storage: local, paint: ports.paint }),
    hidden: new HiddenSessions(clock),
    folds: new FoldMemory(session),
    announcer: new AnnouncerStore(),
    work: new WorkStore(session),
    repo: server.Repo,
    history: server.AcpBridge,
    logs: server.AcpBridge,
    agents: server.Settings,
    signIn: new SignInStore(server.AcpBridge),
    rules: {
      suggest: (sessionId, permissionId) => server.AcpBridge.suggest_rules(sessionId, permissionId),
      try: (rule) => server.Settings.try_rule(rule),
    },
    page: ports.page,
    search: (query, limit) => server.Sessions.search(query, limit),
  };
}

function applyPage({ app, sessions }: AppContext, logId: string, page: EventPage<unknown>): void {
  if (logId === APP_LOG) app.apply(page as EventPage<LoggedAppEvent>);
  else sessions.apply(logId, page as EventPage<LoggedEvent>);
}

/** A fresh connection: the app's state first, because it says which session to show. */
async function catchUp(context: AppContext, isFirst: boolean): Promise<void> {
  const { app, time, connection, startup, sessions, outbox, drafts, toasts, signIn } = context;
  if (!isFirst) startup.reconnected();
  sessions.catchUp();
  signIn.catchUp();
  try {
    const snapshot = await app.catchUp();
    time.follow(snapshot.serverTime);
    connection.meet(snapshot);
    startup.follow(snapshot.startup);
    outbox.resume();
    drafts.resume();
    if (!isFirst) toasts.show({ text: 'Reconnected', tone: 'success' });
  } catch {
    // The connection was lost again; the next one starts over.
  }
}

/** What the app's state means to the others. */
function joinStores({ app, drafts, look, view, sessions, hidden, signIn }: AppContext): void {
  const choose = () => {
    const state = app.value;
    if (!state) return;
    const seen = state.sessions.filter(({ id }) => !hidden.value.has(id));
    view.follow({ sessions: seen, openSessionId: state.openSessionId });
  };
  app.subscribe(() => {
    if (!app.value) return;
    look.follow(app.value.settings.values);
    signIn.follow(app.value.agents);
    drafts.follow(app.value.drafts, app.value.draftChips);
    choose();
  });
  hidden.subscribe(choose);
  let before = view.value;
  view.subscribe(() => {
    const sessionId = view.value;
    if (sessionId) {
      sessions.open(sessionId);
      if (before === null) drafts.adopt(sessionId);
      drafts.open(sessionId);
    }
    before = sessionId;
  });
  if (before) sessions.open(before);
}

/** A session counts as seen while it is on screen and somebody looks. */
function rememberSeen({ app, view, settings, seen, visibility, time }: AppContext): void {
  let shown: string | null = null;
  const look = () => {
    if (!app.value) return;
    const next = visibility.value && settings.value === null ? view.value : null;
    // News of what was seen to the last moment may come a moment later.
    if (shown !== null && shown !== next) seen.see({ id: shown, updatedAt: time.now() });
    shown = next;
    seen.meet(app.value.sessions);
    const session = app.value.sessions.find(({ id }) => id === shown);
    if (session) seen.see(session);
  };
  for (const store of [app, view, settings, visibility]) store.subscribe(look);
}

function nameTab({ app, view }: AppContext, setTitle: (title: string) => void): void {
  const name = () => setTitle(pageTitle(app.value, view.value));
  app.subscribe(name);
  view.subscribe(name);
}

function narrate({ view, sessions, announcer, toasts, outbox }: AppContext, clock: Clock): void {
  const mine = new Set<string>();
  outbox.subscribe(() => {
    for (const { method, args } of outbox.value) if (method.startsWith('answer_')) mine.add(String(args[1]));
  });
  const narrator = new Narrator({ announcer, toasts, clock, isMine: (id) => mine.has(id) });
  const turn = () => narrator.follow(view.value ? sessions.open(view.value) : null);
  view.subscribe(turn);
  turn();
}

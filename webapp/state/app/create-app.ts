import type { AppState, SessionSummary } from '../../../server/protocol/api/app-state.js';
import type { TaskState } from '../../../server/protocol/api/changes.js';
import { REPO_CHANNEL, reduceSettings } from '../../../server/protocol/api/channels.js';
import type { AcAppApi } from '../../../server/protocol/api/rpc.js';
import type { Clock } from '../../../server/protocol/clock.js';
import type { EventPage } from '../../../server/protocol/events.js';
import type { LoggedEvent } from '../../../server/protocol/session/session-event.js';
import { isAnsweredInPlace } from '../../codes/answered-in-place.js';
import { errorText } from '../../codes/error-words.js';
import type { LinkListener } from '../../rpc/server-link.js';
import { buildApi, type Caller } from '../../rpc/server-link.js';
import { ServerTime } from '../base/server-time.js';
import { VisibilityStore } from '../base/visibility-store.js';
import { DraftStore } from '../composer/draft-store.js';
import { PromptHistory } from '../composer/prompt-history.js';
import { AttachmentStore, type UploadPort } from '../composer/upload-store.js';
import { AppStore, appParts } from '../server/app-store.js';
import { ChannelStore } from '../server/channel-store.js';
import { ConnectionStore } from '../server/connection-store.js';
import { OfferStore } from '../server/offer-store.js';
import { SignInStore } from '../server/sign-in-store.js';
import { StartupStore } from '../server/startup-store.js';
import { TerminalStore } from '../server/terminal-store.js';
import { AwayStore } from '../session/away-store.js';
import { FoldMemory } from '../session/fold-memory.js';
import { HiddenSessionsStore } from '../session/hidden-sessions.js';
import { OlderSessionsStore } from '../session/older-sessions.js';
import { OutboxStore } from '../session/outbox-store.js';
import { SessionStores } from '../session/session-store.js';
import { keepLook, type Look } from '../settings/keep-look.js';
import { SettingsStore } from '../settings/settings-store.js';
import { PreferenceStore } from '../view/preference-store.js';
import { SettingsRoute } from '../view/settings-route.js';
import { ViewStore } from '../view/view-store.js';
import { WorkStore } from '../work/work-store.js';
import { AnnouncerStore } from './announcer-store.js';
import { Attention, type AttentionPorts, unseenSessions } from './attention.js';
import type { AppContext, BrowserPort } from './contexts.js';
import { Narrator } from './narrator.js';
import { tellLooks } from './tell-looks.js';
import { ToastStore } from './toast-store.js';
import { watchPrograms } from './watch-programs.js';
import { appWords } from './words.js';

/** What the app needs of the world around it. */
export interface AppPorts {
  call: Caller;
  clock: Clock;
  newId(): string;
  local: Storage;
  session: Storage;
  location: Pick<Location, 'hash' | 'href'>;
  history: Pick<History, 'pushState' | 'replaceState'>;
  isOnline(): boolean;
  builtVersion: string | null;
  paint(look: Look): void;
  setTitle(title: string): void;
  browser: BrowserPort;
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
  keepLook(context.settings, { storage: ports.local, paint: ports.paint });
  narrate(context, ports.clock);
  watchPrograms(context.server.app, context.notices.toasts, () => context.page.settings.show('programs'));
  tellLooks(context, buildApi(ports.call).Sessions.look_at);
  context.page.visibility.subscribe(() => context.sessions.away.follow(context.page.visibility.value));
  new Attention(context, ports.attention);
  nameTab(context, ports.setTitle);
  tellTasks(context);
  let isFirst = true;
  return {
    context,
    tab: {
      streamChunk: (logId, page) => applyPage(context, logId, page),
      startupProgress: (stage, detail, percent) => context.server.startup.follow({ stage, detail, percent }),
      serverStopping: () => context.server.connection.stopping(),
      signInOutput: (_agentId, output) => context.agents.signIn.take(output),
      terminalOutput: (output) => context.work.terminals.take(output),
    },
    listener: {
      onStatus: (status) => context.server.connection.follow(status),
      onConnected: () => {
        void catchUp(context, isFirst);
        isFirst = false;
      },
    },
  };
}

function createContext(ports: AppPorts): AppContext {
  const { call, clock, local, session } = ports;
  const server = buildApi(call);
  const { AcpBridge } = server;
  const toasts = new ToastStore(clock);
  const time = new ServerTime(clock);
  const connection = new ConnectionStore(clock, ports.isOnline, ports.builtVersion);
  const startup = new StartupStore(clock);
  const app = new AppStore(AcpBridge, (snapshot) => {
    time.follow(snapshot.serverTime);
    connection.meet(snapshot);
    startup.follow(snapshot.startup);
  });
  const open = (sessionId: string) => void server.Sessions.open(sessionId).catch(() => {});
  const view = new ViewStore({ storage: session, location: ports.location, history: ports.history, open });
  const findSession = async (cmdId: string) => {
    // The same name again after a reload, so that no second session is made.
    if (view.value) return view.value;
    const { id } = (await call('Sessions.create', [`${cmdId}-session`, null])) as SessionSummary;
    view.show(id);
    return id;
  };
  const stores = new SessionStores(server.AcpBridge);
  const drafts = new DraftStore({ server: server.Sessions, storage: local, clock });
  return {
    server: {
      app,
      settings: new ChannelStore('settings', { reduce: reduceSettings }, AcpBridge),
      // The repository of the folder; there is no other root yet.
      repo: new ChannelStore('repo:main', REPO_CHANNEL, AcpBridge),
      time,
      connection,
      startup,
    },
    sessions: {
      stores,
      hidden: new HiddenSessionsStore(clock),
      older: new OlderSessionsStore(server.Sessions.list, clock),
      away: new AwayStore(time),
      folds: new FoldMemory(session),
      excerpt: (sessionId) => server.Sessions.get_excerpt(sessionId),
      search: (query, limit, scope) => server.Sessions.search(query, limit, scope),
      usage: (days) => server.Sessions.get_usage(days),
      finder: server.AcpBridge,
      calls: server.Sessions,
      brief: (sessionId) => server.Sessions.brief(sessionId),
    },
    composer: {
      drafts,
      uploads: new AttachmentStore({
        uploads: ports.uploads,
        newId: ports.newId,
        onDone: ({ key, sessionId }, upload) => drafts.attach(sessionId, { kind: 'upload', key, upload }),
      }),
      prompts: new PromptHistory(local),
    },
    page: {
      view,
      settings: new SettingsRoute({ location: ports.location, history: ports.history }),
      visibility: new VisibilityStore(true),
    },
    work: {
      panel: new WorkStore(session),
      repo: server.Repo,
      storage: local,
      history: server.AcpBridge,
      terminals: new TerminalStore(server.AcpBridge),
    },
    agents: { reports: server.Settings, signIn: new SignInStore(server.AcpBridge) },
    notices: { toasts, announcer: new AnnouncerStore(), offer: new OfferStore() },
    outbox: new OutboxStore({
      call,
      clock,
      storage: session,
      newId: ports.newId,
      findSession,
      onRefused: ({ method, args }, error) => {
        if (method === 'set_option' || method === 'set_mode') stores.open(String(args[0])).redrawSettings();
        // Where files are edited and deleted, it is told what can be done about it.
        if (method === 'write_file' || /^delete_(?:file|folder)$/.test(method)) return;
        // The turn was over in that moment, so the prompt did not have to wait.
        if (method === 'send_now' && error.name === 'not_found') return;
        if (isAnsweredInPlace(error.reason)) return;
        toasts.show({ text: errorText(error), tone: 'error' });
      },
    }),
    settings: new SettingsStore({ storage: local, build: ports.builtVersion }),
    preferences: new PreferenceStore(local),
    logs: server.AcpBridge,
    config: server.Settings,
    door: server.Settings,
    host: {
      get_host_info: () => server.Settings.get_host_info(),
      get_licences: () => server.Settings.get_licences(),
      list: (...args) => server.Sessions.list(...args),
    },
    rules: {
      suggest: (sessionId, permissionId) => server.AcpBridge.suggest_rules(sessionId, permissionId),
      try: (rule) => server.Settings.try_rule(rule),
    },
    browser: ports.browser,
  };
}

function applyPage({ server, sessions }: AppContext, logId: string, page: EventPage<unknown>): void {
  const { app, settings, repo } = server;
  const channels: readonly AnyChannelStore[] = [app, settings, repo];
  const channel = channels.find(({ name }) => name === logId);
  if (channel) channel.apply(page as EventPage<never>);
  else sessions.stores.apply(logId, page as EventPage<LoggedEvent>);
}

/** This tab's copy of any channel. */
interface AnyChannelStore {
  readonly name: string;
  apply(page: EventPage<never>): void;
}

/** A fresh connection: the app's state first, because it says which session to show. */
async function catchUp(context: AppContext, isFirst: boolean): Promise<void> {
  const { app, settings, startup } = context.server;
  if (!isFirst) startup.reconnected();
  context.sessions.stores.catchUp();
  context.agents.signIn.catchUp();
  context.work.terminals.catchUp();
  // A lost connection is reported elsewhere.
  void settings.catchUp().catch(() => {});
  try {
    await app.catchUp();
    context.outbox.resume();
    context.composer.drafts.resume();
    if (!isFirst) context.notices.toasts.show({ text: appWords.reconnected, tone: 'success' });
  } catch {
    // The connection was lost again; the next one starts over.
  }
}

/** What the app's state means to the others. */
function joinStores({ server, sessions, composer, page, agents, settings }: AppContext): void {
  const { app } = server;
  const { stores, hidden } = sessions;
  const { drafts } = composer;
  const { view } = page;
  const choose = () => {
    const state = app.value;
    if (!state) return;
    const seen = state.sessions.filter(({ id }) => !hidden.value.has(id));
    view.follow({ ...state, sessions: seen }, (id) => stores.open(id).value.status === 'gone');
  };
  server.settings.subscribe(() => server.settings.value && settings.follow(server.settings.value));
  app.observe(
    (state) => state?.agents,
    (known) => known && agents.signIn.follow(known),
  );
  app.observe(
    appParts('drafts', 'draftChips'),
    (told) => told && drafts.follow({ texts: told.drafts, chips: told.draftChips ?? {}, at: app.position }),
  );
  app.observe(appParts('folder', 'sessions', 'openSessionId'), choose);
  hidden.subscribe(choose);
  let before = view.value;
  let stopWaiting = () => {};
  const open = (sessionId: string) => {
    stopWaiting();
    const store = stores.open(sessionId);
    stopWaiting = store.subscribe(() => store.value.status === 'gone' && choose());
  };
  view.subscribe(() => {
    const sessionId = view.value;
    if (sessionId) {
      open(sessionId);
      if (before === null) drafts.adopt(sessionId);
      drafts.open(sessionId);
    }
    before = sessionId;
  });
  if (before) open(before);
  const openBeside = () => {
    const { sessionId } = view.beside.value ?? {};
    if (!sessionId) return;
    stores.open(sessionId);
    drafts.open(sessionId);
  };
  view.beside.subscribe(openBeside);
  openBeside();
}

function nameTab(context: AppContext, setTitle: (title: string) => void): void {
  const { app } = context.server;
  const { view, visibility } = context.page;
  const name = () => {
    const hasNews = !visibility.value && unseenSessions(context).length > 0;
    setTitle(pageTitle(app.value, view.value, hasNews));
  };
  app.observe(appParts('folder', 'sessions'), name);
  for (const store of [view, visibility]) store.subscribe(name);
}

/** What takes its time is told from when the first of it begins; most pages never see one. */
function tellTasks(context: AppContext): void {
  const { app } = context.server;
  // One may end while the code that tells of it is on its way.
  const begun = new Map<string, TaskState>();
  const tasksOf = (state: AppState | null) => state?.tasks;
  const stop = app.observe(tasksOf, (tasks = []) => {
    const isFirst = begun.size === 0;
    for (const task of tasks) if (task.state === 'running') begun.set(task.id, task);
    if (!isFirst || begun.size === 0) return;
    void import('./task-toasts.js').then(({ TaskToasts }) => {
      stop();
      new TaskToasts(context, begun);
    });
  });
}

function narrate({ page: { view }, sessions: { stores }, notices, outbox }: AppContext, clock: Clock): void {
  const { announcer, toasts } = notices;
  const mine = new Set<string>();
  outbox.subscribe(() => {
    for (const { method, args } of outbox.value) if (method.startsWith('answer_')) mine.add(String(args[1]));
  });
  const narrator = new Narrator({ announcer, toasts, clock, isMine: (id) => mine.has(id) });
  const turn = () => narrator.follow(view.value ? stores.open(view.value) : null);
  view.subscribe(turn);
  turn();
}

const SIGNS = { idle: '', running: '◐ ', waiting: '' } as const;
const NEWS = '● ';

/** The title of the tab: what the session is, and whether it runs, waits for somebody or has news for anyone who looks elsewhere. */
function pageTitle(app: AppState | null, sessionId: string | null, hasNews = false): string {
  const session = app?.sessions.find(({ id }) => id === sessionId);
  const waiting = app?.sessions.filter(({ status }) => status === 'waiting').length ?? 0;
  const count = waiting > 0 ? `(${waiting}) ` : '';
  const title = session && (session.title || appWords.untitled);
  return `${count || SIGNS[session?.status ?? 'idle'] || (hasNews ? NEWS : '')}${[title, app?.folder.name, 'AcDeck'].filter(Boolean).join(' · ')}`;
}

import './components/ac-app.js';
import { DOOR } from '../server/protocol/door.js';
import type { AcApp } from './components/ac-app.js';
import { loadLateElements } from './components/late-elements.js';
import { loadTranscript } from './components/late-transcript.js';
import { loadPermissionDock } from './components/render-docks.js';
import { isTouch } from './components/touch.js';
import { pageSignals } from './page-signals.js';
import { paint } from './paint.js';
import { systemClock } from './rpc/clock.js';
import { randomUUID } from './rpc/node-crypto.js';
import { ServerConnection } from './rpc/server-connection.js';
import { ServerLink } from './rpc/server-link.js';
import { SignIn } from './rpc/sign-in.js';
import { createApp } from './state/create-app.js';
import { perform } from './state/perform.js';

declare const __APP_VERSION__: string;

// It comes while the connection is made; if it does not, the first conversation tries again.
loadTranscript().catch(() => {});

const signIn = new SignIn({ location, history, storage: localStorage, fetch });
const isVisible = () => document.visibilityState === 'visible';
const link = new ServerLink({
  signIn,
  connect: (key, tab) =>
    ServerConnection.open({ url: `${location.origin.replace(/^http/, 'ws')}${DOOR.rpcPath}`, key, tab }),
  clock: systemClock,
  random: Math.random,
  isVisible,
});
const app = createApp({
  server: link.api,
  clock: systemClock,
  newId: randomUUID,
  local: localStorage,
  session: sessionStorage,
  location,
  history,
  isOnline: () => navigator.onLine,
  builtVersion: __APP_VERSION__,
  paint,
  setTitle: (title) => {
    document.title = title;
  },
  uploads: {
    prepare: async (file) => (await import('./worker/image-worker-client.js')).preparePicture(file),
    send: async (file, ticket) => (await import('./rpc/upload-client.js')).sendFile(file, ticket),
    load: async (id) => (await import('./rpc/upload-client.js')).loadFile(id),
    discard: async (id) => (await import('./rpc/upload-client.js')).discardFile(id),
  },
  page: {
    retryConnection: () => void link.connect(),
    reload: () => location.reload(),
    copy: (text) => navigator.clipboard.writeText(text),
  },
  attention: pageSignals((sessionId) => perform(app.context, { type: 'open_session', sessionId })),
});

function readAddress(): void {
  app.context.view.readAddress();
  app.context.settings.readAddress();
}

addEventListener('online', () => link.wake());
addEventListener('pageshow', () => link.wake());
addEventListener('pagehide', () => app.context.hidden.settle());
document.addEventListener('visibilitychange', () => {
  if (isVisible()) {
    link.wake();
    // Somebody may have gone on in an agent's own terminal meanwhile; what is found comes as news.
    link.api.Sessions.list().catch(() => {});
  }
  app.context.visibility.follow(isVisible());
});
addEventListener('storage', (event) => {
  if (event.key === SignIn.storageKey) link.wake();
  else app.context.preferences.readKept();
});
addEventListener('hashchange', () => (signIn.readAddress() ? void link.connect() : readAddress()));
addEventListener('popstate', readAddress);

document.querySelector<AcApp>('ac-app')!.context = app.context;
link.start(app.tab, app.listener);
// Not every browser tells when it is idle.
(globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_000)))(() => {
  loadPermissionDock();
  loadLateElements();
  if (isTouch()) void import('./follow-keyboard.js').then(({ followKeyboard }) => followKeyboard());
});

import './components/page/ac-app.js';
import { DOOR } from '../server/protocol/api/door.js';
import { systemClock } from '../server/protocol/clock.js';
import { loadTranscript, rehearseTranscript } from './components/conversation/late-transcript.js';
import { loadPermissionDock } from './components/docks/render-requests.js';
import type { AcApp } from './components/page/ac-app.js';
import { takeEarlyPlace } from './early-words.js';
import { pageSignals, shareSight } from './page-signals.js';
import { browserShelf } from './rpc/identity-shelf.js';
import { randomUUID } from './rpc/node-crypto.js';
import { ServerConnection } from './rpc/server-connection.js';
import { ServerLink } from './rpc/server-link.js';
import { SignIn } from './rpc/sign-in.js';
import { createApp } from './state/app/create-app.js';
import { perform } from './state/app/perform.js';
import type { Look } from './state/settings/keep-look.js';
import { loadLateElements } from './ui/late-element.js';
import { isTouch } from './ui/media-controller.js';

declare const __APP_VERSION__: string;

/** Until then a person has seen where to write, and before they have written something. */
const SOON_MS = 100;
/** By then a person has begun to read or to write. */
const LATER_MS = 1_000;

const signIn = new SignIn({ location, history, storage: localStorage, shelf: browserShelf(), fetch });
const isVisible = () => document.visibilityState === 'visible';
const link = new ServerLink({
  signIn,
  connect: (identity, tab, metImpostor) => {
    const url = `${location.origin.replace(/^http/, 'ws')}${DOOR.rpcPath}`;
    return ServerConnection.open({ url, port: Number(location.port || 80), identity, tab, metImpostor });
  },
  clock: systemClock,
  random: Math.random,
  isVisible,
});
const app = createApp({
  call: link.call,
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
    send: async (file, ticket) => (await import('./rpc/upload-client.js')).sendFile(file, ticket, await link.pass()),
    load: async (id) => (await import('./rpc/upload-client.js')).loadFile(id, await link.pass()),
    discard: async (id) => (await import('./rpc/upload-client.js')).discardFile(id, await link.pass()),
  },
  browser: {
    retryConnection: () => void link.connect(),
    reload: () => location.reload(),
    copy: (text) => navigator.clipboard.writeText(text),
  },
  attention: pageSignals((sessionId) => perform(app.context, { type: 'open_session', sessionId })),
});

function readAddress(): void {
  app.context.page.view.readAddress();
  app.context.page.settings.readAddress();
}

addEventListener('online', () => link.wake());
addEventListener('pageshow', () => link.wake());
addEventListener('pagehide', () => app.context.sessions.hidden.settle());
document.addEventListener('visibilitychange', () => {
  if (isVisible()) {
    link.wake();
    // Somebody may have gone on in an agent's own terminal meanwhile; what is found comes as news.
    link.call('Sessions.list', []).catch(() => {});
  }
  app.context.page.visibility.follow(isVisible());
  shareSight(isVisible());
});
// A page may be opened behind another one.
app.context.page.visibility.follow(isVisible());
shareSight(isVisible());
addEventListener('storage', (event) => {
  if (event.key === SignIn.storageKey) link.wake();
  else app.context.preferences.readKept();
});
addEventListener('hashchange', () => (signIn.readAddress() ? void link.connect() : readAddress()));
addEventListener('popstate', readAddress);

link.start(app.tab, app.listener);
// In a task of its own, so that keys that were pressed meanwhile come first.
setTimeout(() => void takeEarlyPlace(document.querySelector<AcApp>('ac-app')!, app.context));
// One after the other, so that neither the first paint nor the first letters wait for what can come later. A conversation
// that is shown at once asks for its code itself.
requestAnimationFrame(
  () =>
    void whenIdle(SOON_MS)
      .then(loadTranscript)
      .then(() => whenIdle(0))
      .then(rehearseTranscript)
      .catch(() => {})
      .then(() => whenIdle(LATER_MS))
      .then(loadRest),
);

// Not every browser says when it is idle.
async function whenIdle(after: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, after));
  const { requestIdleCallback: wait }: Partial<typeof globalThis> = globalThis;
  if (wait) await new Promise((resolve) => wait(resolve, { timeout: 500 }));
}

function loadRest(): void {
  loadPermissionDock();
  loadLateElements();
  if (isTouch()) void import('./follow-keyboard.js').then(({ followKeyboard }) => followKeyboard());
}

/** Makes the page look as chosen; the tokens do the rest. */
function paint({ theme, density, contrast, hue, textFont, codeFont, textSize, codeSize }: Look): void {
  const { dataset, style } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  if (density === 'compact') dataset.density = density;
  else delete dataset.density;
  if (contrast === 'high') dataset.contrast = contrast;
  else delete dataset.contrast;
  style.setProperty('--hue', String(hue));
  setOrClear(style, 'font-size', textSize === 100 ? '' : `${textSize}%`);
  setOrClear(style, '--code-scale', codeSize === 100 ? '' : String(codeSize / 100));
  setOrClear(style, '--own-font', textFont === '' ? '' : `"${textFont}"`);
  setOrClear(style, '--own-mono', codeFont === '' ? '' : `"${codeFont}"`);
}

function setOrClear(style: CSSStyleDeclaration, name: string, value: string): void {
  if (value === '') style.removeProperty(name);
  else style.setProperty(name, value);
}

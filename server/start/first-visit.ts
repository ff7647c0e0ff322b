import type { Assets } from '../http/assets.js';
import type { TabHost } from '../http/door/doorway.js';
import type { Clock } from '../protocol/clock.js';

/** A person who waits for the address opens it at once. */
const ASKED_MS = 250;
/** By then the page is there, or it is none of ours that asks. */
const SHOWN_MS = 1_000;
/** The build names the app's script so. A page asks for it after its first paint. */
const APP_SCRIPT = /^\/assets\/index-[^/]+\.js$/;

/**
 * Knows when the first page has come. The start of an agent keeps the thread busy and takes longer than a page: a page that
 * is opened at once comes first.
 */
export class FirstVisit {
  readonly #clock: Clock;
  readonly #asked = new Signal();
  readonly #painted = new Signal();
  readonly #shown = new Signal();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The same files; this hears when the first is asked for, and when a page that was painted has the app's script. */
  watchAssets(assets: Assets): Assets {
    const serve: Assets['serve'] = (request, response) => {
      this.#asked.give();
      if (APP_SCRIPT.test(request.url ?? '')) response.once('close', this.#painted.give);
      assets.serve(request, response);
    };
    return { ...assets, serve };
  }

  /** The same host; this hears when the first tab is let in. */
  watchTabs(tabs: TabHost): TabHost {
    const accept: TabHost['accept'] = (...args) => {
      this.#shown.give();
      return tabs.accept(...args);
    };
    return { ...tabs, accept };
  }

  /** Resolves when the first page was painted, and before its app knocks; soon, if nobody asks for a page. */
  async painted(): Promise<void> {
    const isAsked = await this.#within(this.#asked.given, ASKED_MS);
    if (isAsked) await this.#within(this.#painted.given, SHOWN_MS);
  }

  /** Resolves when a page that was asked for is there; soon, if nobody asks. */
  async over(): Promise<void> {
    const isAsked = await this.#within(this.#asked.given, ASKED_MS);
    if (isAsked) await this.#within(this.#shown.given, SHOWN_MS);
  }

  #within(promise: Promise<void>, ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(ms, () => resolve(false));
      void promise.then(() => {
        cancel();
        resolve(true);
      });
    });
  }
}

/** Something that happens once, to wait for. */
class Signal {
  give: () => void = () => {};
  readonly given = new Promise<void>((resolve) => {
    this.give = resolve;
  });
}

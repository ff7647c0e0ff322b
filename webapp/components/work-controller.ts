import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { UserAct } from '../state/acts.js';
import type { WorkStore } from '../state/work-store.js';
import { deepActiveElement, focusIn, hasFocus } from './focus-in.js';

const OPENS: ReadonlySet<UserAct['type']> = new Set(['show_work', 'open_file']);

/** Loads the work panel when it is wanted, and sees to it that the focus goes there with a person and back again. */
export class WorkController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #store: () => WorkStore | undefined;
  /** What had the focus when the panel was opened. */
  #opener: HTMLElement | null = null;
  #isLoaded = false;

  constructor(host: ReactiveControllerHost & HTMLElement, store: () => WorkStore | undefined) {
    this.#host = host;
    this.#store = store;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Whether the panel is wanted and can be drawn. */
  get isShown(): boolean {
    return this.#isLoaded && (this.#store()?.value.tab ?? null) !== null;
  }

  hostUpdated(): void {
    if (!this.#isLoaded && this.#store()?.value.tab) void this.#load();
  }

  /** Does an act of a person that may open or close the panel. */
  around(act: UserAct, perform: () => void): void {
    const panel = this.#panel;
    const isInside = panel !== null && hasFocus(panel);
    if (OPENS.has(act.type) && !isInside) this.#opener = deepActiveElement() as HTMLElement | null;
    perform();
    if (OPENS.has(act.type) && !isInside) void this.#enter();
    if (act.type === 'close_work' && isInside) void this.#leave();
  }

  get #panel() {
    return this.#host.querySelector('work-panel');
  }

  async #load(): Promise<void> {
    await import('./work-panel.js');
    this.#isLoaded = true;
    this.#host.requestUpdate();
  }

  async #enter(): Promise<void> {
    await this.#load();
    await this.#host.updateComplete;
    const panel = this.#panel;
    await panel?.updateComplete;
    if (panel) focusIn(panel);
  }

  async #leave(): Promise<void> {
    await this.#host.updateComplete;
    const opener = this.#opener;
    this.#opener = null;
    if (opener?.isConnected && opener.checkVisibility() && opener !== document.body) opener.focus();
    else this.#host.querySelector('prompt-composer')?.focus();
  }
}

import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { UserAct } from '../../state/app/acts.js';
import type { FileWish, WorkStore } from '../../state/work/work-store.js';
import { activePart, deepActiveElement, focusIn, hasFocus } from '../../ui/focus-search.js';
import { lateModule } from '../../ui/late-element.js';
import { isTouch } from '../../ui/media-controller.js';

const loadWorkPanel = lateModule(() => import('../work-panel/work-panel.js'));
const OPENS: ReadonlySet<UserAct['type']> = new Set(['show_work', 'open_file', 'show_terminal', 'open_terminal']);

/** Loads the work panel when it is wanted, and sees to it that the focus goes there with a person and back again. */
export class WorkController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #store: () => WorkStore | undefined;
  /** What had the focus when the panel was opened; with a mouse, what is only pressed isn't a place to come back to. */
  #opener: HTMLElement | null = null;
  #isLoaded = false;
  /** What a person wants to do with the files as soon as the panel is there. */
  #wish: FileWish | null = null;

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
    if (this.#wish !== null && this.#panel) void this.#comeTrue(this.#panel, this.#wish);
  }

  /** Does an act of a person that may open or close the panel. */
  around(act: UserAct, perform: () => void): void {
    const panel = this.#panel;
    const isInside = panel !== null && hasFocus(panel);
    if (OPENS.has(act.type) && !isInside) this.#opener = placeNow();
    perform();
    if (OPENS.has(act.type) && !isInside) void this.#enter().then(() => this.#fulfil(act));
    else void this.#fulfil(act);
    if (act.type === 'close_work' && isInside) void this.#leave();
  }

  get #panel() {
    return this.#host.querySelector('work-panel');
  }

  async #load(): Promise<void> {
    try {
      await loadWorkPanel();
    } catch {
      // Whoever wants it next has it fetched again.
      return;
    }
    this.#isLoaded = true;
    this.#host.requestUpdate();
  }

  async #enter(): Promise<void> {
    await this.#load();
    await this.#host.updateComplete;
    const panel = this.#panel;
    await panel?.updateComplete;
    // Somebody who wanted a certain place in it is there already.
    if (panel && !hasFocus(panel)) focusIn(panel);
  }

  async #fulfil(act: UserAct): Promise<void> {
    this.#wish = null;
    if (act.type !== 'show_work' || !act.wish) return;
    await this.#host.updateComplete;
    const panel = this.#panel;
    if (panel) await this.#comeTrue(panel, act.wish);
    // The session, or what draws the panel, is still on its way.
    else this.#wish = act.wish;
  }

  async #comeTrue(panel: HTMLElementTagNameMap['work-panel'], wish: FileWish): Promise<void> {
    this.#wish = null;
    await panel.fulfil(wish);
  }

  async #leave(): Promise<void> {
    await this.#host.updateComplete;
    const opener = this.#opener;
    this.#opener = null;
    if (opener?.isConnected && opener.checkVisibility() && opener !== document.body) opener.focus();
    else if (!isTouch()) activePart('prompt-composer')?.focus();
  }
}

function placeNow(): HTMLElement | null {
  const active = deepActiveElement() as HTMLElement | null;
  return isTouch() || active?.matches(':focus-visible') ? active : null;
}

import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { lateElement } from '../../ui/late-element.js';
import type { ComposerMenu } from './composer-menu.js';
import { findTrigger, type Trigger } from './find-trigger.js';

const needComposerMenu = lateElement(() => import('./composer-menu.js'));

type Host = ReactiveControllerHost & { readonly shadowRoot: ShadowRoot | null };

/** Knows when the composer's menu is wanted, loads it then, and gives it the keys. */
export class SuggestController implements ReactiveController {
  readonly #host: Host;
  trigger: Trigger | null = null;
  /** The line that a screen reader shall hear of, while there is one. */
  activeId: string | null = null;
  /** Where a menu was closed by hand; it stays closed for that word. */
  #closedAt: number | null = null;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.close();
  }

  /** The text or the caret has changed. */
  follow(text: string, caret: number): void {
    const found = findTrigger(text, caret);
    if (!found || found.start !== this.#closedAt) this.#closedAt = null;
    const next = found && this.#closedAt === null ? found : null;
    if (next?.start === this.trigger?.start && next?.query === this.trigger?.query) return;
    if (next) needComposerMenu();
    this.#set(next);
  }

  /** Whether a key was for the menu. */
  takeKey(event: KeyboardEvent): boolean {
    if (!this.trigger || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === 'Escape' && this.activeId !== null) {
      this.#closedAt = this.trigger.start;
      this.#set(null);
      return true;
    }
    return !event.shiftKey && (this.#menu?.takeKey?.(event.key) ?? false);
  }

  close(): void {
    if (this.trigger) this.#set(null);
  }

  /** The menu says that another line is active. */
  readonly onActive = (): void => {
    const activeId = this.#menu?.activeId ?? null;
    if (activeId === this.activeId) return;
    this.activeId = activeId;
    this.#host.requestUpdate();
  };

  get #menu(): ComposerMenu | null {
    return this.#host.shadowRoot?.querySelector('composer-menu') ?? null;
  }

  #set(trigger: Trigger | null): void {
    this.trigger = trigger;
    if (!trigger) this.activeId = null;
    this.#host.requestUpdate();
  }
}

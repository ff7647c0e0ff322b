import type { Clock } from '../../../server/protocol/clock.js';
import { Store } from '../base/store.js';

/** A short message that goes away by itself, unless it lasts. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'info' | 'success' | 'warning' | 'error';
  readonly action: { readonly label: string; run(): void } | null;
  /** What it is about; another message about the same takes its place. */
  readonly about: string | null;
  /** It stays until a person or another message about the same takes it away. */
  readonly lasts: boolean;
}

export type NewToast = Pick<Toast, 'text'> & Partial<Omit<Toast, 'id'>> & { readonly ms?: number };

/** How long an act can be taken back: enough to read the message and reach its button. */
export const UNDO_MS = 12_000;

/** A message about an earlier one that is being edited; it is over when that is sent. */
export const EDITING = 'editing';

const MOST = 3;
const STAY_MS = 4_000;
/** An error, or something to press, gets more time. */
const STAY_LONG_MS = 8_000;

/** What is shown in passing, the newest last. */
export class ToastStore extends Store<readonly Toast[]> {
  readonly #clock: Clock;
  #lastId = 0;

  constructor(clock: Clock) {
    super([]);
    this.#clock = clock;
  }

  /** Shows a message; the same one again only starts its time anew, and one about the same thing is changed where it stands. */
  show({ text, tone = 'info', action = null, about = null, lasts = false, ms }: NewToast): number {
    const toast: Toast = { id: ++this.#lastId, text, tone, action, about, lasts };
    const at = about === null ? -1 : this.value.findIndex((other) => other.about === about);
    if (at >= 0) this.set(this.value.with(at, toast));
    else {
      const others = this.value.filter((other) => other.text !== text || other.action !== null || other.lasts);
      const passing = others.filter((other) => !other.lasts).slice(1 - MOST);
      this.set([...others.filter((other) => other.lasts || passing.includes(other)), toast]);
    }
    const stay = ms ?? (tone === 'error' || action ? STAY_LONG_MS : STAY_MS);
    if (!lasts) this.#clock.after(stay, () => this.dismiss(toast.id));
    return toast.id;
  }

  /** Takes away what was said about something. */
  withdraw(about: string): void {
    const toast = this.value.find((other) => other.about === about);
    if (toast) this.dismiss(toast.id);
  }

  dismiss(id: number): void {
    const rest = this.value.filter((toast) => toast.id !== id);
    if (rest.length < this.value.length) this.set(rest);
  }
}

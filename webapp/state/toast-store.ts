import type { Clock } from '../rpc/clock.js';
import { Store } from './store.js';

/** A short message that goes away by itself. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'info' | 'success' | 'error';
  readonly action: { readonly label: string; run(): void } | null;
}

export type NewToast = Pick<Toast, 'text'> & Partial<Omit<Toast, 'id'>> & { readonly ms?: number };

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

  /** Shows a message; the same one again only starts its time anew. */
  show({ text, tone = 'info', action = null, ms }: NewToast): number {
    const toast: Toast = { id: ++this.#lastId, text, tone, action };
    const others = this.value.filter((other) => other.text !== text || other.action !== null);
    this.set([...others, toast].slice(-MOST));
    this.#clock.after(ms ?? (tone === 'error' || action ? STAY_LONG_MS : STAY_MS), () => this.dismiss(toast.id));
    return toast.id;
  }

  dismiss(id: number): void {
    const rest = this.value.filter((toast) => toast.id !== id);
    if (rest.length < this.value.length) this.set(rest);
  }
}

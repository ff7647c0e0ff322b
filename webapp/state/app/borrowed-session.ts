import { ContextProvider } from '@lit/context';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type Followed, follow } from '../base/follow.js';
import type { BorrowedStore, SessionCopy } from '../session/session-store.js';
import { consume, sessionContext, sessionsContext } from './contexts.js';
import { readdress } from './readdress.js';

/**
 * Another session than the one on screen, for an element and all inside it: followed while it is wanted, and what people do
 * there goes to that session.
 */
export class BorrowedSession implements ReactiveController {
  readonly #sessionId: () => string;
  readonly #isWanted: () => boolean;
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #sessions: { readonly value?: { stores: { borrow(id: string): BorrowedStore } } | null | undefined };
  readonly #provider: ContextProvider<typeof sessionContext, ReactiveControllerHost & HTMLElement>;
  readonly #copy: Followed<SessionCopy>;
  #borrowed: BorrowedStore | null = null;

  constructor(host: ReactiveControllerHost & HTMLElement, sessionId: () => string, isWanted = () => true) {
    this.#host = host;
    this.#sessionId = sessionId;
    this.#isWanted = isWanted;
    this.#sessions = consume(host, sessionsContext);
    this.#provider = new ContextProvider(host, { context: sessionContext, initialValue: null });
    // Before it is followed: what is borrowed in an update is drawn with it.
    host.addController(this);
    this.#copy = follow(host, () => this.#borrowed?.store);
    readdress(host, sessionId);
  }

  /** The session as it is known now; undefined while it is not followed. */
  get value(): SessionCopy | undefined {
    return this.#copy.value;
  }

  hostUpdate(): void {
    const id = this.#sessionId();
    if (this.#borrowed && this.#borrowed.store.sessionId !== id) this.#giveBack();
    const stores = this.#sessions.value?.stores;
    if (this.#borrowed || !this.#host.isConnected || !stores || !this.#isWanted()) return;
    this.#borrowed = stores.borrow(id);
    this.#provider.setValue(this.#borrowed.store);
  }

  hostDisconnected(): void {
    this.#giveBack();
  }

  #giveBack(): void {
    this.#borrowed?.end();
    this.#borrowed = null;
    this.#provider.setValue(null);
  }
}

import { ContextConsumer } from '@lit/context';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { sessionContext, sessionsContext } from './contexts.js';

/** Whether a card is open: as the person chose, else as it would by itself. */
export class FoldController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #entryId: () => string;
  readonly #sessions: ContextConsumer<typeof sessionsContext, ReactiveControllerHost & HTMLElement>;
  readonly #session: ContextConsumer<typeof sessionContext, ReactiveControllerHost & HTMLElement>;
  /** Where there is no memory to keep it in. */
  #own: boolean | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, entryId: () => string) {
    this.#host = host;
    this.#entryId = entryId;
    // Without a subscription: there is one of these for each card, and neither context changes while a card is there.
    this.#sessions = new ContextConsumer(host, { context: sessionsContext });
    this.#session = new ContextConsumer(host, { context: sessionContext });
    host.addController(this);
  }

  hostConnected(): void {}

  isOpen(byItself: boolean): boolean {
    const { folds } = this.#sessions.value ?? {};
    const sessionId = this.#session.value?.sessionId ?? '';
    return this.#own ?? folds?.choiceFor(sessionId, this.#entryId()) ?? byItself;
  }

  choose(isOpen: boolean): void {
    this.#own = isOpen;
    this.#sessions.value?.folds.choose(this.#session.value?.sessionId ?? '', this.#entryId(), isOpen);
    this.#host.requestUpdate();
  }
}

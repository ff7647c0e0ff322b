import { ContextConsumer } from '@lit/context';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { appContext, sessionContext } from './app-context.js';

/** Whether a card is open: as the person chose, else as it would by itself. */
export class FoldController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #entryId: () => string;
  readonly #app: ContextConsumer<typeof appContext, ReactiveControllerHost & HTMLElement>;
  readonly #session: ContextConsumer<typeof sessionContext, ReactiveControllerHost & HTMLElement>;
  /** Where there is no memory to keep it in. */
  #own: boolean | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, entryId: () => string) {
    this.#host = host;
    this.#entryId = entryId;
    this.#app = new ContextConsumer(host, { context: appContext });
    this.#session = new ContextConsumer(host, { context: sessionContext });
    host.addController(this);
  }

  hostConnected(): void {}

  isOpen(byItself: boolean): boolean {
    const { folds } = this.#app.value ?? {};
    const sessionId = this.#session.value?.sessionId ?? '';
    return this.#own ?? folds?.choiceFor(sessionId, this.#entryId()) ?? byItself;
  }

  choose(isOpen: boolean): void {
    this.#own = isOpen;
    this.#app.value?.folds.choose(this.#session.value?.sessionId ?? '', this.#entryId(), isOpen);
    this.#host.requestUpdate();
  }
}

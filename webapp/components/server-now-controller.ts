import { ContextConsumer } from '@lit/context';
import type { ReactiveControllerHost } from 'lit';
import { appContext } from '../state/app-context.js';
import { NowController } from './now-controller.js';

/** The time as the server tells it, for what is compared with times of a log. */
export class ServerNowController extends NowController {
  readonly #app: ContextConsumer<typeof appContext, ReactiveControllerHost & HTMLElement>;

  constructor(host: ReactiveControllerHost & HTMLElement, isWanted: () => boolean) {
    super(host, isWanted);
    this.#app = new ContextConsumer(host, { context: appContext });
  }

  override get value(): number {
    return this.#app.value?.time.now() ?? super.value;
  }
}

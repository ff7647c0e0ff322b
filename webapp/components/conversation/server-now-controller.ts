import { ContextConsumer } from '@lit/context';
import type { ReactiveControllerHost } from 'lit';
import { serverContext } from '../../state/app/contexts.js';
import { NowController } from '../../ui/now-controller.js';

/** The time as the server reports it, for what is compared with times of a log. */
export class ServerNowController extends NowController {
  readonly #server: ContextConsumer<typeof serverContext, ReactiveControllerHost & HTMLElement>;

  constructor(host: ReactiveControllerHost & HTMLElement, isWanted: () => boolean) {
    super(host, isWanted);
    this.#server = new ContextConsumer(host, { context: serverContext });
  }

  override get value(): number {
    return this.#server.value?.time.now() ?? super.value;
  }
}

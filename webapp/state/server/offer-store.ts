import { Store } from '../base/store.js';

/** Whether messages of the system are offered: only once a person would have wanted one. */
export class OfferStore extends Store<boolean> {
  constructor() {
    super(false);
  }

  make(): void {
    this.set(true);
  }

  withdraw(): void {
    this.set(false);
  }
}

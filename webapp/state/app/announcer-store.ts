import { Store } from '../base/store.js';

/** What a screen reader is to say next; `assertive` interrupts. */
export interface Announcement {
  readonly polite: string;
  readonly assertive: string;
}

/** The words for the page's two live regions. */
export class AnnouncerStore extends Store<Announcement> {
  constructor() {
    super({ polite: '', assertive: '' });
  }

  say(text: string): void {
    this.set({ ...this.value, polite: text });
  }

  interrupt(text: string): void {
    this.set({ ...this.value, assertive: text });
  }
}

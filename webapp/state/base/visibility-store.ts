import { Store } from './store.js';

/** Whether the page is before somebody's eyes; the browser says so. */
export class VisibilityStore extends Store<boolean> {
  follow(isVisible: boolean): void {
    this.set(isVisible);
  }
}

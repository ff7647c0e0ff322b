import type { Trigger } from './find-trigger.js';
import type { Choice } from './suggestions.js';

/** Fired when a suggestion is chosen; the composer does what it says. */
export class ChooseEvent extends Event {
  static readonly type = 'choose';
  readonly choice: Choice;
  readonly trigger: Trigger;

  constructor(choice: Choice, trigger: Trigger) {
    super(ChooseEvent.type);
    this.choice = choice;
    this.trigger = trigger;
  }
}

declare global {
  interface HTMLElementEventMap {
    choose: ChooseEvent;
  }
}

import type { DraftChip } from '../../../server/protocol/api/draft.js';
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

/** Fired when a long paste shall become words of the message again. */
export class PasteBackEvent extends Event {
  static readonly type = 'paste-back';
  readonly chip: Extract<DraftChip, { kind: 'paste' }>;

  constructor(chip: Extract<DraftChip, { kind: 'paste' }>) {
    super(PasteBackEvent.type);
    this.chip = chip;
  }
}

declare global {
  interface HTMLElementEventMap {
    choose: ChooseEvent;
    'paste-back': PasteBackEvent;
  }
}

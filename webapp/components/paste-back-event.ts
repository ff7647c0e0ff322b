import type { DraftChip } from '../../server/protocol/draft.js';

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
    'paste-back': PasteBackEvent;
  }
}

import type { ShapeKit } from '../event-shape.js';
import { errorAction } from '../events.js';
import type { Notice } from '../notices.js';
import { addEntry } from '../transcript/edit-transcript.js';
import type { CasesOf } from './event-case.js';

/** What AcDeck has to say itself. */
export const noticeShapes = (kit: ShapeKit) => ({
  notice_shown: {
    severity: kit.z.enum(['info', 'warning', 'error']),
    notice: kit.code<Notice>(),
    action: errorAction(kit).exactOptional(),
    /** How many of the messages here the agent no longer remembers, where this says so. */
    forgotten: kit.number.exactOptional(),
  },
});

export const noticeCases: CasesOf<typeof noticeShapes> = {
  notice_shown: {
    fold: (t, event) =>
      addEntry(event.forgotten === undefined ? t : { ...t, forgotten: event.forgotten }, event, {
        kind: 'notice',
        severity: event.severity,
        notice: event.notice,
        action: event.action ?? null,
      }),
  },
};

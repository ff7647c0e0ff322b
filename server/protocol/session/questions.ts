import type { ShapeKit } from '../event-shape.js';
import { actor, question } from '../events.js';
import type { VoidReason } from '../reasons.js';
import { addEntry } from '../transcript/edit-transcript.js';
import { endOf } from '../transcript/entry-list.js';
import { awaitAnswer, entriesAwaiting, settleQuestion } from '../transcript/open-requests.js';
import type { CasesOf, ReachOf } from './event-case.js';

/** What the agent asks of a person apart from tool calls (ACP's elicitation). */
export const questionShapes = (kit: ShapeKit) => {
  const { z, id, code } = kit;
  return {
    question_asked: { questionId: id, question: question(kit) },
    question_answered: { questionId: id, action: z.enum(['accept', 'decline', 'cancel']), by: actor(kit) },
    question_voided: { questionId: id, reason: code<VoidReason>() },
  };
};

export const questionCases: CasesOf<typeof questionShapes> = {
  question_asked: {
    fold(t, event) {
      const { questionId, question, at } = event;
      const n = endOf(t.entries);
      const asked = addEntry(t, event, { kind: 'question', questionId, question, outcome: { status: 'pending' } });
      return { ...awaitAnswer(asked, event, { kind: 'question', id: questionId, entry: n }), lastOutputAt: at };
    },
  },
  question_answered: {
    fold: (t, { questionId, action, by, at }) => settleQuestion(t, questionId, { status: 'answered', action, by, at }),
  },
  question_voided: {
    fold: (t, { questionId, reason, at }) => settleQuestion(t, questionId, { status: 'voided', reason, at }),
  },
};

export const questionReach: ReachOf<typeof questionShapes> = {
  question_answered: ({ questionId }, t) => entriesAwaiting(t, questionId),
  question_voided: ({ questionId }, t) => entriesAwaiting(t, questionId),
};

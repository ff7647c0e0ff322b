import { z } from 'zod';
import type { QuestionState } from '../../delegation/person-questions.js';
import { defineTool, waitField } from './tool.js';

/** How a question stands, as an agent reads it. */
export function questionText(id: string, state: QuestionState): string {
  if (state.state === 'answered') return `${id}: answered\n${state.answer}`;
  if (state.state === 'declined') return `${id}: declined. Go on without an answer.`;
  return `${id}: waiting. Go on with other work, or call wait with ["${id}"].`;
}

export const askPersonTool = defineTool({
  name: 'ask_person',
  description: 'Ask the person a question that you cannot answer yourself. It is shown as a form in the page.',
  input: z.strictObject({
    question: z.string().min(1).max(2_000),
    choices: z.array(z.string().min(1).max(200)).min(2).max(6).optional(),
    wait_seconds: waitField,
  }),
  makesWork: false,
  isReadOnly: true,
  async run({ question, choices = [], wait_seconds }, { delegations, questions, sessionId, signal }) {
    const id = questions.ask(sessionId, question, choices);
    const answered = new AbortController();
    void questions.over(sessionId, id).then(() => answered.abort());
    const either = AbortSignal.any([signal, answered.signal]);
    await delegations.reports.wait(sessionId, [], { seconds: wait_seconds, signal: either });
    return questionText(id, questions.state(sessionId, id));
  },
});

import { z } from 'zod';
import { questionText } from './ask-person.js';
import { reportText } from './report-text.js';
import { defineTool, waitField } from './tool.js';

export const waitTool = defineTool({
  name: 'wait',
  description:
    'Wait for delegated tasks, or for the answer to a question from ask_person. Returns at the first change; never poll with sleep.',
  input: z.strictObject({
    names: z.array(z.string().max(60)).min(1).max(8).describe('Names of tasks, or ids of questions.'),
    wait_seconds: waitField,
  }),
  makesWork: false,
  isReadOnly: true,
  async run({ names, wait_seconds }, { delegations, questions, sessionId, signal }) {
    const asked = names.filter((name) => questions.isOne(sessionId, name));
    const tasks = names.filter((name) => !questions.isOne(sessionId, name));
    const answered = new AbortController();
    for (const id of asked) void questions.over(sessionId, id).then(() => answered.abort());
    const either = AbortSignal.any([signal, answered.signal]);
    const patience = { seconds: wait_seconds, signal: either, isForMore: asked.length > 0 };
    const reports = await delegations.reports.wait(sessionId, tasks, patience);
    const questionLines = asked.map((id) => questionText(id, questions.state(sessionId, id)));
    return [...reports.map(reportText), ...questionLines].join('\n\n');
  },
});

import { z } from 'zod';
import { LIMITS } from '../../protocol/limits.js';
import { reportText } from './report-text.js';
import { defineTool, nameField, waitField } from './tool.js';

export const delegateTool = defineTool({
  name: 'delegate',
  description:
    'Delegate a task to another coding agent, which works on it in its own session. Gives its answer, or says that it still runs.',
  input: z.strictObject({
    task: z
      .string()
      .min(1)
      .max(LIMITS.delegation.taskChars)
      .describe('All that the other agent needs: it sees nothing of this conversation.'),
    name: nameField,
    agent: z
      .string()
      .max(200)
      .optional()
      .describe('An id from list_agents. Left out: the agent that has the name, else the person’s choice.'),
    wait_seconds: waitField,
  }),
  makesWork: true,
  isReadOnly: false,
  async run({ task, name, agent, wait_seconds }, { delegations, sessionId, meta, signal }) {
    const wish = { task, name, ...(agent === undefined ? {} : { agent }) };
    delegations.delegate(sessionId, wish, { tool: 'delegate', input: { task, name }, meta });
    const [report] = await delegations.reports.wait(sessionId, [name], { seconds: wait_seconds, signal });
    return reportText(report!);
  },
});

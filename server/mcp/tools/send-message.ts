import { z } from 'zod';
import { ToolRefusal } from '../../delegation/refusal.js';
import { LIMITS } from '../../protocol/limits.js';
import { reportText } from './report-text.js';
import { defineTool } from './tool.js';

export const sendMessageTool = defineTool({
  name: 'send_message',
  description: 'Send a follow-up to the session of a task that you have delegated, without waiting for its answer.',
  input: z.strictObject({
    session: z.string().min(1).max(100).describe('The name of a task of yours.'),
    text: z.string().min(1).max(LIMITS.delegation.taskChars),
  }),
  makesWork: true,
  isReadOnly: false,
  async run({ session, text }, { delegations, tree, sessionId, meta, signal }) {
    const above = tree.chain(sessionId).slice(1);
    if (above.some(({ id, parent }) => id === session || parent?.name === session)) {
      throw new ToolRefusal(
        'refused',
        'You work for that session. Your answer at the end of your task is what it gets.',
      );
    }
    if (!tree.child(sessionId, session)) throw new ToolRefusal('not_found', `There is no task “${session}” of yours.`);
    delegations.delegate(
      sessionId,
      { name: session, task: text },
      { tool: 'send_message', input: { session, text }, meta },
    );
    const [report] = await delegations.reports.wait(sessionId, [session], { seconds: 0, signal });
    return reportText(report!);
  },
});

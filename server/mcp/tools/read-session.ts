import { z } from 'zod';
import { mentionedSessions } from '../../delegation/mentioned-sessions.js';
import { readSession } from '../../delegation/read-session.js';
import { ToolRefusal } from '../../delegation/refusal.js';
import { defineTool, nameField } from './tool.js';

export const readSessionTool = defineTool({
  name: 'read_session',
  description:
    'Read what happened in the session of a task that you have delegated, or in one that the person has mentioned; newest entries last.',
  input: z.strictObject({
    session: nameField.describe('The name of a task of yours, or an id from list_sessions.'),
    last: z.int().min(1).max(50).default(20).describe('How many entries, counted from the end.'),
    after: z.int().min(0).optional().describe('Only entries after this number.'),
  }),
  makesWork: true,
  isReadOnly: true,
  run({ session, last, after }, { tree, sessionId }) {
    const mentioned = mentionedSessions(tree, sessionId).find(({ id }) => id === session);
    const found = tree.child(sessionId, session) ?? mentioned;
    if (!found) throw new ToolRefusal('not_found', `There is no task “${session}” of yours.`);
    const { transcript } = tree.session(found.id).log;
    return readSession(transcript, { last, ...(after === undefined ? {} : { after }) });
  },
});

import { z } from 'zod';
import { mentionedSessions } from '../../delegation/mentioned-sessions.js';
import { defineTool } from './tool.js';

const STATES = { idle: 'at rest', running: 'at work', waiting: 'waiting for a person' };

export const listSessionsTool = defineTool({
  name: 'list_sessions',
  description:
    'List the sessions that work on tasks you have delegated, by name, and those that the person has mentioned to you, by id.',
  input: z.strictObject({}),
  makesWork: true,
  isReadOnly: true,
  run(_input, { tree, sessionId }) {
    const own = tree
      .children(sessionId)
      .map(({ parent, agentId, status }) => `${parent?.name ?? ''}: ${agentId}, ${STATES[status]}`);
    const mentioned = mentionedSessions(tree, sessionId).map(
      ({ id, title, agentId, status }) => `${id}: “${title}” of ${agentId}, ${STATES[status]}, mentioned by the person`,
    );
    const lines = [...own, ...mentioned];
    return lines.length === 0 ? 'You have delegated nothing yet.' : lines.join('\n');
  },
});

import { z } from 'zod';
import { cleanWords } from '../../delegation/child-answer.js';
import { delegatesFor } from '../../delegation/delegates.js';
import { defineTool } from './tool.js';

export const listAgentsTool = defineTool({
  name: 'list_agents',
  description:
    'List the coding agents that a task can be delegated to: id, name, whether each is ready and asks before it acts.',
  input: z.strictObject({}),
  makesWork: true,
  isReadOnly: true,
  run(_input, { app, tree, sessionId }) {
    const own = tree.session(sessionId).agentId;
    const lines = delegatesFor(app.current, own).map(({ id, name, isReady, asksNothing }) => {
      const facts = [
        isReady ? 'ready' : 'not ready',
        asksNothing ? 'never asks a person' : 'asks a person before it acts',
      ];
      return `${id}: ${cleanWords(name)}, ${facts.join(', ')}${id === own ? ', the same as you' : ''}`;
    });
    return lines.length === 0 ? 'No agent can be asked now.' : lines.join('\n');
  },
});

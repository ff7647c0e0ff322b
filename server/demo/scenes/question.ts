import { type CreateElicitationRequest, type ElicitationSchema, methods } from '@agentclientprotocol/sdk';
import type { Scene, Stage } from '../stage/stage.js';

const FORM: ElicitationSchema = {
  type: 'object',
  title: 'About your project',
  properties: {
    name: { type: 'string', title: 'Name', description: 'What is it called?', minLength: 1, maxLength: 40 },
    colour: {
      type: 'string',
      title: 'Colour',
      oneOf: [
        { const: 'blue', title: 'Blue' },
        { const: 'green', title: 'Green' },
        { const: 'red', title: 'Red' },
      ],
      default: 'blue',
    },
    size: { type: 'integer', title: 'Number of pages', minimum: 1, maximum: 20, default: 3 },
    isPublic: { type: 'boolean', title: 'Public', default: false },
    parts: {
      type: 'array',
      title: 'Parts',
      items: { type: 'string', enum: ['Tests', 'Docs', 'Website'] },
    },
  },
  required: ['name', 'colour'],
};

/** A form for the person to fill in, decline or dismiss. */
export const questionScene: Scene = {
  name: 'question',
  keyword: /\b(question|form|ask me)\b/i,
  description: 'Ask with a form',
  async play(stage: Stage) {
    await stage.say('I have a few questions.\n');
    if (!stage.capabilities.elicitation?.form) return stage.say('\nBut this client shows no forms.\n');
    const request: CreateElicitationRequest = {
      sessionId: stage.session.id,
      mode: 'form',
      message: 'Tell me about your project. (The demo agent keeps nothing of it.)',
      requestedSchema: FORM,
    };
    const options = { cancellationSignal: stage.signal };
    const answer = await stage.unlessStopped(stage.client.request(methods.client.elicitation.create, request, options));
    if (answer.action === 'accept') {
      return stage.say(
        `\nThank you! You answered:\n\n\`\`\`json\n${JSON.stringify(answer.content, null, 2)}\n\`\`\`\n`,
      );
    }
    await stage.say(answer.action === 'decline' ? '\nYou declined; that is fine.\n' : '\nYou dismissed the form.\n');
  },
};

import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { AgentProfile } from './agent-profile.js';

/** A prompt's blocks as this agent can take them; what it cannot take becomes text or a link. */
export function fitPrompt(content: readonly ContentBlock[], can: AgentProfile['prompt']): ContentBlock[] {
  return content.map((block) => {
    if (block.type === 'image' && !can.image) return leftOut('An image', 'images');
    if (block.type === 'audio' && !can.audio) return leftOut('A recording', 'recordings');
    if (block.type === 'resource' && !can.embedded) return withoutEmbedding(block);
    return block;
  });
}

function leftOut(what: string, kind: string): ContentBlock {
  return { type: 'text', text: `[${what} was left out: this agent takes no ${kind}.]` };
}

function withoutEmbedding({ resource }: Extract<ContentBlock, { type: 'resource' }>): ContentBlock {
  if (!('text' in resource)) return { type: 'resource_link', uri: resource.uri, name: resource.uri };
  // Longer than any fence in it, so that its own words cannot end it.
  const runs = resource.text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return { type: 'text', text: `${resource.uri}:\n${fence}\n${resource.text}\n${fence}` };
}

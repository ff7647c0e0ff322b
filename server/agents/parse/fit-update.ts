import type { ContentBlock, ToolCallContent } from '@agentclientprotocol/sdk';
import type { ImageBlock } from '../../ports/agent.js';
import type { AgentUpdate } from '../../protocol/events.js';
import { isFields } from '../../protocol/fields.js';
import { tooLargeNote } from '../../protocol/transcript/left-out.js';
import { piecesOf } from '../../text/cut-text.js';
import { isTooDeep, tameValue } from './tame-value.js';

/** No update is larger than this as JSON, so that every page and frame can carry it. */
export const UPDATE_LIMIT = 1024 * 1024;
/** A message of this size fits no matter what its escapes and invalid bytes become when it is written again. */
const SURELY_FITS = 150 * 1024;
/** Six bytes each in the worst case. */
const PIECE_CHARS = 150 * 1024;
const CUTS = [256, 64, 16, 4, 1].map((kilo) => kilo * 1024);

/** Keeps a picture elsewhere and gives what refers to it; null if it cannot be kept. */
type KeepPicture = (picture: ImageBlock) => ImageBlock | null;

/** The update in a size that can be kept: long text comes in several pieces, all else is cut, visibly. */
export function fitUpdate(update: AgentUpdate, bytes: number, keep: KeepPicture = () => null): AgentUpdate[] {
  const sound = isTooDeep(update) ? (tameValue(update, Number.POSITIVE_INFINITY) as AgentUpdate) : update;
  if (bytes <= SURELY_FITS) return [sound];
  return splitText(sound) ?? [cutUpdate(withoutLargeMedia(sound, keep))];
}

function splitText(update: AgentUpdate): AgentUpdate[] | null {
  const { content } = update as { content?: unknown };
  if (!update.sessionUpdate.endsWith('_chunk') || !isFields(content) || content.type !== 'text') return null;
  return piecesOf(String(content.text), PIECE_CHARS).map((text) => ({
    ...update,
    content: { type: 'text', text },
  })) as AgentUpdate[];
}

function cutUpdate(update: AgentUpdate): AgentUpdate {
  let cut = update;
  for (const limit of [Number.POSITIVE_INFINITY, ...CUTS]) {
    cut = tameValue(update, limit) as AgentUpdate;
    if (Buffer.byteLength(JSON.stringify(cut)) <= UPDATE_LIMIT) return cut;
  }
  return remnantOf(cut);
}

/** What is left of an update that is too large however much is cut: thousands of items. */
function remnantOf(update: AgentUpdate): AgentUpdate {
  if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') {
    return { sessionUpdate: `_too_large_${update.sessionUpdate}` };
  }
  const { content: _content, locations: _locations, rawInput: _in, rawOutput: _out, _meta, ...rest } = update;
  return { ...rest, content: [{ type: 'content', content: note('the content of this call') }] } as AgentUpdate;
}

function withoutLargeMedia(update: AgentUpdate, keep: KeepPicture): AgentUpdate {
  const { content } = update as { content?: unknown };
  if (Array.isArray(content)) {
    const items = content as ToolCallContent[];
    const kept = items.map((item) =>
      item.type === 'content' ? { ...item, content: smallBlock(item.content, keep) } : item,
    );
    return { ...update, content: kept } as AgentUpdate;
  }
  return isFields(content)
    ? ({ ...update, content: smallBlock(content as ContentBlock, keep) } as AgentUpdate)
    : update;
}

/** Half a picture isn't a picture, so a large one is left out whole. */
function smallBlock(block: ContentBlock, keep: KeepPicture): ContentBlock {
  const data =
    'data' in block ? block.data : block.type === 'resource' && 'blob' in block.resource ? block.resource.blob : '';
  if (data.length <= CUTS[0]! * 3) return block;
  const kept = block.type === 'image' ? keep(block) : null;
  return kept ?? note(`${block.type} of ${(data.length / 1_400_000).toFixed(1)} MB`);
}

function note(what: string): ContentBlock {
  return { type: 'text', text: tooLargeNote(what) };
}

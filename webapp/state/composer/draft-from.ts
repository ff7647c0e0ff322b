import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { DraftChip } from '../../../server/protocol/api/draft.js';
import { uploadNameOf } from '../../../server/protocol/api/upload-name.js';
import { uploadIdOf } from '../../../server/protocol/api/uploads.js';
import { promptWords } from '../../../server/protocol/transcript/reduce-turn.js';

/** A message as a draft; `left` counts what can't hang on a draft. */
export interface DraftAgain {
  readonly text: string;
  readonly chips: readonly DraftChip[];
  readonly left: number;
}

/** A message that was sent as a draft again, with what hung on it: the way back from `chipBlocks`. */
export function draftFrom(content: readonly ContentBlock[], folder: string): DraftAgain {
  const others = content.filter(({ type }) => type !== 'text');
  const chips = others.map((block, n) => chipFrom(block, folder, `again ${n}`)).filter((chip) => chip !== null);
  return { text: promptWords(content), chips, left: others.length - chips.length };
}

function chipFrom(block: ContentBlock, folder: string, key: string): DraftChip | null {
  switch (block.type) {
    case 'image': {
      const id = uploadIdOf(block.uri);
      const name = uploadNameOf(block.uri ?? '') || `image.${block.mimeType.split('/')[1] ?? ''}`;
      return id ? { kind: 'upload', key, upload: { id, name, mimeType: block.mimeType, size: 0 } } : null;
    }
    case 'resource_link':
      return linkChip(block, folder, key);
    case 'resource':
      return 'text' in block.resource ? textChip(block.resource.uri, block.resource.text, folder, key) : null;
    case 'text':
    case 'audio':
      return null;
    default:
      // A newer server may have let others send more.
      block satisfies never;
      return null;
  }
}

type LinkBlock = Extract<ContentBlock, { type: 'resource_link' }>;

function linkChip({ uri, name, mimeType, size }: LinkBlock, folder: string, key: string): DraftChip | null {
  const id = uploadIdOf(uri);
  if (id) return { kind: 'upload', key, upload: { id, name, mimeType: mimeType ?? '', size: size ?? 0 } };
  const sessionId = /^acdeck-session:(.+)$/.exec(uri)?.[1];
  if (sessionId) return { kind: 'session', key, sessionId, title: name };
  const path = pathBelow(uri, folder);
  return path === null ? null : { kind: 'file', key, path };
}

function textChip(uri: string, text: string, folder: string, key: string): DraftChip | null {
  const [, pasted] = /^attachment:\/(.+)$/.exec(uri) ?? [];
  if (pasted)
    return pasted.startsWith('pasted') ? { kind: 'paste', key, text } : { kind: 'paste', key, text, name: pasted };
  const [, file, from, to] = /^(.*)#L(\d+)(?:-L(\d+))?$/.exec(uri) ?? [];
  const path = file === undefined ? null : pathBelow(file, folder);
  if (path === null) return null;
  return { kind: 'file', key, path, lines: { from: Number(from), to: Number(to ?? from), text } };
}

/** The path of a file in the folder; null if it is elsewhere. */
function pathBelow(uri: string, folder: string): string | null {
  if (!uri.startsWith('file://')) return null;
  try {
    const path = decodeURIComponent(uri.slice('file://'.length));
    return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null;
  } catch {
    return null;
  }
}

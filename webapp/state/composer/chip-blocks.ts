import type { ContentBlock } from '@agentclientprotocol/sdk';
import { type ChosenLines, type DraftChip, SESSION_URI } from '../../../server/protocol/api/draft.js';
import { uploadBlock } from '../../../server/protocol/api/uploads.js';

type Mention = Extract<DraftChip, { kind: 'file' | 'session' }>;

/** Whether a chip stands for words of the draft. */
export function isMention(chip: DraftChip): chip is Mention {
  return chip.kind === 'file' || chip.kind === 'session';
}

/** The words that a mention puts into the draft. */
export function mentionText(chip: Mention): string {
  if (chip.kind === 'session') return `#${chip.title}`;
  return `@${chip.path}${chip.lines ? linesFragment(chip.lines) : ''}`;
}

/** How a place in a file is told behind its path: `#L3`, or `#L3-L9`. */
export function linesFragment({ from, to }: Pick<ChosenLines, 'from' | 'to'>): string {
  return to > from ? `#L${from}-L${to}` : `#L${from}`;
}

/** What hangs on a draft, as blocks of a prompt; `folder` is where the mentioned files are. */
export function chipBlocks(chips: readonly DraftChip[], folder: string): ContentBlock[] {
  return chips.map((chip, n) => chipBlock(chip, folder, n + 1)).filter((block) => block !== null);
}

function chipBlock(chip: DraftChip, folder: string, n: number): ContentBlock | null {
  switch (chip.kind) {
    case 'upload':
      return uploadBlock(chip.upload);
    case 'paste':
      return {
        type: 'resource',
        resource: {
          uri: `attachment:/${chip.name ? 'output' : 'pasted'}-${n}.txt`,
          mimeType: 'text/plain',
          text: chip.text,
        },
      };
    case 'file':
      if (chip.lines) return linesBlock(chip.path, chip.lines, folder);
      return { type: 'resource_link', uri: fileUri(`${folder}/${chip.path}`), name: chip.path };
    case 'session':
      return {
        type: 'resource_link',
        uri: `${SESSION_URI}${chip.sessionId}`,
        name: chip.title,
        description: 'Another session of this project, which the message refers to by its title',
      };
    default:
      // Drafts are shared with pages that may know of more.
      chip satisfies never;
      return null;
  }
}

/** Lines go with the message as they were chosen; the file may be another one when the agent reads it. */
function linesBlock(path: string, lines: ChosenLines, folder: string): ContentBlock {
  const uri = `${fileUri(`${folder}/${path}`)}${linesFragment(lines)}`;
  return { type: 'resource', resource: { uri, mimeType: 'text/plain', text: lines.text } };
}

function fileUri(path: string): string {
  return `file://${path.split('/').map(encodeURIComponent).join('/')}`;
}

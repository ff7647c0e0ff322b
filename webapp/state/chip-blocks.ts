import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { DraftChip } from '../../server/protocol/draft.js';
import { uploadBlock } from '../../server/protocol/uploads.js';

type Mention = Extract<DraftChip, { kind: 'file' | 'session' }>;

/** Whether a chip stands for words of the draft. */
export function isMention(chip: DraftChip): chip is Mention {
  return chip.kind === 'file' || chip.kind === 'session';
}

/** The words that a mention puts into the draft. */
export function mentionText(chip: Mention): string {
  return chip.kind === 'file' ? `@${chip.path}` : `#${chip.title}`;
}

/** What hangs on a draft, as blocks of a prompt; `folder` is where the mentioned files are. */
export function chipBlocks(chips: readonly DraftChip[], folder: string): ContentBlock[] {
  return chips.map((chip, n) => chipBlock(chip, folder, n + 1));
}

function chipBlock(chip: DraftChip, folder: string, n: number): ContentBlock {
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
      return { type: 'resource_link', uri: fileUri(`${folder}/${chip.path}`), name: chip.path };
    case 'session':
      return {
        type: 'resource_link',
        uri: `acdeck-session:${chip.sessionId}`,
        name: chip.title,
        description: 'Another session of this project, which the message refers to by its title',
      };
  }
}

function fileUri(path: string): string {
  return `file://${path.split('/').map(encodeURIComponent).join('/')}`;
}

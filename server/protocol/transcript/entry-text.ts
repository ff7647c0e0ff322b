import type { ContentBlock } from '@agentclientprotocol/sdk';
import { unknownKind } from '../unreachable.js';
import { contentOf } from './call-content.js';
import type { Entry } from './entries.js';

/** The words of an entry, as they can be read on the page; empty where it has none but ours. */
export function entryText(entry: Entry): string {
  switch (entry.kind) {
    case 'user':
    case 'agent':
    case 'thought':
      return blocksText(entry.content);
    case 'tool':
      return [
        entry.title,
        ...contentOf(entry).map((item) => (item.type === 'content' ? blocksText([item.content]) : '')),
      ]
        .filter(Boolean)
        .join('\n');
    case 'terminal':
      return `${entry.command}\n${entry.output}`;
    case 'plan':
      return entry.steps.map(({ content }) => content).join('\n');
    case 'delegation':
      return `${entry.name}\n${entry.task}\n${entry.end?.answer ?? ''}`;
    case 'question':
      return entry.question.message;
    case 'compaction':
      return blocksText(entry.summary);
    case 'error':
      return entry.details ?? '';
    case 'notice':
    case 'mark':
      return '';
    default:
      return unknownKind(entry, '');
  }
}

/** The words of content; what is none is an empty line. */
export function blocksText(content: readonly ContentBlock[]): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

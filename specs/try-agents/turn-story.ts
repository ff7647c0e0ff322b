import type { Entry } from '../../server/protocol/transcript/entries.js';
import type { Turn } from './conversation.js';

/** One line on what a turn showed, for the table. */
export function story(turn: Turn): string {
  return turn.entries
    .map((entry) => wordsOf(entry))
    .join(' / ')
    .slice(0, 600);
}

export function wordsOf(entry: Entry): string {
  switch (entry.kind) {
    case 'tool':
      return `tool ${quote(entry.title)} ${entry.status} ${JSON.stringify(entry.rawOutput ?? entry.content).slice(0, 160)}`;
    case 'mark':
      return `mark ${quote(JSON.stringify(entry.mark))}`;
    case 'notice':
      return `notice ${quote(JSON.stringify(entry.notice))}`;
    case 'error':
      return `error ${quote(JSON.stringify(entry.trouble))}`;
    case 'agent':
    case 'thought':
    case 'user':
      return `${entry.kind} ${quote(entry.content.map((block) => (block.type === 'text' ? block.text : '…')).join(''))}`;
    default:
      return entry.kind;
  }
}

export function extras(text: string): string {
  return text.trim() === '' ? '' : `also says ${quote(text.trim())}`;
}

export function quote(text: string): string {
  return `"${text.replace(/\s+/g, ' ').slice(0, 120)}"`;
}

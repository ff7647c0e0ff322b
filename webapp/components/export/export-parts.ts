import type { ContentBlock } from '@agentclientprotocol/sdk';
import { contentOf } from '../../../server/protocol/transcript/call-content.js';
import type { Entry, ToolEntry } from '../../../server/protocol/transcript/entries.js';
import { errorEntryText, markText } from '../../codes/entry-words.js';
import { leftOutText } from '../../codes/left-out-words.js';
import { noticeText } from '../conversation/notice-words.js';
import { summarise } from '../tools/summarise.js';
import { exportWords } from './words.js';

/** What a reader outside of the page needs of an entry. */
export type ExportPart =
  | {
      readonly kind: 'message';
      readonly who: string;
      readonly at: number;
      readonly content: readonly ContentBlock[];
      readonly isAgent: boolean;
    }
  | { readonly kind: 'thought'; readonly text: string }
  | { readonly kind: 'work'; readonly title: string; readonly outputs: readonly string[] }
  | { readonly kind: 'note'; readonly text: string };

export interface ExportPlace {
  readonly agentName: string;
  readonly folder: string;
}

/** The entries of a conversation in the words of the page. */
export function exportParts(entries: readonly Entry[], place: ExportPlace): ExportPart[] {
  return entries.flatMap((entry) => partOf(entry, place) ?? []);
}

function partOf(entry: Entry, place: ExportPlace): ExportPart | null {
  switch (entry.kind) {
    case 'user': {
      const who = entry.by?.kind === 'session' ? entry.by.agent : exportWords.you;
      return { kind: 'message', who, at: entry.at, content: entry.content, isAgent: false };
    }
    case 'agent':
      return { kind: 'message', who: place.agentName, at: entry.at, content: entry.content, isAgent: true };
    case 'thought':
      return { kind: 'thought', text: wordsOf(entry.content) };
    case 'tool':
      return toolPart(entry, place);
    case 'terminal':
      return entry.embedded ? null : { kind: 'work', title: entry.command, outputs: [entry.output] };
    case 'delegation':
      return { kind: 'work', title: exportWords.delegated(entry.name), outputs: [entry.task, entry.end?.answer ?? ''] };
    case 'plan': {
      const steps = entry.steps.map(({ status, content }) => `[${status === 'completed' ? 'x' : ' '}] ${content}`);
      return { kind: 'work', title: exportWords.plan, outputs: [steps.join('\n')] };
    }
    case 'question':
      return { kind: 'work', title: exportWords.question, outputs: [entry.question.message] };
    case 'compaction':
      return null;
    case 'notice': {
      const { title, description } = noticeText(entry.notice);
      return { kind: 'note', text: [title, description].filter(Boolean).join(' ') };
    }
    case 'error':
      return { kind: 'note', text: errorEntryText(entry) };
    case 'mark':
      return { kind: 'note', text: markText(entry.mark) };
    default:
      // A newer server may tell of more.
      entry satisfies never;
      return null;
  }
}

function toolPart(entry: ToolEntry, { folder }: ExportPlace): ExportPart {
  const { verb, target } = summarise(entry, folder);
  const outputs = contentOf(entry).map((item) => {
    if (item.type === 'content') return wordsOf([item.content]);
    return item.type === 'diff' ? `${exportWords.changed(item.path)}\n\n${item.newText}` : '';
  });
  return {
    kind: 'work',
    title: [verb, target].filter(Boolean).join(' '),
    outputs: outputs.filter((text) => text.trim()),
  };
}

function wordsOf(content: readonly ContentBlock[]): string {
  return content.map((block) => (block.type === 'text' ? leftOutText(block.text) : '')).join('\n');
}

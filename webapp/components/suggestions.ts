import type { AvailableCommand } from '@agentclientprotocol/sdk';
import type { SessionSummary } from '../../server/protocol/app-state.js';
import type { DraftChip } from '../../server/protocol/draft.js';
import type { RepoApi } from '../../server/protocol/rpc.js';
import type { Command } from '../commands/command.js';
import type { Trigger } from './find-trigger.js';
import { matchWord } from './match-word.js';

/** What happens when a suggestion is chosen: words are put in, or a command of ours runs. */
export type Choice =
  | { readonly kind: 'insert'; readonly text: string; readonly chip?: DraftChip; readonly isWhole?: boolean }
  | { readonly kind: 'run'; readonly commandId: string };

/** One line of the menu; `marks` are the letters that fit what was typed. */
export interface Suggestion {
  readonly id: string;
  readonly kind: 'file' | 'command' | 'session';
  readonly title: string;
  readonly marks: readonly number[];
  readonly detail: string;
  /** Whose it is, where that matters. */
  readonly owner: string;
  readonly choice: Choice;
}

/** What suggestions are made of. */
export interface SuggestionSources {
  readonly repo: Pick<RepoApi, 'find_files'>;
  readonly sessions: readonly SessionSummary[];
  readonly sessionId: string | null;
  readonly agentName: string;
  readonly agentCommands: readonly AvailableCommand[];
  readonly ownCommands: readonly Command[];
}

/** Lines for the menu, and a sentence in their place or below them. */
export interface Suggestions {
  readonly items: readonly Suggestion[];
  readonly note: string;
  /** More may be found a moment later. */
  readonly isGrowing?: boolean;
}

const MOST = 50;
const MOST_FILES = 30;

/** What fits the word that is being typed. */
export async function suggest(trigger: Trigger, sources: SuggestionSources): Promise<Suggestions> {
  if (trigger.sign === '@') return suggestFiles(trigger.query, sources);
  const items = trigger.sign === '/' ? commandsFor(trigger.query, sources) : sessionsFor(trigger.query, sources);
  return { items, note: '' };
}

async function suggestFiles(query: string, { repo }: SuggestionSources): Promise<Suggestions> {
  const { files, complete } = await repo.find_files(query, MOST_FILES);
  const items = files.map(({ path, positions }): Suggestion => {
    const chip = { kind: 'file', key: `@${path}`, path } as const;
    return {
      ...{ id: path, kind: 'file', title: path, marks: positions, detail: '', owner: '' },
      choice: { kind: 'insert', text: `@${path}`, chip },
    };
  });
  const none = query === '' ? 'There are no files here' : 'No file fits';
  const note = complete ? none : 'The files are still being listed…';
  return { items, note: items.length > 0 && complete ? '' : note, isGrowing: !complete };
}

function commandsFor(query: string, { agentCommands, agentName, ownCommands }: SuggestionSources): Suggestion[] {
  const theirs = agentCommands.map(({ name, description, input }): Suggestion => {
    const hint = input && 'hint' in input ? String(input.hint) : '';
    const choice = { kind: 'insert', text: `/${name}`, isWhole: hint === '' } as const;
    return {
      ...{ id: `agent/${name}`, kind: 'command', title: `/${name}`, marks: [], owner: agentName, choice },
      detail: hint ? `${description} · ${hint}` : description,
    };
  });
  const ours = ownCommands.map(
    ({ id, slash, title, argument }): Suggestion => ({
      ...{ id: `acdeck/${id}`, kind: 'command', title: `/${slash}`, marks: [], detail: title, owner: 'AcDeck' },
      choice:
        argument === undefined || query === slash
          ? { kind: 'run', commandId: id }
          : { kind: 'insert', text: `/${slash}` },
    }),
  );
  return rank([...theirs, ...ours], query, 1);
}

function sessionsFor(query: string, { sessions, sessionId }: SuggestionSources): Suggestion[] {
  const others = sessions.filter(({ id, title }) => id !== sessionId && title !== '');
  const items = others.map(({ id, title }): Suggestion => {
    const chip = { kind: 'session', key: `#${id}`, sessionId: id, title } as const;
    return {
      ...{ id, kind: 'session', title, marks: [], detail: '', owner: '' },
      choice: { kind: 'insert', text: `#${title}`, chip },
    };
  });
  return rank(items, query, 0);
}

/** The best fits first, in the given order among equals; `skip` letters of the title are not looked at. */
function rank(items: readonly Suggestion[], query: string, skip: number): Suggestion[] {
  const fits = items.flatMap((item) => {
    const fit = matchWord(item.title.slice(skip), query);
    return fit ? [{ item: { ...item, marks: fit.marks.map((at) => at + skip) }, score: fit.score }] : [];
  });
  return fits
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ item }) => item);
}

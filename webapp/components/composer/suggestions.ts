import type { AvailableCommand } from '@agentclientprotocol/sdk';
import type { SessionSummary } from '../../../server/protocol/api/app-state.js';
import type { DraftChip } from '../../../server/protocol/api/draft.js';
import type { RepoApi } from '../../../server/protocol/api/rpc.js';
import type { Command } from '../../commands/command.js';
import { fuzzyFind } from '../../ui/fuzzy-find.js';
import type { Trigger } from './find-trigger.js';
import { composerWords } from './words.js';

/** What happens when a suggestion is chosen: words are put in, or a command of ours runs. */
export type Choice =
  | { readonly kind: 'insert'; readonly text: string; readonly chip?: DraftChip; readonly isWhole?: boolean }
  | { readonly kind: 'run'; readonly commandId: string };

/** One line of the menu; `marks` are the letters that fit what was typed. */
export interface Suggestion {
  readonly id: string;
  readonly kind: 'file' | 'folder' | 'command' | 'session';
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
  /** Asks for sessions with these words that this tab doesn't have. */
  find(text: string): Promise<readonly SessionSummary[]>;
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
const OURS = 'acdeck/';
/** So many commands of the agent are before ours in a list that nobody has narrowed down. */
const FIRST_OF_AGENT = 4;

/** What fits the word that is being typed. */
export async function suggest(trigger: Trigger, sources: SuggestionSources): Promise<Suggestions> {
  if (trigger.sign === '@') return suggestFiles(trigger.query, sources);
  if (trigger.sign === '/') return { items: commandsFor(trigger.query, sources), note: '' };
  const items = await sessionsFor(trigger.query, sources);
  // Words after a # that fit no session are what they are; only a bare # asks for the list.
  return { items, note: items.length === 0 && trigger.query === '' ? composerWords.noSessions : '' };
}

async function suggestFiles(query: string, { repo }: SuggestionSources): Promise<Suggestions> {
  const { files, complete } = await repo.find_files(query, MOST_FILES, true);
  const items = files.map(({ path, positions }): Suggestion => {
    const chip = { kind: 'file', key: `@${path}`, path } as const;
    return {
      id: path,
      kind: path.endsWith('/') ? 'folder' : 'file',
      title: path,
      marks: positions,
      detail: '',
      owner: '',
      choice: { kind: 'insert', text: `@${path}`, chip },
    };
  });
  const none = query === '' ? composerWords.noFiles : composerWords.noMatchingFiles;
  const note = complete ? none : composerWords.stillListing;
  return { items, note: items.length > 0 && complete ? '' : note, isGrowing: !complete };
}

function commandsFor(query: string, { agentCommands, agentName, ownCommands }: SuggestionSources): Suggestion[] {
  const theirs = agentCommands.map(({ name, description, input }): Suggestion => {
    const hint = input && 'hint' in input ? String(input.hint) : '';
    const choice = { kind: 'insert', text: `/${name}`, isWhole: hint === '' } as const;
    return {
      id: `agent/${name}`,
      kind: 'command',
      title: `/${name}`,
      marks: [],
      detail: hint ? `${description} · ${hint}` : description,
      owner: agentName,
      choice,
    };
  });
  const ours = ownCommands.map(
    ({ id, slash, title, argument }): Suggestion => ({
      id: `${OURS}${id}`,
      kind: 'command',
      title: `/${slash}`,
      marks: [],
      detail: title,
      owner: 'AcDeck',
      choice:
        argument === undefined || query === slash
          ? { kind: 'run', commandId: id }
          : { kind: 'insert', text: `/${slash}` },
    }),
  );
  if (query !== '') {
    const fits = rank([...theirs, ...ours], query, 1, Number.POSITIVE_INFINITY);
    return fits.filter(({ id }, n) => n < MOST || id.startsWith(OURS));
  }
  // Ours would be below the many that some agents have.
  return [...theirs.slice(0, FIRST_OF_AGENT), ...ours, ...theirs.slice(FIRST_OF_AGENT, MOST)];
}

async function sessionsFor(query: string, { sessions, sessionId, find }: SuggestionSources): Promise<Suggestion[]> {
  const found = query === '' ? [] : await find(query);
  const all = new Map([...sessions, ...found].map((session) => [session.id, session]));
  const others = [...all.values()].filter(({ id, title }) => id !== sessionId && title !== '');
  const items = others.map(({ id, title }): Suggestion => {
    const chip = { kind: 'session', key: `#${id}`, sessionId: id, title } as const;
    return {
      id,
      kind: 'session',
      title,
      marks: [],
      detail: '',
      owner: '',
      choice: { kind: 'insert', text: `#${title}`, chip },
    };
  });
  return rank(items, query, 0);
}

/** What begins with the query, then the best fits, in the given order among equals; `skip` letters of the title are not looked at. */
function rank(items: readonly Suggestion[], query: string, skip: number, limit = MOST): Suggestion[] {
  const found = fuzzyFind(query, items, { words: ({ title }) => title.slice(skip) });
  const fits = found.map(({ item, marks }) => ({ ...item, marks: marks.map((at) => at + skip) }));
  const begins = ({ title }: Suggestion) => title.slice(skip).toLowerCase().startsWith(query.toLowerCase());
  return [...fits.filter(begins), ...fits.filter((item) => !begins(item))].slice(0, limit);
}

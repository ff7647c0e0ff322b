import type { Diff, ToolCallContent, ToolCallLocation, ToolKind } from '@agentclientprotocol/sdk';
import {
  COMMAND_NAMES,
  EDITS,
  FILES,
  FOLDERS,
  MAYBE_COMMANDS,
  MAYBE_PATHS,
  MAYBE_STEPS,
  MOVES,
  PAIRS,
  PATCHES,
  PATH_LISTS,
  PATH_MAPS,
  PATHS,
  READS,
  SOURCES,
  TARGETS,
  TEXTS,
  URLS,
  WHOLE,
  WORKDIRS,
} from './call-fields.js';
import { type Fields, isFields, isTexts } from './fields.js';
import { own } from './own.js';
import { haveTwins, isObjectText, objectIn } from './read-json.js';
import { shellWord } from './shell-word.js';

/** What an agent says about a call, at one time. */
export interface Telling {
  readonly title?: string | null | undefined;
  readonly kind?: ToolKind | null | undefined;
  readonly rawInput?: unknown;
  readonly content?: readonly ToolCallContent[] | null | undefined;
  readonly locations?: readonly ToolCallLocation[] | null | undefined;
}

/** What a call wants to do, by all that was told of it. Rules judge this, and people see it. */
export interface CallReading {
  /** Without those that say nothing; `other` if there is no other. */
  readonly kinds: readonly [ToolKind, ...ToolKind[]];
  readonly titles: readonly string[];
  /** What the tool is given, each time it was told. */
  readonly inputs: readonly InputReading[];
  readonly diffs: readonly Diff[];
  readonly places: readonly string[];
}

/** What a tool is given, or one of several things that it is to do. */
export interface InputReading {
  readonly parts: readonly InputPart[];
  /** The file that it is about. */
  readonly file: string | null;
  readonly pairs: readonly TextPair[];
  readonly moves: readonly PathMove[];
  /** No two names differ only in a way that some reader overlooks. */
  readonly isClear: boolean;
  /** What a tool of an MCP server is given, where `server` and `tool` are around it. Rules don't rely on it. */
  readonly inner: InputReading | null;
}

/** A text of a file, and what takes its place. */
export interface TextPair {
  readonly names: readonly [string, string];
  readonly oldText: string;
  readonly newText: string;
}

export interface PathMove {
  readonly names: readonly [string, string];
  readonly from: string;
  readonly to: string;
}

/**
 * A field by what it means. Where `isSure` is false, that is only what people would take it for: they are shown it so,
 * and rules take it for a field that they don't know.
 */
export type InputPart = { readonly name: string; readonly value: unknown } & (
  | CommandPart
  | { readonly is: 'commands'; readonly list: readonly string[] }
  | { readonly is: 'verb'; readonly verb: 'edit' | 'read' }
  | { readonly is: 'path'; readonly path: string; readonly of: 'file' | 'folder' | 'other'; readonly isSure: boolean }
  | { readonly is: 'workdir'; readonly path: string; readonly isSure: boolean }
  | { readonly is: 'urls'; readonly urls: readonly string[] }
  /** Beside a path, `diff` is for people to look at. */
  | { readonly is: 'patch'; readonly text: string; readonly isForPeople: boolean }
  /** Goes into a file: as all of it, or as a part. */
  | { readonly is: 'text'; readonly text: string; readonly isWhole: boolean; readonly isSure: boolean }
  | { readonly is: 'steps'; readonly steps: readonly InputReading[]; readonly isSure: boolean }
  /** A name that says nothing of the above. */
  | { readonly is: 'other'; readonly isBesideCommand: boolean }
  | { readonly is: 'nothing' }
);

export interface CommandPart {
  readonly is: 'command';
  readonly text: string;
  /** A program with its arguments; null for a text that a shell reads. */
  readonly words: readonly string[] | null;
  /** Whether its arguments are in it. */
  readonly isWhole: boolean;
  readonly isSure: boolean;
}

/** Reads a call by what was told of it, the request first. */
export function readCall(tellings: readonly Telling[]): CallReading {
  const kinds = kindsOf(tellings);
  return {
    kinds,
    titles: tellings.map(({ title }) => title).filter((title): title is string => Boolean(title)),
    inputs: inputsOf(tellings).map((input) => readInput(input, kinds[0])),
    diffs: tellings.flatMap(({ content }) => (content ?? []).filter((item) => item.type === 'diff')),
    places: tellings.flatMap(({ locations }) => (locations ?? []).map(({ path }) => path)),
  };
}

/** A kind that was not told counts as `other`, and does not contradict one that was. */
export function kindsOf(tellings: readonly Pick<Telling, 'kind'>[]): [ToolKind, ...ToolKind[]] {
  const known = tellings.map(({ kind }) => kind).filter((kind): kind is ToolKind => kind != null && kind !== 'other');
  const [first = 'other', ...others] = known;
  return [first, ...others];
}

/** What the agent gave the tool; where it reported that nowhere else, the text that it streamed. */
function inputsOf(tellings: readonly Telling[]): unknown[] {
  const inputs = tellings.map(({ rawInput }) => inputIn(rawInput)).filter((input) => !isBlankInput(input));
  return inputs.length > 0 ? inputs : tellings.flatMap(({ content }) => streamedInput(content ?? []));
}

/** Some agents give JSON as text; where its readers could differ it stays a text, which no rule understands. */
export function inputIn(raw: unknown): unknown {
  return typeof raw === 'string' ? (objectIn(raw) ?? raw) : raw;
}

function isBlankInput(input: unknown): boolean {
  return isNothing(input) && input !== false;
}

/** The one JSON object among the texts of a call that has not run yet. Two might contradict each other: then none is understood. */
function streamedInput(content: readonly ToolCallContent[]): unknown[] {
  const texts = content.flatMap((item) =>
    item.type === 'content' && item.content.type === 'text' ? [item.content.text] : [],
  );
  const objects = texts.filter(isObjectText);
  return objects.length > 1 ? objects : objects.map(inputIn);
}

/** Sorts every field of an input by what it means. `kind` is what the agent says that the tool does. */
export function readInput(input: unknown, kind: ToolKind): InputReading {
  return new InputReader(kind).read(input);
}

/** The command of a call in one text; several are one below the other. */
export function readCommand({ parts }: InputReading): string | null {
  const commands = parts.flatMap((part) => (part.is === 'command' ? [part.text] : []));
  if (commands.length > 0) return commands[0]!;
  return parts.flatMap((part) => (part.is === 'commands' ? part.list : [])).join('\n') || null;
}

/** The files that a call names: the one that it is about, or each of a list. */
export function filesIn({ file, parts }: InputReading): string[] {
  if (file !== null) return [file];
  return parts.flatMap((part) => (part.is === 'steps' ? part.steps.flatMap((step) => step.file ?? []) : []));
}

/** All parts of a reading that are sure, also those of its steps, and those that aren't as they stand. */
export function sureParts({ parts }: InputReading): InputPart[] {
  return parts.flatMap((part) => (part.is === 'steps' && part.isSure ? part.steps.flatMap(sureParts) : [part]));
}

/** What was read before in the same input decides what the next field means. */
class InputReader {
  readonly #kind: ToolKind;
  #hasCommand = false;
  #hasPath = false;
  #isClear = true;

  constructor(kind: ToolKind) {
    this.#kind = kind;
  }

  get #runs(): boolean {
    return this.#hasCommand || this.#kind === 'execute';
  }

  read(input: unknown): InputReading {
    if (!isFields(input)) return { ...NOTHING_READ, parts: [this.#other('', input)] };
    if (haveTwins(Object.keys(input))) this.#isClear = false;
    this.#hasPath ||= Object.keys(input).some((name) => PATHS.has(name));
    const rest = new Map(Object.entries(input).filter(([, value]) => !isNothing(value)));
    const commands = this.#commands(input, rest);
    const others = [...rest].flatMap(([name, value]) => this.#field(name, value));
    const nothing = Object.entries(input).filter(([, value]) => isNothing(value));
    const parts = [
      ...commands,
      ...others,
      ...nothing.map(([name, value]) => ({ is: 'nothing' as const, name, value })),
    ];
    return { ...textsOf(input, this.#kind), parts, isClear: this.#isClear, inner: this.#inner(input) };
  }

  #other(name: string, value: unknown): InputPart {
    return { is: 'other', name, value, isBesideCommand: this.#runs };
  }

  #commands(input: Fields, rest: Map<string, unknown>): InputPart[] {
    const { args } = input;
    const more = isTexts(args) ? args : [];
    const named = COMMAND_NAMES.filter((name) => rest.has(name));
    const parts = named.map((name): InputPart => {
      const value = own(input, name);
      rest.delete(name);
      const verb = typeof value === 'string' ? this.#verbOf(value) : null;
      if (verb !== null) return { is: 'verb', name, value, verb };
      const command = commandIn(value, more);
      if (command === null) return this.#other(name, value);
      this.#hasCommand = true;
      return { name, value, ...command, isWhole: isTexts(args) || isNothing(args), isSure: true };
    });
    if (named.length > 0 && this.#hasCommand && isTexts(args)) rest.delete('args');
    return [...parts, ...this.#list(rest)];
  }

  /** A list of commands, or of the programs in the one that is told beside it. */
  #list(rest: Map<string, unknown>): InputPart[] {
    const value = rest.get('commands');
    if (!Array.isArray(value)) return [];
    rest.delete('commands');
    const list = value.map((item: unknown) => (isFields(item) ? identifierIn(item) : item));
    if (!isTexts(list)) return [this.#other('commands', value)];
    this.#hasCommand = true;
    return [{ is: 'commands', name: 'commands', value, list }];
  }

  #verbOf(value: string): 'edit' | 'read' | null {
    if (!this.#hasPath || this.#kind === 'execute') return null;
    return EDITS.has(value) ? 'edit' : READS.has(value) ? 'read' : null;
  }

  #field(name: string, value: unknown): InputPart {
    const field = { name, value };
    if (typeof value !== 'string') return this.#listed(name, value);
    if (WORKDIRS.has(name) && (this.#runs || !PATHS.has(name))) {
      return { is: 'workdir', ...field, path: value, isSure: this.#runs };
    }
    if (this.#isUrl(name)) return { is: 'urls', ...field, urls: [value] };
    if (PATCHES.has(name)) {
      return { is: 'patch', ...field, text: value, isForPeople: name === 'diff' && this.#hasPath };
    }
    // Beside a command it says where that comes from.
    const isPath = PATHS.has(name) && !(name === 'source' && this.#runs);
    if (isPath || MAYBE_PATHS.has(name)) {
      return { is: 'path', ...field, path: value, of: placeOf(name), isSure: isPath };
    }
    if (TEXTS.has(name))
      return { is: 'text', ...field, text: value, isWhole: WHOLE.includes(name), isSure: !this.#runs };
    const command = MAYBE_COMMANDS.has(name) ? commandIn(value, []) : null;
    return command ? { ...field, ...command, isWhole: true, isSure: false } : this.#other(name, value);
  }

  #listed(name: string, value: unknown): InputPart {
    const field = { name, value };
    if (this.#isUrl(name) && isTexts(value)) return { is: 'urls', ...field, urls: value };
    if (PATH_LISTS.has(name) && Array.isArray(value)) {
      return { is: 'steps', ...field, steps: value.map((item) => this.#step(item)), isSure: true };
    }
    if (PATH_MAPS.has(name) && isFields(value)) {
      const steps = Object.entries(value).map(([path, change]) => this.#change(path, change));
      return { is: 'steps', ...field, steps, isSure: true };
    }
    if (MAYBE_STEPS.has(name) && Array.isArray(value) && value.every(isFields)) {
      return { is: 'steps', ...field, steps: value.map((item) => readInput(item, this.#kind)), isSure: false };
    }
    const command = MAYBE_COMMANDS.has(name) ? commandIn(value, []) : null;
    return command ? { ...field, ...command, isWhole: true, isSure: false } : this.#other(name, value);
  }

  #isUrl(name: string): boolean {
    return URLS.has(name) && (this.#kind === 'fetch' || this.#kind === 'search');
  }

  #step(item: unknown): InputReading {
    return typeof item === 'string' ? { ...NOTHING_READ, parts: [pathPart(item)], file: item } : this.read(item);
  }

  /** `{type: 'update', unified_diff}` or `{update: {unified_diff}}`; hunks alone name no file. */
  #change(path: string, change: unknown): InputReading {
    const parts = isFields(change) ? this.#changed(change) : isNothing(change) ? [] : [this.#other('', change)];
    return { ...NOTHING_READ, parts: [pathPart(path), ...parts], file: path };
  }

  #changed(change: Fields): InputPart[] {
    return Object.entries(change).flatMap(([name, value]) => {
      if (isNothing(value)) return [];
      if (EDITS.has(name) && isFields(value)) return this.#changed(value);
      if (PATCHES.has(name) && isHunks(value))
        return [{ is: 'text' as const, name, value, text: value, isWhole: false, isSure: true }];
      return [this.#field(name, value)];
    });
  }

  #inner(input: Fields): InputReading | null {
    const { server, tool, arguments: given } = input;
    const isWrapped = Object.keys(input).length === 3 && typeof server === 'string' && typeof tool === 'string';
    if (!isWrapped || !isFields(given) || 'server' in given || 'tool' in given) return null;
    return readInput({ ...given, server, tool }, this.#kind);
  }
}

const NOTHING_READ: InputReading = { parts: [], file: null, pairs: [], moves: [], isClear: true, inner: null };

function pathPart(path: string): InputPart {
  return { is: 'path', name: '', value: path, path, of: 'file', isSure: true };
}

function placeOf(name: string): 'file' | 'folder' | 'other' {
  if (FILES.includes(name)) return 'file';
  return FOLDERS.has(name) ? 'folder' : 'other';
}

/** What is said by several fields together. */
function textsOf(input: Fields, kind: ToolKind): Pick<InputReading, 'file' | 'pairs' | 'moves'> {
  const textAt = (name: string): string | null => {
    const value = own(input, name);
    return typeof value === 'string' ? value : null;
  };
  const moves = MOVES.flatMap((names) => {
    const [from, to] = [textAt(names[0]), textAt(names[1])];
    return from && to ? [{ names, from, to }] : [];
  });
  return {
    file: FILES.map(textAt).find((text) => text) ?? null,
    pairs: PAIRS.flatMap((names) => {
      const [oldText, newText] = [textAt(names[0]), textAt(names[1])];
      return oldText === null || newText === null ? [] : [{ names, oldText, newText }];
    }),
    moves: moves.length > 0 || kind !== 'move' ? moves : anyMove(textAt),
  };
}

function anyMove(textAt: (name: string) => string | null): PathMove[] {
  const [source, target] = [SOURCES, TARGETS].map((names) => names.find((name) => textAt(name)));
  return source && target ? [{ names: [source, target], from: textAt(source)!, to: textAt(target)! }] : [];
}

/** A command as text: one for a shell, or a program with its arguments. */
function commandIn(value: unknown, more: readonly string[]): Pick<CommandPart, 'is' | 'text' | 'words'> | null {
  if (typeof value === 'string' && value.trim() === '') return null;
  if (typeof value === 'string' && more.length === 0) return { is: 'command', text: value, words: null };
  if (typeof value !== 'string' && !isTexts(value)) return null;
  const words = [value, more].flat();
  const [only] = words;
  return { is: 'command', text: words.length === 1 ? only! : words.map(shellWord).join(' '), words };
}

function isHunks(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('@@ ') && !/^(---|\+\+\+|diff|\*\*\*) /m.test(value);
}

function identifierIn(item: Fields): unknown {
  return Object.keys(item).every((name) => name === 'identifier' || name === 'readOnly') ? item.identifier : item;
}

/** Says nothing, no matter what its name. */
function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

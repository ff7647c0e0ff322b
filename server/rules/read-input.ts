import type { ToolKind } from '@agentclientprotocol/sdk';
import { own } from '../protocol/own.js';
import { parsePatch } from '../protocol/transcript/parse-patch.js';
import { type CalledCommand, shellCommand, wordsCommand } from './match-command.js';
import { haveTwins } from './read-json.js';

/** What a tool was given, sorted by what it means. */
export interface ReadInput {
  readonly commands: readonly CalledCommand[];
  readonly paths: readonly string[];
  readonly workdirs: readonly string[];
  readonly urls: readonly string[];
  readonly writes: boolean;
  /** What an editor's `command` says that it does, or a patch. */
  readonly verb: 'edit' | 'read' | null;
  /** Whether there is no field whose meaning is not known. */
  readonly isUnderstood: boolean;
  readonly unknownTexts: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;
const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Names that shipped agents use in their tools' input. */
const COMMANDS = ['command', 'cmd'];
const PATHS = names(
  'path file_path filePath filepath fileName file_name filename file absolute_path absolutePath target_file targetFile ' +
    'source destination old_path new_path oldPath newPath notebook_path notebookPath directory uri target dest to from ' +
    'output output_path outputPath output_file outputFile move_path movePath target_path targetPath dir folder dir_path ' +
    'target_directory parentDir',
);
/** Lists of paths, or of things that have one. */
const PATH_LISTS = names('paths files edits operations file_paths filePaths changes');
/** Changes with the path as their key. */
const PATH_MAPS = names('changes fileChanges file_changes');
const WORKDIRS = names('cwd workdir working_directory workingDirectory dir_path directory dir');
/** Fields that bring a patch. */
export const PATCHES = names('input patch diff unified_diff unifiedDiff patchText patch_text');
/** What goes into a file. */
export const TEXTS = names(
  'content contents text file_text fileText new_text newText old_text oldText old_str new_str oldStr newStr old_string new_string ' +
    'oldString newString before after insert_text insertText new_source newSource code_edit instructions instruction',
);
/** Words of editors, which call what they do with a file a command. */
const EDITS = names(
  'create write str_replace insert undo_edit edit append overwrite replace delete rename move add update',
);
const READS = names('view read');
const URLS = names('url urls uri href');

/** Says nothing about what happens: words for people, ids, limits. By type, so that nothing else hides there. */
const NOTES = names(
  'description explanation reason justification intention purpose thought summary title call_id callId turn_id turnId id ' +
    'toolCallId tool_call_id item_id itemId sessionId session_id shellId shell_id process_id processId status kind type ' +
    'source security_risk toolName tool_name warning auto_approval_id approval_id language changeType',
);
const NUMBERS = names(
  'started_at_ms completed_at_ms timeout timeout_ms timeoutMs timeout_secs timeout_seconds timeoutSeconds yield_time_ms max_output_tokens limit offset line ' +
    'start_line end_line startLine endLine initial_wait delay head_limit max_results maxResults count depth insert_line insertLine ' +
    'expected_replacements expectedReplacements process_id context cell_number max_chars -A -B -C',
);
const SWITCHES = names(
  'run_in_background is_background isBackground background requires_approval requiresApproval readOnly read_only async replace_all ' +
    'replaceAll multiline case_sensitive caseSensitive recursive respect_git_ignore hasWriteFileRedirection ' +
    'canOfferSessionApproval show_line_numbers -i -n create_dirs overwrite isNewFile is_new_file',
);
/** Those among them that say of a call that it writes, no matter what its kind. */
const WRITING_SWITCHES = names('create_dirs overwrite isNewFile is_new_file replace_all replaceAll');
/** What agents found in the command themselves, beside the command itself. */
const COMMENTS = names(
  'parsed_cmd parsedCmd command_actions commandActions proposed_execpolicy_amendment proposedExecpolicyAmendment available_decisions ' +
    'availableDecisions possiblePaths possibleUrls',
);
const SEARCHES = names(
  'pattern query regex glob include exclude include_pattern exclude_pattern file_pattern filePattern output_mode',
);
const FETCHES = names('prompt query format method');
const THOUGHTS = names('thought thoughts todos plan');

/** Sorts every field of an input. `kind` is what the agent says that the tool does. */
export function readInput(input: unknown, kind: ToolKind): ReadInput {
  const reader = new InputReader(kind);
  if (isFields(input)) reader.read(input);
  else reader.refuse(input);
  return reader.result();
}

class InputReader {
  readonly #kind: ToolKind;
  readonly #commands: CalledCommand[] = [];
  readonly #paths: string[] = [];
  /** Files that a diff for people names. */
  readonly #headers: string[] = [];
  readonly #workdirs: string[] = [];
  readonly #urls: string[] = [];
  readonly #unknown: string[] = [];
  #writes = false;
  #hasPath = false;
  #verb: ReadInput['verb'] = null;
  #isUnderstood = true;

  constructor(kind: ToolKind) {
    this.#kind = kind;
  }

  result(): ReadInput {
    // Git writes no slash before the first folder, so that a whole path looks like one of this folder.
    const others = this.#headers.filter((path) => !this.#paths.includes(`/${path}`));
    return {
      ...{ commands: this.#commands, paths: [...this.#paths, ...others], workdirs: this.#workdirs, urls: this.#urls },
      ...{ writes: this.#writes, verb: this.#verb, isUnderstood: this.#isUnderstood, unknownTexts: this.#unknown },
    };
  }

  /** What is not known; its texts may still be what a rule rejects. */
  refuse(value: unknown, depth = 4): void {
    this.#isUnderstood = false;
    if (typeof value === 'string' && value.trim() !== '') this.#unknown.push(value);
    else if (typeof value === 'object' && value !== null && depth > 0) {
      for (const inner of Object.values(value)) this.refuse(inner, depth - 1);
    }
  }

  read(input: Fields): void {
    if (haveTwins(Object.keys(input))) this.#isUnderstood = false;
    this.#hasPath ||= Object.keys(input).some((name) => PATHS.has(name));
    const rest = new Map(Object.entries(input).filter(([, value]) => !isNothing(value)));
    this.#readCommands(input, rest);
    for (const [name, value] of rest) this.#readField(name, value);
  }

  #readCommands(input: Fields, rest: Map<string, unknown>): void {
    const { args } = input;
    const named = COMMANDS.filter((name) => rest.has(name));
    for (const name of named) {
      const value = own(input, name);
      rest.delete(name);
      const verb = typeof value === 'string' ? this.#verbOf(value) : null;
      if (verb !== null) this.#takeVerb(verb);
      else if (typeof value === 'string' && value.trim() !== '') {
        this.#commands.push(isTexts(args) ? wordsCommand([value, ...args]) : shellCommand(value));
      } else if (isTexts(value)) this.#commands.push(wordsCommand([...value, ...(isTexts(args) ? args : [])]));
      else this.refuse(value);
    }
    if (named.length > 0 && this.#commands.length > 0 && isTexts(args)) rest.delete('args');
    this.#readList(rest);
  }

  /** A list of commands, or of the programs in the one that is told beside it. */
  #readList(rest: Map<string, unknown>): void {
    const list = rest.get('commands');
    if (!Array.isArray(list)) return;
    rest.delete('commands');
    const items = list.map((item: unknown) => (isFields(item) ? identifierIn(item) : item));
    if (!isTexts(items)) {
      this.refuse(list);
      return;
    }
    const parts = this.#commands.flatMap(({ split }) => split.parts);
    const isNamed = (item: string) => {
      const [words = [], ...others] = shellCommand(item).split.parts;
      return (
        others.length === 0 && parts.some((part) => words.length > 0 && words.every((word, n) => word === part[n]))
      );
    };
    if (parts.length === 0 || !items.every(isNamed)) this.#commands.push(...items.map(shellCommand));
  }

  #takeVerb(verb: 'edit' | 'read'): void {
    this.#verb = verb;
    this.#writes ||= verb === 'edit';
  }

  #verbOf(value: string): 'edit' | 'read' | null {
    if (!this.#hasPath || this.#kind === 'execute') return null;
    return EDITS.has(value) ? 'edit' : READS.has(value) ? 'read' : null;
  }

  #readField(name: string, value: unknown): void {
    const runs = this.#commands.length > 0 || this.#kind === 'execute';
    if (WORKDIRS.has(name) && runs && typeof value === 'string') this.#workdirs.push(value);
    else if (this.#isUrl(name, value)) return;
    else if (PATCHES.has(name) && typeof value === 'string') this.#readPatch(name, value);
    else if (COMMENTS.has(name) && runs) return;
    else if (isNote(name, value) && !(PATHS.has(name) && !runs)) this.#writes ||= !runs && WRITING_SWITCHES.has(name);
    else if (PATHS.has(name) && typeof value === 'string') this.#paths.push(value);
    else if (PATH_LISTS.has(name) && Array.isArray(value)) this.#readPathList(value);
    else if (PATH_MAPS.has(name) && isFields(value)) this.#readPathMap(value);
    else if (!runs && TEXTS.has(name) && typeof value === 'string') this.#writes = true;
    else if (!runs && this.#isLook(name, value)) return;
    else if (name === 'view_range' && Array.isArray(value) && value.every((one) => typeof one === 'number')) return;
    else this.refuse(value);
  }

  #isUrl(name: string, value: unknown): boolean {
    if (!URLS.has(name) || (this.#kind !== 'fetch' && this.#kind !== 'search')) return false;
    const urls = typeof value === 'string' ? [value] : isTexts(value) ? value : [];
    this.#urls.push(...urls);
    return urls.length > 0;
  }

  /** What a search looks for may be anything, but not anywhere. */
  #isLook(name: string, value: unknown): boolean {
    const texts = typeof value === 'string' ? [value] : isTexts(value) ? value : null;
    if (texts === null) return this.#kind === 'think' && THOUGHTS.has(name);
    switch (this.#kind) {
      case 'search':
      case 'read':
        return SEARCHES.has(name) && !texts.some((text) => /^[/~]|(^|\/)\.\.(\/|$)/.test(text));
      case 'fetch':
        return FETCHES.has(name) && (name !== 'method' || texts.join() === 'GET');
      case 'think':
        return THOUGHTS.has(name);
      case 'edit':
      case 'delete':
      case 'move':
      case 'execute':
      case 'switch_mode':
      case 'other':
        return false;
      default: {
        const unknown: never = this.#kind as never;
        return unknown;
      }
    }
  }

  #readPatch(name: string, text: string): void {
    const files = parsePatch(text);
    this.#writes = true;
    if (hasOddNames(text)) this.#isUnderstood = false;
    // Beside a path, `diff` is for people to look at; anything it names counts too.
    const isForPeople = name === 'diff' && this.#hasPath;
    if (!files && isForPeople) this.#headers.push(...namedIn(text));
    else if (!files) this.refuse(text);
    if (!files) return;
    // What goes or moves is more than an edit, and no verb of ours.
    if (files.every(({ kind, movedTo }) => kind !== 'delete' && movedTo === null)) this.#verb ??= 'edit';
    const named = files.flatMap(({ path, movedTo }) => (movedTo === null ? [path] : [path, movedTo]));
    (isForPeople ? this.#headers : this.#paths).push(...named);
  }

  #readPathList(list: readonly unknown[]): void {
    for (const item of list) {
      if (typeof item === 'string') this.#paths.push(item);
      else if (isFields(item)) this.read(item);
      else this.refuse(item);
    }
  }

  #readPathMap(map: Fields): void {
    for (const [path, change] of Object.entries(map)) {
      this.#paths.push(path);
      if (isFields(change)) this.#readChange(change);
      else if (!isNothing(change)) this.refuse(change);
    }
  }

  /** `{type: 'update', unified_diff}` or `{update: {unified_diff}}`; hunks alone name no file. */
  #readChange(change: Fields): void {
    for (const [name, value] of Object.entries(change)) {
      if (isNothing(value)) continue;
      if (EDITS.has(name) && isFields(value)) this.#readChange(value);
      else if (PATCHES.has(name) && isHunks(value)) this.#writes = true;
      else this.#readField(name, value);
    }
  }
}

/** Whether a patch has blanks around the name of a file, which not everyone takes for a part of it. */
function hasOddNames(patch: string): boolean {
  const text = /(?<!\r)\n/.test(patch) ? patch : patch.replaceAll('\r\n', '\n');
  const headers = text.includes('*** Begin Patch')
    ? /^\*\*\* (?:\w+ File|Move to):([^\n]*)/gm
    : /^(?:---|\+\+\+|(?:rename|copy) (?:from|to))([^\n]*)/gm;
  return [...text.matchAll(headers)].some(([, name]) => {
    const said = name!.startsWith(' ') ? name!.slice(1) : name!;
    return /^\s|[\s\p{C}\p{Default_Ignorable_Code_Point}]$/u.test(said);
  });
}

function isHunks(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('@@ ') && !/^(---|\+\+\+|diff|\*\*\*) /m.test(value);
}

/** Every name that a line of a diff might give a file; rather too many than too few. */
function namedIn(diff: string): string[] {
  return diff.split(/\r?\n/).flatMap((line) => {
    const [, one] =
      /^(?:---|\+\+\+|(?:rename|copy) (?:from|to)|\*\*\* (?:\w+ File|Move to):) (.+?)(?:\t.*)?$/.exec(line) ?? [];
    const [, two] = /^diff --git (.+)$/.exec(line) ?? [];
    const found = [...(one ? [one] : []), ...(two?.split(' ') ?? [])];
    return found.map((path) => path.replace(/^[ab]\//, '')).filter((path) => !/^\/?dev\/null$/.test(path));
  });
}

function identifierIn(item: Fields): unknown {
  return Object.keys(item).every((name) => name === 'identifier' || name === 'readOnly') ? item.identifier : item;
}

function isNote(name: string, value: unknown): boolean {
  if (NOTES.has(name)) return typeof value === 'string' || (name === 'id' && typeof value === 'number');
  if (NUMBERS.has(name)) return typeof value === 'number';
  return SWITCHES.has(name) && typeof value === 'boolean';
}

/** Says nothing, no matter what its name. */
function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

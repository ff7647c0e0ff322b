import type { ToolKind } from '@agentclientprotocol/sdk';
import { type InputPart, type InputReading, sureParts } from '../protocol/call-reading.js';
import { isTexts } from '../protocol/fields.js';
import { parsePatch } from '../protocol/transcript/parse-patch.js';
import { type CalledCommand, shellCommand, wordsCommand } from './match-command.js';

/** What a tool was given, as rules judge it. */
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

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));

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

/** Sums up a reading. `kind` is what the agent says that the tool does. */
export function judgedInput(reading: InputReading, kind: ToolKind): ReadInput {
  const sum = new InputSum(kind, reading.isClear);
  for (const part of sureParts(reading)) sum.take(part);
  return sum.result();
}

class InputSum {
  readonly #kind: ToolKind;
  readonly #commands: CalledCommand[] = [];
  readonly #paths: string[] = [];
  /** Files that a diff for people names. */
  readonly #headers: string[] = [];
  readonly #workdirs: string[] = [];
  readonly #urls: string[] = [];
  readonly #unknown: string[] = [];
  #writes = false;
  #verb: ReadInput['verb'] = null;
  #isUnderstood: boolean;

  constructor(kind: ToolKind, isClear: boolean) {
    this.#kind = kind;
    this.#isUnderstood = isClear;
  }

  result(): ReadInput {
    // Git writes no slash before the first folder, so that a whole path looks like one of this folder.
    const others = this.#headers.filter((path) => !this.#paths.includes(`/${path}`));
    return {
      commands: this.#commands,
      paths: [...this.#paths, ...others],
      workdirs: this.#workdirs,
      urls: this.#urls,
      writes: this.#writes,
      verb: this.#verb,
      isUnderstood: this.#isUnderstood,
      unknownTexts: this.#unknown,
    };
  }

  take(part: InputPart): void {
    if ('isSure' in part && !part.isSure) {
      this.#refuse(part.value);
      return;
    }
    switch (part.is) {
      case 'command':
        this.#commands.push(part.words === null ? shellCommand(part.text) : wordsCommand(part.words));
        return;
      case 'commands':
        this.#takeList(part.list);
        return;
      case 'verb':
        this.#verb = part.verb;
        this.#writes ||= part.verb === 'edit';
        return;
      case 'path':
        this.#paths.push(part.path);
        return;
      case 'workdir':
        this.#workdirs.push(part.path);
        return;
      case 'urls':
        this.#urls.push(...part.urls);
        return;
      case 'patch':
        this.#takePatch(part);
        return;
      case 'text':
        this.#writes = true;
        return;
      case 'other':
        this.#takeOther(part);
        return;
      case 'steps':
      case 'nothing':
        return;
      default:
        part satisfies never;
    }
  }

  /** What is not known; its texts may still be what a rule rejects. */
  #refuse(value: unknown, depth = 4): void {
    this.#isUnderstood = false;
    if (typeof value === 'string' && value.trim() !== '') this.#unknown.push(value);
    else if (typeof value === 'object' && value !== null && depth > 0) {
      for (const inner of Object.values(value)) this.#refuse(inner, depth - 1);
    }
  }

  /** A list of commands, or of the programs in the one that is told beside it. */
  #takeList(list: readonly string[]): void {
    const parts = this.#commands.flatMap(({ split }) => split.parts);
    const isNamed = (item: string) => {
      const [words = [], ...others] = shellCommand(item).split.parts;
      return (
        others.length === 0 && parts.some((part) => words.length > 0 && words.every((word, n) => word === part[n]))
      );
    };
    if (parts.length === 0 || !list.every(isNamed)) this.#commands.push(...list.map(shellCommand));
  }

  #takePatch({ text, isForPeople }: InputPart & { is: 'patch' }): void {
    const files = parsePatch(text);
    this.#writes = true;
    if (hasOddNames(text)) this.#isUnderstood = false;
    // Anything that it names counts too.
    if (!files && isForPeople) this.#headers.push(...namedIn(text));
    else if (!files) this.#refuse(text);
    if (!files) return;
    // What goes or moves is more than an edit, and no verb of ours.
    if (files.every(({ kind, movedTo }) => kind !== 'delete' && movedTo === null)) this.#verb ??= 'edit';
    const named = files.flatMap(({ path, movedTo }) => (movedTo === null ? [path] : [path, movedTo]));
    (isForPeople ? this.#headers : this.#paths).push(...named);
  }

  #takeOther({ name, value, isBesideCommand }: InputPart & { is: 'other' }): void {
    if (isBesideCommand && COMMENTS.has(name)) return;
    if (isNote(name, value)) this.#writes ||= !isBesideCommand && WRITING_SWITCHES.has(name);
    else if (!isBesideCommand && this.#isLook(name, value)) return;
    else if (name === 'view_range' && Array.isArray(value) && value.every((one) => typeof one === 'number')) return;
    else this.#refuse(value);
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

function isNote(name: string, value: unknown): boolean {
  if (NOTES.has(name)) return typeof value === 'string' || (name === 'id' && typeof value === 'number');
  if (NUMBERS.has(name)) return typeof value === 'number';
  return SWITCHES.has(name) && typeof value === 'boolean';
}

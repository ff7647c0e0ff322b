import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ToolKind } from '@agentclientprotocol/sdk';
import type { AskedCall } from '../protocol/api/permission-rule.js';
import { readCall } from '../protocol/call-reading.js';
import { writerIn } from '../protocol/transcript/writer-title.js';
import { type CalledCommand, shellCommand } from './match-command.js';
import { judgedInput, type ReadInput } from './read-input.js';

/** What a call says about itself, as far as rules can read it. */
export interface CallFacts {
  readonly agentId: string;
  readonly cwd: string;
  readonly kind: ToolKind;
  /** All kinds that the agent has given it; a rule that rejects needs one of them, one that allows all. */
  readonly kinds: readonly ToolKind[];
  readonly title: string;
  /** Agents describe a call twice, when they announce it and when they ask; both have to be right. */
  readonly commands: readonly CalledCommand[];
  /** Texts that might be commands, for rules that reject. */
  readonly maybeCommands: readonly CalledCommand[];
  /** Absolute, but links are not followed yet. */
  readonly paths: readonly string[];
  /** Those among them that say more than the words of a command: not places that these name by another path. */
  readonly otherPaths: readonly string[];
  /** Where a command runs, if the call names another folder than that of the session. */
  readonly workdir: string | null;
  readonly urls: readonly string[];
  /** Whether the call brings a text for a file. */
  readonly writes: boolean;
  /** Whether every field of what the agent gave is one that rules know. */
  readonly isUnderstood: boolean;
  /** Whether a call names more than anyone would look at. */
  readonly isTooLong: boolean;
}

/** Blanks and invisible characters at an end, which a tool may leave out and then mean another file. */
const ODD_END = /^[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]|[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]$/u;
const MOST_PATHS = 100;
const MOST_CHARS = 100_000;

/** Collects what a call is about from all that the agent has said about it. */
export function factsOf({ agentId, cwd, toolCall, entry }: AskedCall): CallFacts {
  const call = readCall([toolCall, ...(entry ? [{ ...entry, kind: entry.toolKind }] : [])]);
  const { kinds, titles, places } = call;
  const read = call.inputs.map((input) => judgedInput(input, kinds[0]));
  const all = <T>(pick: (input: ReadInput) => readonly T[]) => read.flatMap(pick);
  const diffs = call.diffs.map(({ path }) => path);
  const commands = all((input) => input.commands);
  // What a command's words name already says nothing new.
  const shown = commands.map(({ text }) => text).join('\n');
  const inputs = [...all((input) => input.paths), ...diffs].map((path) => absolute(path, cwd));
  const rest = places.filter((path) => !isShown(path, shown, cwd)).map((path) => absolute(path, cwd));
  const paths = [...new Set([...inputs, ...rest])];
  const workdirs = [...new Set(all((input) => input.workdirs).map((path) => absolute(path, cwd)))];
  const named = [...all((input) => [...input.paths, ...input.workdirs]), ...diffs, ...places];
  const areClear = !named.some((path) => ODD_END.test(path));
  const words = new Set(commands.flatMap(({ split }) => split.parts.flat()).map((word) => absolute(word, cwd)));
  const kind = actualKind(kinds, { read, hasDiffs: diffs.length > 0, titles });
  // Where no input says what runs, the title may.
  const untold = commands.length === 0 && kinds.includes('execute') ? titles : [];
  return {
    ...{ agentId, cwd, kind, kinds: [...new Set([kind, ...kinds])], title: toolCall.title || entry?.title || '' },
    ...{ commands, maybeCommands: [...all((input) => input.unknownTexts), ...untold].map(shellCommand), paths },
    otherPaths: paths.filter((path) => inputs.includes(path) || !words.has(path)),
    workdir: workdirs[0] ?? null,
    urls: all((input) => input.urls),
    writes: diffs.length > 0 || read.some((input) => input.writes),
    isUnderstood: areClear && read.every((input) => input.isUnderstood) && workdirs.length < 2 && areOne(kinds),
    isTooLong: paths.length > MOST_PATHS || commands.some(({ text }) => text.length > MOST_CHARS),
  };
}

function areOne(kinds: readonly ToolKind[]): boolean {
  return new Set(kinds).size === 1;
}

/** Some agents call every tool `other`; a diff, the words of an editor or the name of a tool that writes say more. */
function actualKind(
  kinds: readonly ToolKind[],
  { read, hasDiffs, titles }: { read: readonly ReadInput[]; hasDiffs: boolean; titles: readonly string[] },
): ToolKind {
  const [kind = 'other'] = kinds;
  if (kind !== 'other') return kind;
  const verbs = read.map(({ verb }) => verb).filter((verb) => verb !== null);
  if (hasDiffs || verbs.includes('edit')) return 'edit';
  const writes = read.length > 0 && read.every((input) => input.writes && input.paths.length > 0);
  if (writes && titles.length > 0 && titles.every((title) => writerIn(title) !== null)) return 'edit';
  return verbs.includes('read') ? 'read' : 'other';
}

function isShown(path: string, commands: string, cwd: string): boolean {
  return commands !== '' && (absolute(path, cwd) === cwd || commands.includes(path));
}

/** What cannot be a path stays as it is and then matches nothing. */
function absolute(path: string, cwd: string): string {
  try {
    const plain = path.startsWith('file://') ? fileURLToPath(path) : path;
    return isAbsolute(plain) ? resolve(plain) : resolve(cwd, plain);
  } catch {
    return path;
  }
}

import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ToolCallContent, ToolCallLocation, ToolKind } from '@agentclientprotocol/sdk';
import type { AskedCall } from '../protocol/permission-rule.js';
import { type CalledCommand, shellCommand, wordsCommand } from './match-command.js';

/** What a call says about itself, as far as rules can read it. */
export interface CallFacts {
  readonly agentId: string;
  readonly cwd: string;
  readonly kind: ToolKind;
  readonly title: string;
  /** Agents describe a call twice, when they announce it and when they ask; both have to be right. */
  readonly commands: readonly CalledCommand[];
  /** Absolute, but links are not followed yet. */
  readonly paths: readonly string[];
  /** Where a command runs, if the call names another folder than that of the session. */
  readonly workdir: string | null;
  /** Whether a call names more than anyone would look at. */
  readonly isTooLong: boolean;
}

/** Names that shipped agents use in their tools' input. */
const COMMANDS = ['command', 'cmd', 'commands', 'script'];
const PATHS = (
  'path file_path filePath filepath fileName file_name filename file absolute_path absolutePath target_file ' +
  'source destination old_path new_path oldPath newPath notebook_path directory uri'
).split(' ');
const PATH_LISTS = ['paths', 'files', 'edits'];
/** Lists of changes with the path as their key. */
const PATH_MAPS = ['changes', 'fileChanges', 'file_changes'];
const WORKDIRS = ['cwd', 'workdir', 'working_directory', 'workingDirectory', 'dir_path'];
const MOST_PATHS = 100;
const MOST_CHARS = 100_000;

/** Collects what a call is about from all that the agent has said about it. */
export function factsOf({ agentId, cwd, toolCall, entry }: AskedCall): CallFacts {
  const inputs = [toolCall.rawInput, entry?.rawInput].filter((input) => isRecord(input));
  const commands = inputs.flatMap(commandIn);
  const named = [
    ...inputs.flatMap(pathsIn),
    ...placesIn(toolCall.locations, toolCall.content),
    ...placesIn(entry?.locations, entry?.content),
  ];
  const workdir = inputs.map((input) => texts(input, WORKDIRS)[0]).find((text) => text !== undefined);
  const paths = [...new Set(named.map((path) => absolute(path, cwd)))];
  return {
    agentId,
    cwd,
    kind: toolCall.kind ?? entry?.toolKind ?? 'other',
    title: toolCall.title || entry?.title || '',
    commands,
    paths,
    workdir: workdir === undefined ? null : absolute(workdir, cwd),
    isTooLong: paths.length > MOST_PATHS || commands.some(({ text }) => text.length > MOST_CHARS),
  };
}

type Input = Record<string, unknown>;

function commandIn(input: Input): CalledCommand[] {
  const name = COMMANDS.find((candidate) => isTextOrList(input[candidate]));
  if (name === undefined) return [];
  const value = input[name];
  const args = isTextList(input.args) ? input.args : [];
  if (name === 'commands' && isTextList(value)) return value.map(shellCommand);
  if (isTextList(value)) return [wordsCommand([...value, ...args])];
  return [args.length > 0 ? wordsCommand([String(value), ...args]) : shellCommand(String(value))];
}

function pathsIn(input: Input): string[] {
  const lists = PATH_LISTS.flatMap((name) => (Array.isArray(input[name]) ? (input[name] as unknown[]) : []));
  const nested = lists.flatMap((item) =>
    isRecord(item) ? texts(item, PATHS) : typeof item === 'string' ? [item] : [],
  );
  const keyed = PATH_MAPS.flatMap((name) => (isRecord(input[name]) ? Object.keys(input[name]) : []));
  return [...texts(input, PATHS), ...nested, ...keyed];
}

function placesIn(
  locations: readonly ToolCallLocation[] | null | undefined,
  content: readonly ToolCallContent[] | null | undefined,
): string[] {
  const diffs = (content ?? []).flatMap((item) => (item.type === 'diff' ? [item.path] : []));
  return [...(locations ?? []).map(({ path }) => path), ...diffs];
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

function texts(input: Input, names: readonly string[]): string[] {
  return names.map((name) => input[name]).filter((value): value is string => typeof value === 'string' && value !== '');
}

function isTextOrList(value: unknown): boolean {
  return (typeof value === 'string' && value.trim() !== '') || isTextList(value);
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
}

function isRecord(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

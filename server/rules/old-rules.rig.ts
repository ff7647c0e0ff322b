/**
 * Rules as they were before options, carriers and unknown fields were looked at: only what allows. Kept to show that
 * the test by reality finds holes where there are some.
 */
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ToolCallContent, ToolCallLocation, ToolKind } from '@agentclientprotocol/sdk';
import { isInside, resolvePath } from '../paths/resolve-path.js';
import type { AskedCall, CommandPattern, RuleDraft } from '../protocol/api/permission-rule.js';
import { globFor, isPathIn } from './match-path.js';
export async function allowedByOldRules(call: AskedCall, rules: readonly RuleDraft[]): Promise<boolean> {
  const facts = await withFiles(factsOf(call));
  return rules.some((rule) => isAbout(rule, facts));
}
export async function oldSuggestion(call: AskedCall): Promise<RuleDraft | null> {
  const choices = suggestRules(await withFiles(factsOf(call)));
  return choices[choices[1]?.command ? 1 : 0] ?? null;
}

async function withFiles(facts: CallFacts): Promise<RealFacts> {
  const real = (path: string) => resolvePath(path, ['/']).catch(() => null);
  const realPaths = await Promise.all(facts.paths.map(real));
  return { ...facts, realPaths, realWorkdir: facts.workdir === null ? null : await real(facts.workdir) };
}
interface SplitCommand {
  readonly parts: readonly (readonly string[])[];
  readonly isPlain: boolean;
}
const SEPARATORS = new Set([';', '&', '|', '\n', '\r']);
const BREAKS = new Set(['(', ')', '<', '>', '`']);
const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;
const CONTROL = /(?![\t\n])\p{Cc}/u;
function splitCommand(text: string): SplitCommand {
  return new Splitter(text).run();
}
class Splitter {
  readonly #text: string;
  readonly #parts: string[][] = [];
  #words: string[] = [];
  #word: string | null = null;
  #isPlain: boolean;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#isPlain = !CONTROL.test(text);
  }

  run(): SplitCommand {
    while (this.#at < this.#text.length) this.#step(this.#text[this.#at++]!);
    this.#endPart();
    return { parts: this.#parts, isPlain: this.#isPlain };
  }

  #step(char: string): void {
    if (char === "'") this.#singleQuoted();
    else if (char === '"') this.#doubleQuoted();
    else if (char === '\\') this.#escaped();
    else if (SEPARATORS.has(char)) this.#endPart();
    else if (BREAKS.has(char)) this.#break();
    else if (char === ' ' || char === '\t') this.#endWord();
    else {
      // A comment would hide what follows, a variable could be anything.
      if (char === '$' || (char === '#' && this.#word === null)) this.#isPlain = false;
      this.#add(char);
    }
  }

  #singleQuoted(): void {
    const end = this.#text.indexOf("'", this.#at);
    if (end < 0) this.#isPlain = false;
    const to = end < 0 ? this.#text.length : end;
    this.#add(this.#text.slice(this.#at, to));
    this.#at = to + 1;
  }

  #doubleQuoted(): void {
    this.#add('');
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at++]!;
      if (char === '"') return;
      const next = this.#text[this.#at] ?? '';
      if (char === '`' || (char === '$' && next === '(')) {
        this.#break();
        return;
      }
      if (char === '$') this.#isPlain = false;
      if (char === '\\' && /["\\$`\n]/.test(next)) this.#escaped();
      else this.#add(char);
    }
    this.#isPlain = false;
  }

  #escaped(): void {
    const next = this.#text[this.#at++];
    // A line that goes on is joined with the next one.
    if (next === undefined || next === '\n' || next === '\r') this.#isPlain = false;
    else this.#add(next);
  }

  #break(): void {
    this.#isPlain = false;
    this.#endPart();
  }

  #add(text: string): void {
    this.#word = (this.#word ?? '') + text;
  }

  #endWord(): void {
    if (this.#word === null) return;
    if (this.#words.length === 0 && ASSIGNMENT.test(this.#word)) this.#isPlain = false;
    this.#words.push(this.#word);
    this.#word = null;
  }

  #endPart(): void {
    this.#endWord();
    if (this.#words.length > 0) this.#parts.push(this.#words);
    this.#words = [];
  }
}
interface CalledCommand {
  readonly text: string;
  readonly split: SplitCommand;
}
const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash', 'fish']);
const DEEPEST = 5;
function shellCommand(text: string): CalledCommand {
  return { text, split: unwrapped(splitCommand(text)) };
}
function wordsCommand(words: readonly string[]): CalledCommand {
  if (words.length === 1) return shellCommand(words[0]!);
  const script = words.length === 3 ? scriptIn(words) : null;
  const split = script === null ? { parts: [words], isPlain: !words.some(isActive) } : unwrapped(splitCommand(script));
  return { text: words.map(quoted).join(' '), split };
}
function isActive(word: string): boolean {
  return /[;&|`$<>\n\r]/.test(word);
}
function isAllowedBy(pattern: CommandPattern, { text, split }: CalledCommand): boolean {
  if (!pattern.isPrefix) return text.trim() === pattern.text.trim();
  const prefix = prefixWords(pattern);
  if (prefix === null || !split.isPlain || split.parts.length === 0) return false;
  return split.parts.every((words) => prefix.every((word, n) => words[n] === word));
}
function prefixWords({ text }: CommandPattern): readonly string[] | null {
  const { parts, isPlain } = splitCommand(text);
  return isPlain && parts.length === 1 && !/[;&|\n\r]/.test(text) ? parts[0]! : null;
}
function unwrapped(split: SplitCommand, depth = DEEPEST): SplitCommand {
  const [words] = split.parts;
  if (!words || depth === 0 || split.parts.length !== 1 || !split.isPlain) return split;
  const script = words.length === 3 ? scriptIn(words) : null;
  return script === null ? split : unwrapped(splitCommand(script), depth - 1);
}

function scriptIn(words: readonly string[]): string | null {
  if (!SHELLS.has(nameOf(words[0]))) return null;
  const flag = words.findIndex((word, n) => n > 0 && /^-[a-z]*c$/.test(word));
  return flag < 0 ? null : (words[flag + 1] ?? null);
}

function nameOf(word: string | undefined): string {
  return word?.split('/').at(-1) ?? '';
}
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
interface CallFacts {
  readonly agentId: string;
  readonly cwd: string;
  readonly kind: ToolKind;
  readonly title: string;
  readonly commands: readonly CalledCommand[];
  readonly paths: readonly string[];
  readonly workdir: string | null;
  readonly isTooLong: boolean;
}
const COMMANDS = ['command', 'cmd', 'commands', 'script'];
const PATHS = (
  'path file_path filePath filepath fileName file_name filename file absolute_path absolutePath target_file ' +
  'source destination old_path new_path oldPath newPath notebook_path directory uri'
).split(' ');
const PATH_LISTS = ['paths', 'files', 'edits'];
const PATH_MAPS = ['changes', 'fileChanges', 'file_changes'];
const WORKDIRS = ['cwd', 'workdir', 'working_directory', 'workingDirectory', 'dir_path'];
const MOST_PATHS = 100;
const MOST_CHARS = 100_000;
function factsOf({ agentId, cwd, toolCall, entry }: AskedCall): CallFacts {
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
interface RealFacts extends CallFacts {
  readonly realPaths: readonly (string | null)[];
  readonly realWorkdir: string | null;
}
const FILE_KINDS: ReadonlySet<ToolKind> = new Set<ToolKind>(['read', 'edit', 'delete', 'move', 'search', 'think']);
function isAbout(rule: RuleDraft, facts: RealFacts): boolean {
  if (rule.agentId !== null && rule.agentId !== facts.agentId) return false;
  if (rule.folder !== null && !isInside(facts.cwd, rule.folder)) return false;
  if (rule.toolKind !== null && rule.toolKind !== facts.kind) return false;
  if (rule.title !== null && rule.title !== facts.title) return false;
  return allows(rule, facts);
}

function allows(rule: RuleDraft, facts: RealFacts): boolean {
  const { command, path } = rule;
  if (facts.isTooLong) return false;
  if (command) return allowsCommands(rule, facts) && (path === null || allowsPaths(path, facts));
  const isCommand = facts.kind === 'execute' || (facts.commands.length > 0 && !FILE_KINDS.has(facts.kind));
  // Where a command works says nothing about what it does.
  if (path !== null) return !isCommand && allowsPaths(path, facts);
  return rule.toolKind !== null || rule.title !== null;
}

function allowsCommands({ command, folder }: RuleDraft, facts: RealFacts): boolean {
  if (facts.commands.length === 0) return false;
  const isHere = facts.workdir === null || (facts.realWorkdir !== null && isInside(facts.realWorkdir, facts.cwd));
  if (folder !== null && !isHere) return false;
  return facts.commands.every((called) => isAllowedBy(command!, called));
}

function allowsPaths(glob: string, { realPaths, cwd }: RealFacts): boolean {
  return realPaths.length > 0 && realPaths.every((path) => path !== null && isPathIn(glob, path, { folder: cwd }));
}
const ANYTHING = new Set(
  (
    'sh bash dash zsh ksh fish sudo doas env xargs parallel eval exec command node deno bun python python3 ruby perl ' +
    'php npx bunx uvx pnpx ssh find fd awk sed rm dd mkfs chmod chown curl wget nc docker podman kubectl make time nohup watch'
  ).split(' '),
);
const WITH_VERBS = new Set(
  'npm pnpm yarn git cargo go pip pip3 uv poetry dotnet mvn gradle gh brew apt docker podman kubectl terraform'.split(
    ' ',
  ),
);
const DEEPER_VERBS = new Set(['run', 'exec', 'run-script', 'compose', 'stash', 'remote', 'pr', 'issue', 'get', 'x']);
const MILD: ReadonlySet<ToolKind> = new Set<ToolKind>(['read', 'search', 'think', 'fetch']);
function suggestRules(facts: RealFacts): RuleDraft[] {
  const base: RuleDraft = {
    ...{ effect: 'allow', agentId: null, folder: facts.cwd },
    ...{ toolKind: null, title: null, command: null, path: null },
  };
  const [command] = facts.commands;
  const isOne = facts.commands.every(({ text }) => text === command?.text);
  const drafts =
    command && isOne && !isFileTool(facts)
      ? commandRules(base, command)
      : fileRules({ ...base, toolKind: facts.kind }, facts);
  return drafts.filter((draft) => isAbout(draft, facts));
}

function isFileTool({ kind, paths }: RealFacts): boolean {
  return (
    paths.length > 0 &&
    (kind === 'read' || kind === 'edit' || kind === 'delete' || kind === 'move' || kind === 'search')
  );
}

function commandRules(base: RuleDraft, { text, split }: CalledCommand): RuleDraft[] {
  const exact = { ...base, command: { text: text.trim(), isPrefix: false } };
  const [words] = split.parts;
  if (!split.isPlain || !words || split.parts.length !== 1) return [exact];
  const prefixes = prefixLengths(words).map((length) => words.slice(0, length).join(' '));
  return [exact, ...prefixes.map((prefix) => ({ ...base, command: { text: prefix, isPrefix: true } }))];
}
function prefixLengths(words: readonly string[]): number[] {
  const isWord = (n: number) => /^[A-Za-z][\w:.@/-]*$/.test(words[n] ?? '');
  if (!/^[\w./-]+$/.test(words[0] ?? '')) return [];
  const lengths: number[] = [];
  if (WITH_VERBS.has(words[0]!) && isWord(1)) {
    if (DEEPER_VERBS.has(words[1]!) && isWord(2)) lengths.push(3);
    if (!ANYTHING.has(words[0]!) || lengths.length === 0) lengths.push(2);
  } else if (!ANYTHING.has(words[0]!.split('/').at(-1)!)) lengths.push(1);
  return lengths;
}

function fileRules(base: RuleDraft, facts: RealFacts): RuleDraft[] {
  const [path] = facts.realPaths;
  const kind = MILD.has(facts.kind) ? [base] : [];
  if (facts.realPaths.length === 0 || path == null)
    return [...(facts.title ? [{ ...base, title: facts.title }] : []), ...kind];
  const isIn = facts.realPaths.every((one) => one !== null && isInside(one, facts.cwd));
  const nameOf = (one: string) => globFor(isInside(one, facts.cwd) ? relative(facts.cwd, one) || '.' : one);
  const exact = facts.realPaths.length === 1 ? [nameOf(path)] : [];
  const above = isIn && dirname(path) !== facts.cwd && path !== facts.cwd ? [`${nameOf(dirname(path))}/**`] : [];
  const globs = [...exact, ...above, ...(isIn ? ['**'] : [`${globFor(dirname(path))}/**`])];
  return [...globs.map((glob) => ({ ...base, path: glob })), ...kind];
}

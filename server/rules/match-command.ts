import { resolve } from 'node:path';
import { isInside } from '../paths/resolve-path.js';
import { type CommandPattern, trimCommand } from '../protocol/api/permission-rule.js';
import { isPlainWord, shellWord } from '../protocol/shell-word.js';
import { isHarmless, listedCommand } from './harmless-options.js';
import { type SplitCommand, splitCommand, splitWords } from './split-command.js';

/** A command that a call wants to run: the text that people see, and its parts. */
export interface CalledCommand {
  readonly text: string;
  /** With scripts of shells taken out, also of those that read their start files first. */
  readonly split: SplitCommand;
  /** As a rule that allows reads it: what isn't certain isn't literal. */
  readonly strict: SplitCommand;
  /** Whether the words might mean something else to an agent that joins them for a shell. */
  readonly isAmbiguous: boolean;
}

/** Programs that run the script they are given. */
const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash', 'fish']);
/** Those that read words the way that we do, by the names under which they are the real ones. */
const REAL_SHELLS = new Set(['sh', 'bash', 'dash'].flatMap((name) => [name, `/bin/${name}`, `/usr/bin/${name}`]));
/** Programs and words of the shell that run the command that follows them. */
const CARRIERS = new Set(
  (
    'sudo doas env nohup nice ionice time timeout stdbuf setsid xargs parallel command builtin exec eval watch ' +
    'find fd chroot unshare strace ltrace busybox toybox flock script su runuser unbuffer xvfb-run gdb chrt taskset ' +
    'numactl firejail bwrap nsenter ssh npx bunx pnpx uvx dotenv direnv source . coproc trap ' +
    'if then else elif while until do ! { case in for'
  ).split(' '),
);
/** Programs that run code among their words, without the number of their version. */
const INTERPRETERS =
  /^(?:python|pypy|node|nodejs|deno|bun|perl|ruby|php|lua|luajit|tclsh|osascript|Rscript|[gmn]?awk)[\d.]*$/;
/** Builtins that change what the shell does next: where it is, what a name means. */
const STATEFUL = new Set(
  (
    'cd pushd popd chdir alias unalias set shopt setopt unsetopt emulate enable disable hash eval exec source . trap ' +
    'umask ulimit read mapfile readarray printf getopts shift command builtin return exit break continue bind complete wait'
  ).split(' '),
);
/** What a shell may take for a quote or an escape. */
const QUOTES = /[\\'"`‘’‚‛“”„]/g;
const DEEPEST = 5;

/** A command that is given as one text for a shell. */
export function shellCommand(text: string): CalledCommand {
  const split = splitCommand(text);
  const strict = unwrapped(split, strictScript);
  return { text, split: unwrapped(split, looseScript), strict, isAmbiguous: false };
}

/** A command that is given as a program with its arguments. */
export function wordsCommand(words: readonly string[]): CalledCommand {
  if (words.length === 1) return shellCommand(words[0]!);
  const raw = splitWords(words, !words.some(isActive));
  const within = (read: (words: readonly string[]) => string | null) => {
    const script = read(words);
    return script === null ? raw : unwrapped(splitCommand(script), read);
  };
  const isAmbiguous = looseScript(words) === null && !words.every(isPlainWord);
  const strict = isAmbiguous ? { ...raw, isLiteral: false } : within(strictScript);
  return { text: words.map(shellWord).join(' '), split: within(looseScript), strict, isAmbiguous };
}

/** Some agents join the words and give them to a shell all the same. */
function isActive(word: string): boolean {
  return /[;&|`$<>\n\r]/.test(word);
}

/** Whether a rule that allows may have this pattern: a whole command, or how one begins that is listed. */
export function isOffered(pattern: CommandPattern): boolean {
  if (!pattern.isPrefix) return true;
  const words = prefixWords(pattern);
  const command = words && listedCommand(words);
  return !!command && isHarmless([...words, ...command.example], () => true);
}

/** Whether all that a command does is what the pattern allows; what cannot be read for certain is not. */
export function isAllowedBy(pattern: CommandPattern, called: CalledCommand, folder: string): boolean {
  if (!pattern.isPrefix) return isExactly(pattern, called);
  const { parts, isLiteral } = called.strict;
  return isLiteral && parts.length > 0 && parts.every((words) => isPartAllowed(pattern, words, folder));
}

/**
 * Whether every part of a command is allowed by one of the patterns. Parts that change the shell are never allowed
 * apart from their command, nor is anything but a listed command behind a pipe: it could take its input for a script.
 */
export function areAllowedBy(
  patterns: readonly CommandPattern[],
  { strict, isAmbiguous }: CalledCommand,
  folder: string,
): CommandPattern[] | null {
  const { parts, isLiteral, isPiped } = strict;
  if (isAmbiguous || !isLiteral || parts.length < 2) return null;
  const used = parts.map((words) =>
    patterns.find((pattern) => {
      if (pattern.isPrefix) return isPartAllowed(pattern, words, folder);
      return !isPiped && isSamePart(pattern, words);
    }),
  );
  return used.every((pattern) => pattern !== undefined) ? used : null;
}

function isExactly(pattern: CommandPattern, { text, isAmbiguous }: CalledCommand): boolean {
  // Half a character is written in different ways, so that no bytes can be compared.
  return !isAmbiguous && !/\p{Surrogate}/u.test(text) && trimCommand(text) === trimCommand(pattern.text);
}

function isSamePart(pattern: CommandPattern, words: readonly string[]): boolean {
  const { parts, isLiteral } = splitCommand(pattern.text);
  const [only] = parts;
  if (!only || !isLiteral || parts.length !== 1 || STATEFUL.has(only[0]!) || /[*?]/.test(pattern.text)) return false;
  return only.length === words.length && only.every((word, n) => word === words[n]);
}

function isPartAllowed(pattern: CommandPattern, words: readonly string[], folder: string): boolean {
  const prefix = prefixWords(pattern);
  if (prefix === null || !isOffered(pattern)) return false;
  const carried = carriedBy(words);
  return (
    prefix.every((word, n) => carried[n] === word) && isHarmless(carried, (operand) => staysInside(operand, folder))
  );
}

/** What a command runs that only limits how another one runs; with any other option it stays as it is. */
export function carriedBy(words: readonly string[], depth = DEEPEST): readonly string[] {
  const [program = '', ...rest] = words;
  const at = depth === 0 ? null : carriedAt(program, rest);
  return at === null || at >= rest.length ? words : carriedBy(rest.slice(at), depth - 1);
}

function carriedAt(program: string, rest: readonly string[]): number | null {
  const skip = (option: RegExp) => {
    const at = rest.findIndex((word) => !option.test(word));
    return at < 0 ? rest.length : at;
  };
  switch (program) {
    case 'timeout': {
      const at = skip(
        /^(--foreground|--preserve-status|-v|--verbose|-k\d+[smhd]?|--kill-after=\d+[smhd]?|-s[A-Z]+|--signal=[A-Z]+)$/,
      );
      return /^\d+(\.\d+)?[smhd]?$/.test(rest[at] ?? '') ? at + 1 : null;
    }
    case 'nice':
      if (rest[0] === '-n') return /^\d+$/.test(rest[1] ?? '') ? 2 : null;
      return skip(/^(-n\d+|--adjustment=\d+|-\d+)$/);
    case 'stdbuf': {
      const at = skip(/^-[ioe](L|0|\d+[KMG]?)$/);
      return at === 0 ? null : at;
    }
    default:
      return null;
  }
}

/** Whether an operand can only mean something in the folder. Links in there are followed, as by any look at them. */
function staysInside(operand: string, folder: string): boolean {
  if (operand === '' || operand.startsWith('~') || /^@./.test(operand) || /:\/\/|::\w+ /.test(operand)) return false;
  if (operand.split(/[/:]/).includes('..')) return false;
  const at = operand.lastIndexOf(':') + 1;
  return [operand, operand.slice(at)].every((path) => !path.startsWith('/') || isInside(resolve(path), folder));
}

/** Whether anything that a command does is what the pattern rejects, also behind `sudo`, `sh -c` or in `$(…)`. */
export function isRejectedBy(pattern: CommandPattern, called: CalledCommand): boolean {
  // To reject, blanks of any kind at the ends don't count: rather too much than too little.
  const sought = pattern.text.trim();
  if (called.text.trim() === sought) return true;
  const wanted = splitCommand(sought).parts;
  if (wanted.length !== 1) return false;
  const is = pattern.isPrefix ? beginsWith : isSame;
  return readingsOf(called).some((split) => allParts(split).some((words) => is(words, wanted[0]!)));
}

/** What a command may be for some shell; where they differ about its quotes, also as if there were none. */
export function readingsOf({ text, split }: CalledCommand): SplitCommand[] {
  if (split.isReadAlike) return [split];
  return [split, ...[' ', ''].map((gap) => splitCommand(text.replace(QUOTES, gap)))];
}

/** The words of a prefix; null if it is not the beginning of one simple command. */
export function prefixWords({ text }: CommandPattern): readonly string[] | null {
  const { parts, isPlain } = splitCommand(text);
  return isPlain && parts.length === 1 && !/[;&|\n\r]/.test(text) ? parts[0]! : null;
}

/** `sh -c 'npm test'` is `npm test`. */
function unwrapped(
  split: SplitCommand,
  read: (words: readonly string[]) => string | null,
  depth = DEEPEST,
): SplitCommand {
  const [words] = split.parts;
  if (!words || depth === 0 || split.parts.length !== 1 || !split.isPlain) return split;
  const script = read(words);
  return script === null ? split : keepDoubt(split, unwrapped(splitCommand(script), read, depth - 1));
}

/** What was not literal outside isn't so inside. */
function keepDoubt(outer: SplitCommand, inner: SplitCommand): SplitCommand {
  const isReadAlike = outer.isReadAlike && inner.isReadAlike;
  return { ...inner, isReadAlike, isLiteral: outer.isLiteral && inner.isLiteral };
}

/** The script of a shell that runs nothing else before it: no start files, no name that could be another program. */
function strictScript(words: readonly string[]): string | null {
  const [shell = '', flag = '', script] = words;
  return words.length === 3 && REAL_SHELLS.has(shell) && /^-[eux]*c$/.test(flag) ? script! : null;
}

function looseScript(words: readonly string[]): string | null {
  const isReal = REAL_SHELLS.has(words[0] ?? '') || /^(\/(usr\/)?bin\/)?(zsh|ksh|ash)$/.test(words[0] ?? '');
  return words.length === 3 && isReal ? scriptIn(words) : null;
}

function scriptIn(words: readonly string[]): string | null {
  if (!SHELLS.has(nameOf(words[0]))) return null;
  const flag = words.findIndex((word, n) => n > 0 && /^-[a-z]*c$/.test(word));
  return flag < 0 ? null : (words[flag + 1] ?? null);
}

/** Whether a program may work out another path from one that it is given: by code among its words, or by a way up. */
export function mayLeave(words: readonly string[], isGiven: (word: string) => boolean): boolean {
  const others = words.filter((word) => !isGiven(word));
  const program = nameOf(words[0]);
  const runs = SHELLS.has(program) || CARRIERS.has(program) || INTERPRETERS.test(program);
  return others.some((word) => /(?:^|[^\w.])\.\.(?:[^\w.]|$)/.test(word) || (runs && !isPlainWord(word)));
}

/** Everything that may run, also inside of other commands; rather too much than too little. */
function allParts(split: SplitCommand, depth = DEEPEST): (readonly string[])[] {
  if (depth === 0) return [];
  return split.parts.flatMap((part) => {
    const words = part.slice(part.findIndex((word) => !/^[A-Za-z_]\w*\+?=/.test(word)));
    const carried = CARRIERS.has(nameOf(words[0])) ? words.map((_, n) => words.slice(n)) : [words];
    const scripts = carried.flatMap((inner) => (inner[0] === 'eval' ? [inner.slice(1).join(' ')] : [scriptIn(inner)]));
    // Such as `script -c 'rm x'` and `su -c 'rm x'`.
    if (carried.length > 1) scripts.push(...words.slice(1).filter((word) => /\s/.test(word)));
    const nested = scripts.flatMap((script) => (script ? allParts(splitCommand(script), depth - 1) : []));
    return [...carried, ...nested];
  });
}

/** The words of the prefix in their order; options with a value may be between them. */
function beginsWith(words: readonly string[], prefix: readonly string[]): boolean {
  if (!isProgram(words[0], prefix[0])) return false;
  let at = 1;
  for (const word of prefix.slice(1)) {
    while (at < words.length && words[at] !== word && (isOption(words[at]) || isOption(words[at - 1]))) at++;
    if (words[at] !== word) return false;
    at++;
  }
  return true;
}

function isSame(words: readonly string[], wanted: readonly string[]): boolean {
  return (
    words.length === wanted.length &&
    isProgram(words[0], wanted[0]) &&
    wanted.slice(1).every((w, n) => w === words[n + 1])
  );
}

function isProgram(word: string | undefined, wanted: string | undefined): boolean {
  return word !== undefined && (word === wanted || nameOf(word) === wanted);
}

function isOption(word: string | undefined): boolean {
  return word?.startsWith('-') ?? false;
}

function nameOf(word: string | undefined): string {
  return word?.split('/').at(-1) ?? '';
}

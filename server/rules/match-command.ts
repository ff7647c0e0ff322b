import type { CommandPattern } from '../protocol/permission-rule.js';
import { type SplitCommand, splitCommand } from './split-command.js';

/** A command that a call wants to run: the text that people see, and its parts. */
export interface CalledCommand {
  readonly text: string;
  readonly split: SplitCommand;
}

/** Programs that run the script they are given. */
const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash', 'fish']);
/** Programs and words of the shell that run the command that follows them. */
const CARRIERS = new Set(
  (
    'sudo doas env nohup nice ionice time timeout stdbuf setsid xargs parallel command builtin exec eval watch ' +
    'find fd chroot unshare strace ltrace busybox if then else elif while until do ! { case in for'
  ).split(' '),
);
const DEEPEST = 5;

/** A command that is given as one text for a shell. */
export function shellCommand(text: string): CalledCommand {
  return { text, split: unwrapped(splitCommand(text)) };
}

/** A command that is given as a program with its arguments. */
export function wordsCommand(words: readonly string[]): CalledCommand {
  if (words.length === 1) return shellCommand(words[0]!);
  const script = words.length === 3 ? scriptIn(words) : null;
  const split = script === null ? { parts: [words], isPlain: !words.some(isActive) } : unwrapped(splitCommand(script));
  return { text: words.map(quoted).join(' '), split };
}

/** Some agents join the words and give them to a shell all the same. */
function isActive(word: string): boolean {
  return /[;&|`$<>\n\r]/.test(word);
}

/** Whether all that a command does is what the pattern allows; what cannot be read for certain is not. */
export function isAllowedBy(pattern: CommandPattern, { text, split }: CalledCommand): boolean {
  if (!pattern.isPrefix) return text.trim() === pattern.text.trim();
  const prefix = prefixWords(pattern);
  if (prefix === null || !split.isPlain || split.parts.length === 0) return false;
  return split.parts.every((words) => prefix.every((word, n) => words[n] === word));
}

/** Whether anything that a command does is what the pattern rejects, also behind `sudo`, `sh -c` or in `$(…)`. */
export function isRejectedBy(pattern: CommandPattern, { text, split }: CalledCommand): boolean {
  if (text.trim() === pattern.text.trim()) return true;
  const wanted = splitCommand(pattern.text).parts;
  if (wanted.length !== 1) return false;
  const is = pattern.isPrefix ? beginsWith : isSame;
  return allParts(split).some((words) => is(words, wanted[0]!));
}

/** The words of a prefix; null if it is not the beginning of one simple command. */
export function prefixWords({ text }: CommandPattern): readonly string[] | null {
  const { parts, isPlain } = splitCommand(text);
  return isPlain && parts.length === 1 && !/[;&|\n\r]/.test(text) ? parts[0]! : null;
}

/** `sh -c 'npm test'` is `npm test`. */
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

/** Everything that may run, also inside of other commands; rather too much than too little. */
function allParts(split: SplitCommand, depth = DEEPEST): (readonly string[])[] {
  if (depth === 0) return [];
  return split.parts.flatMap((part) => {
    const words = part.slice(part.findIndex((word) => !/^[A-Za-z_]\w*\+?=/.test(word)));
    const carried = CARRIERS.has(nameOf(words[0])) ? words.map((_, n) => words.slice(n)) : [words];
    const scripts = carried.map((inner) => (inner[0] === 'eval' ? inner.slice(1).join(' ') : scriptIn(inner)));
    const nested = scripts.flatMap((script) => (script ? allParts(splitCommand(script), depth - 1) : []));
    return [...carried, ...nested];
  });
}

/** The words of the prefix in their order; options with a value may stand between them. */
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

/** As a shell would want it, so that what a person reads is what runs. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

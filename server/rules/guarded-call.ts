import { isAbsolute, resolve } from 'node:path';
import { guardedNames, guardedPlaces, isGuardedName, isSecretPath, leadsToGuarded } from '../paths/guarded-path.js';
import type { AskedCall } from '../protocol/api/permission-rule.js';
import { PATCHES, TEXTS } from '../protocol/call-fields.js';
import { parsePatch } from '../protocol/transcript/parse-patch.js';
import { type CallFacts, factsOf } from './call-facts.js';
import { onlyLooks } from './looks-only.js';
import { readingsOf, shellCommand } from './match-command.js';

/** What tools are given to put into a file; it may speak of anything. */
const BODIES = new Set(
  'content contents text newText oldText new_string old_string new_str old_str file_text newString oldString body'.split(
    ' ',
  ),
);
/** Lines by which patches name files. */
const PATCHED =
  /^(?:\*\*\* (?:Add|Update|Delete) File: |\*\*\* Move to: |\+\+\+ |--- |Index: |rename (?:from|to) |diff --git )(.+)$/gm;
/** What people are told about a call; it may speak of anything. */
const WORDS = new Set('description explanation reason justification summary thought title prompt question'.split(' '));
/** Programs that make something run later, in any file. */
const SCHEDULERS = new Set(['crontab', 'at', 'batch', 'launchctl', 'systemd-run', 'schtasks', 'update-rc.d']);
const SERVICE_DEEDS = new Set(['enable', 'reenable', 'link', 'edit', 'add-wants', 'add-requires', 'set-property']);
/** Words of `git config` that only look. */
const CONFIG_LOOKS =
  /^(?:--get|--get-all|--get-regexp|--get-urlmatch|--list|-l|get|list|--show-origin|--show-scope|--name-only)$/;
/** Deeper than anything that a tool is given. */
const DEEPEST = 20;
const MOST_WORDS = 200;
const MOST_CHARS = 200_000;
/** A guarded name in the middle of other text, also in a script for another language. */
const IN_TEXT = new RegExp(
  `(?<![\\w.-])(?:${[...guardedNames, ...guardedPlaces].map(escaped).join('|')})(?![\\w.-])`,
  'i',
);

/**
 * Whether a call touches a file that runs by itself or decides what may run, so that no rule and no "allow all" answers
 * for a person. A call that only looks is none, except at keys.
 */
export function mustAsk(call: AskedCall): boolean {
  const facts = factsOf(call);
  const texts = textsOf(call);
  // A command may be in a field that nobody knows.
  const scripts = unknownScripts(call, facts);
  const spoken = [
    ...[...facts.commands, ...scripts].map(({ text }) => text),
    ...(facts.commands.length === 0 ? [facts.title] : []),
  ];
  const named = [
    ...facts.paths,
    ...[...facts.commands, ...scripts].flatMap(wordsOf),
    ...texts.flatMap(patchedIn),
    ...fieldsOf(call),
  ];
  if (named.some(isSecretPath) || spoken.some((text) => /(?<![\w.-])\.(ssh|gnupg)(?![\w.-])/i.test(text))) return true;
  // A tool of no known kind says nothing by its name, nor does a command that is another one for some shell.
  const isReadAlike = [...facts.commands, ...scripts].every(({ split }) => split.isReadAlike);
  if (isReadAlike && onlyLooks(call) && (facts.kind !== 'other' || facts.commands.length > 0)) return false;
  if (facts.isTooLong || named.length > MOST_WORDS) return true;
  if (
    named.some(isGuardedWord) ||
    spoken.some((text) => IN_TEXT.test(text)) ||
    [...facts.commands, ...scripts].some(isScheduling)
  ) {
    return true;
  }
  return named.some((word) => isLeadingThere(word, facts));
}

/** What is not guarded by its name may still lead there. */
function isLeadingThere(word: string, { cwd, workdir }: CallFacts): boolean {
  if (word === '' || word.includes('\0') || word.startsWith('-') || word.length > 4096) return false;
  return leadsToGuarded(isAbsolute(word) ? word : resolve(workdir ?? cwd, word));
}

/** A word as a name: also one with wildcards that would find a guarded one, or behind an option's equals sign. */
function isGuardedWord(word: string): boolean {
  const pieces = [word, ...word.split(/[=:,]/)];
  return pieces.some((piece) => isGuardedName(piece) || (/[*?[{]/.test(piece) && mayFindGuarded(piece)));
}

function mayFindGuarded(word: string): boolean {
  const parts = word.split('/').flatMap(withBraces);
  // A wildcard does not find hidden files unless its dot is written out.
  const hidden = parts.filter((part) => /^(?:\.|\[)/.test(part) && /[*?[]/.test(part));
  if (parts.some((part) => isGuardedName(part))) return true;
  return hidden.some((part) => guardedNames.some((name) => fits(part, name)));
}

/** `{.git,x}` is `.git` and `x`. */
function withBraces(part: string): string[] {
  const inside = /^(.*)\{([^{}]*)\}(.*)$/.exec(part);
  if (!inside) return [part];
  const [, head, choices, tail] = inside;
  return choices!.split(',').flatMap((choice) => withBraces(`${head}${choice}${tail}`));
}

function fits(glob: string, name: string): boolean {
  const pattern = glob
    .replace(/[.+^$()|\\]/g, '\\$&')
    .replace(/\[[^\]]*\]?/g, '.')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.');
  return new RegExp(`^${pattern}$`, 'i').test(name);
}

function wordsOf(command: CallFacts['commands'][number]): string[] {
  const parts = readingsOf(command).flatMap((split) => split.parts);
  return parts.flatMap((words) => words.map((word) => word.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/, '/home')));
}

function isScheduling(command: CallFacts['commands'][number]): boolean {
  const parts = readingsOf(command).flatMap((split) => split.parts);
  return parts.some((words) => {
    const names = words.map((word) => word.split('/').at(-1)!);
    if (names.some((name) => SCHEDULERS.has(name))) return true;
    const service = names.indexOf('systemctl');
    if (service >= 0 && words.slice(service).some((word) => SERVICE_DEEDS.has(word))) return true;
    return setsGitConfig(names);
  });
}

/** Git keeps in its settings which programs it runs; only a look at them is free. */
function setsGitConfig(words: readonly string[]): boolean {
  const at = words.findIndex((word, n) => word === 'config' && words.slice(0, n).includes('git'));
  if (at < 0) return false;
  const args = words.slice(at + 1);
  const named = args.filter((arg) => !arg.startsWith('-'));
  return (
    !args.some((arg) => CONFIG_LOOKS.test(arg)) && (named.length > 1 || args.some((arg) => /^(?:-e|--\w)/.test(arg)))
  );
}

/** Texts of the input that may be commands, although no field says so. */
function unknownScripts({ toolCall, entry }: AskedCall, { commands, kind }: CallFacts): CallFacts['commands'] {
  const known = new Set(commands.map(({ text }) => text));
  const isBody = kind === 'edit' && commands.length === 0 ? isFileText : () => false;
  const texts = [toolCall.rawInput, entry?.rawInput].flatMap((input) => saidTexts(input, isBody));
  return [...new Set(texts)]
    .filter((text) => /\s/.test(text) && !known.has(text))
    .map((text) => shellCommand(text.slice(0, MOST_CHARS)));
}

/** Every text of a value that neither goes into a file nor is for people to read. */
export function saidTexts(
  value: unknown,
  isBody: (key: string, item: unknown) => boolean = () => false,
  depth = DEEPEST,
): string[] {
  if (typeof value === 'string') return [value];
  if (depth === 0 || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    BODIES.has(key) || WORDS.has(key) || isBody(key, item) ? [] : saidTexts(item, isBody, depth - 1),
  );
}

/** Whether a field of a tool that edits brings what goes into a file. The files that a patch names count all the same. */
function isFileText(key: string, item: unknown): boolean {
  if (typeof item !== 'string') return false;
  return TEXTS.has(key) || (PATCHES.has(key) && (parsePatch(item) !== null || isDiffForPeople(item)));
}

/** Lines of a diff outside of its hunks, as agents word them. */
const DIFF_HEAD =
  /^(?:$|Index: |={60,}$|diff --git |index [\da-f]|(?:new|deleted|create|old) (?:file )?mode \d|--- |\+\+\+ )/;

/** Whether every line belongs to a diff, although it may be none that could be applied. */
function isDiffForPeople(text: string): boolean {
  let isInHunk = false;
  return text.split(/\r?\n/).every((line) => {
    if (/^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/.test(line)) isInHunk = true;
    else if (/^(?:Index: |diff --git )/.test(line)) isInHunk = false;
    else return isInHunk ? /^(?:$|[-+ \\])/.test(line) : DIFF_HEAD.test(line);
    return true;
  });
}

function patchedIn(text: string): string[] {
  return [...text.slice(0, MOST_CHARS).matchAll(PATCHED)].flatMap(([, name]) => [
    name!.trim(),
    ...name!.split(/\s+/).map((word) => word.replace(/^[ab]\//, '')),
  ]);
}

/** Short texts of the input, in any field, that are not what goes into a file. */
function fieldsOf({ toolCall, entry }: AskedCall): string[] {
  return [toolCall.rawInput, entry?.rawInput].flatMap((input) => shortTexts(input));
}

function shortTexts(value: unknown, depth = DEEPEST): string[] {
  if (typeof value === 'string') return value.length <= 1024 && !/[\n\s]/.test(value) ? [value] : [];
  if (depth === 0 || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => (BODIES.has(key) ? [] : [key, ...shortTexts(item, depth - 1)]));
}

/** All texts of the input, for the patches in them. */
function textsOf({ toolCall, entry }: AskedCall): string[] {
  const inputs = [toolCall.rawInput, entry?.rawInput].flatMap((input) => allTexts(input));
  return inputs.filter((text) => text.includes('\n'));
}

function allTexts(value: unknown, depth = DEEPEST): string[] {
  if (typeof value === 'string') return [value];
  if (depth === 0 || typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((item) => allTexts(item, depth - 1));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

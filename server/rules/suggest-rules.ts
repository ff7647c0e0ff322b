import { dirname, relative } from 'node:path';
import { isInside } from '../paths/resolve-path.js';
import { type RuleDraft, trimCommand } from '../protocol/api/permission-rule.js';
import { listedCommand } from './harmless-options.js';
import { type CalledCommand, carriedBy } from './match-command.js';
import { globFor } from './match-path.js';
import { isAbout, MILD_KINDS, type RealFacts } from './match-rule.js';

/** So many files can be named one by one. */
const MOST_FILES = 20;

/**
 * Rules that would answer this question the next time, the first for exactly this and the others wider. All are for
 * the agent that asks and for the folder in which it does. None, if the agent did not say enough.
 */
export function suggestRules(facts: RealFacts): RuleDraft[] {
  const { agentId, cwd, commands } = facts;
  const base: RuleDraft = {
    ...{ effect: 'allow', agentId, folder: cwd, toolKind: null, title: null, command: null, path: null },
  };
  const [command] = commands;
  const isOne = commands.every(({ text }) => text === command?.text);
  const drafts = command
    ? isOne
      ? commandRules({ ...base, folder: placeOf(facts) }, command)
      : []
    : fileRules({ ...base, toolKind: facts.kind }, facts);
  const [exact, ...wider] = drafts;
  if (!exact || !isAbout(exact, facts)) return [];
  return [exact, ...wider.filter((draft) => isAbout(draft, facts))];
}

/** Where the command runs. */
function placeOf({ workdir, realWorkdir, realCwd, cwd }: RealFacts): string {
  return workdir === null || realWorkdir === null || realWorkdir === realCwd ? cwd : realWorkdir;
}

function commandRules(base: RuleDraft, { text, strict }: CalledCommand): RuleDraft[] {
  const exact = { ...base, command: { text: trimCommand(text), isPrefix: false } };
  const begins = strict.isLiteral ? strict.parts.map((words) => beginningOf(words)) : [];
  const [first] = begins;
  if (!first || begins.some((other) => other !== first)) return [exact];
  return [exact, { ...base, command: { text: first, isPrefix: true } }];
}

/** The words that say what a listed command does. */
function beginningOf(words: readonly string[]): string | null {
  const carried = carriedBy(words);
  const command = listedCommand(carried);
  return command ? carried.slice(0, command.words.length).join(' ') : null;
}

function fileRules(base: RuleDraft, facts: RealFacts): RuleDraft[] {
  const { realPaths, cwd, title, kind } = facts;
  const paths = realPaths.filter((path) => path !== null);
  if (paths.length < realPaths.length || paths.length > MOST_FILES) return [];
  const [path] = paths;
  if (path === undefined) return MILD_KINDS.has(kind) ? [...(title ? [{ ...base, title }] : []), base] : [];
  const isIn = paths.every((one) => isInside(one, cwd));
  const nameOf = (one: string) => globFor(isInside(one, cwd) ? relative(cwd, one) || '.' : one);
  const exact = paths.length === 1 ? nameOf(path) : `{${paths.map(nameOf).join(',')}}`;
  // In a list of names a comma would make two of one.
  if (paths.length > 1 && paths.some((one) => one.includes(','))) return [];
  const isBelow = isIn && paths.length === 1 && dirname(path) !== cwd && path !== cwd;
  const above = isBelow ? [`${nameOf(dirname(path))}/**`] : [];
  const globs = [exact, ...above, ...(isIn ? ['**'] : paths.length === 1 ? [`${globFor(dirname(path))}/**`] : [])];
  return globs.map((glob) => ({ ...base, path: glob }));
}

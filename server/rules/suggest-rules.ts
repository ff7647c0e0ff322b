import { dirname, relative } from 'node:path';
import type { ToolKind } from '@agentclientprotocol/sdk';
import { isInside } from '../paths/resolve-path.js';
import type { RuleDraft } from '../protocol/permission-rule.js';
import type { CalledCommand } from './match-command.js';
import { globFor } from './match-path.js';
import { isAbout, type RealFacts } from './match-rule.js';

/** Programs that do whatever their arguments say; the name alone says nothing. */
const ANYTHING = new Set(
  (
    'sh bash dash zsh ksh fish sudo doas env xargs parallel eval exec command node deno bun python python3 ruby perl ' +
    'php npx bunx uvx pnpx ssh find fd awk sed rm dd mkfs chmod chown curl wget nc docker podman kubectl make time nohup watch'
  ).split(' '),
);
/** Programs whose second word says what they do. */
const WITH_VERBS = new Set(
  'npm pnpm yarn git cargo go pip pip3 uv poetry dotnet mvn gradle gh brew apt docker podman kubectl terraform'.split(
    ' ',
  ),
);
/** After these verbs the third word says it. */
const DEEPER_VERBS = new Set(['run', 'exec', 'run-script', 'compose', 'stash', 'remote', 'pr', 'issue', 'get', 'x']);
/** Kinds that change nothing on this machine: a person may want not to be asked about any of them. */
const MILD: ReadonlySet<ToolKind> = new Set<ToolKind>(['read', 'search', 'think', 'fetch']);

/** Rules that would answer this question, from narrow to wide; all of them are for the session's folder. */
export function suggestRules(facts: RealFacts): RuleDraft[] {
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

/** How many words to keep, the most first. */
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

import type { RuleDraft } from '../protocol/permission-rule.js';

/** The rule that decides: the most specific one; of two that are equally specific the one that rejects. */
export function decidingRule<R extends RuleDraft>(rules: readonly R[]): R | null {
  let best: R | null = null;
  for (const rule of rules) {
    const difference = best === null ? 1 : compare(rankOf(rule), rankOf(best));
    if (difference > 0 || (difference === 0 && rule.effect === 'reject')) best = rule;
  }
  return best;
}

/** How narrow a rule is, the weightiest first: what it names, how much of that, and then where and who. */
export function rankOf({ command, path, title, folder, agentId, toolKind }: RuleDraft): number[] {
  const targets = [rankOfCommand(command), rankOfPath(path), title === null ? [0, 0] : [3, 0]];
  const [strongest, ...others] = targets.sort((a, b) => compare(b, a));
  const isSet = (value: unknown) => (value === null ? 0 : 1);
  const more = others.filter(([level]) => level! > 0).length;
  return [...strongest!, more, isSet(folder) && folder!.length, isSet(agentId), isSet(toolKind)];
}

function rankOfCommand(command: RuleDraft['command']): number[] {
  if (command === null) return [0, 0];
  return command.isPrefix ? [2, command.text.trim().split(/\s+/).length] : [3, 0];
}

function rankOfPath(path: string | null): number[] {
  if (path === null) return [0, 0];
  const literal = path.split('/').findIndex((part) => /(?<!\\)[*?[{]/.test(part));
  return literal < 0 ? [3, 0] : [2, literal];
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let n = 0; n < Math.max(a.length, b.length); n++) {
    const difference = (a[n] ?? 0) - (b[n] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

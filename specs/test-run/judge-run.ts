import { BUDGETS } from '../bench/budgets.js';
import { readSources } from '../read-sources.js';
import { statedRules } from '../spec-rules.js';
import { judgeRules } from './judge-rules.js';
import { isHere } from './places.js';
import { IS_TEST, SOURCES } from './test-files.js';
import type { TestOutcome } from './test-record.js';

/** What a whole run says of the rules. */
export interface Judgement {
  problems: string[];
  lines: string[];
}

/** Holds what the tests of a project showed against its rules. Only a complete run can show every rule. */
export async function judgeRun(root: string, tests: readonly TestOutcome[]): Promise<Judgement> {
  const [pages, sources] = await Promise.all([
    readSources(['specs'], (path) => /^specs\/[^/]+\.md$/.test(path), root),
    readSources(SOURCES, (path) => IS_TEST.test(path), root),
  ]);
  const { problems, notShownHere, shown, measured } = judgeRules({
    rules: pages.flatMap(statedRules),
    tests: [...tests],
    sources,
    hasBudget: (id) => Object.keys(BUDGETS).some((budget) => budget === id || budget.startsWith(`${id}-`)),
    isHere,
  });
  const elsewhere = notShownHere.length > 0 ? `, ${notShownHere.length} not shown here` : '';
  return {
    problems,
    lines: [
      ...notShownHere,
      `rules: ${shown} shown by tests that passed, ${measured} measured by the benchmark${elsewhere}`,
      problems.length > 0 ? `${problems.length} problems` : 'every rule is accounted for',
    ],
  };
}

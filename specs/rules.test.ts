import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSources } from './read-sources.js';
import { checkRules } from './spec-rules.js';

const specOf = (...lines: string[]) => [{ path: 'specs/q.md', text: lines.join('\n') }];
// Joined from pieces, so that this file's own names are the only ones in it.
const testOf = (...names: string[]) => [
  { path: 'server/q.test.ts', text: names.map((name) => ['it', `('${name}', () => {});`].join('')).join('\n') },
];

describe('rules and tests', () => {
  it('[X1] agree in this project', async () => {
    const specs = await readSources(['specs'], (path) => /^specs\/[^/]+\.md$/.test(path));
    const tests = await readSources(['server', 'webapp', 'specs'], (path) => /\.(browser-)?test\.ts$/.test(path));
    assert.deepEqual(checkRules(specs, tests), []);
  });

  it('[X1] agree when each rule has a test and each test a rule', () => {
    assert.deepEqual(checkRules(specOf('- **Q1** One.', '- **Q2** Two.'), testOf('[Q1] does', '[Q1] [Q2] does')), []);
  });

  it('[X1] name a rule without a test', () => {
    const problems = checkRules(specOf('- **Q1** One.', '- **Q2** Two.'), testOf('[Q1] does'));
    assert.deepEqual(problems, ['specs/q.md: rule Q2 has no test']);
  });

  it('[X1] name a test of an unknown rule and one of none', () => {
    const problems = checkRules(specOf('- **Q1** One.'), testOf('[Q1] does', '[Q7] did', 'just works'));
    assert.deepEqual(problems, [
      'server/q.test.ts: "[Q7] did" names Q7, which is no rule',
      'server/q.test.ts: "just works" names no rule',
    ]);
  });

  it('[X1] name a rule that is stated twice', () => {
    const problems = checkRules(specOf('- **Q1** One.', '- **Q1** Again.'), testOf('[Q1] does'));
    assert.deepEqual(problems, ['specs/q.md: rule Q1 is stated twice']);
  });

  it('[X1] take neither an example nor a skipped test for the real thing', () => {
    const skipped = [{ path: 'a.test.ts', text: ['it.skip', "('[Q1] does', () => {});"].join('') }];
    assert.deepEqual(checkRules(specOf('```md', '- **Q9** An example.', '```', '- **Q1** One.'), skipped), [
      'specs/q.md: rule Q1 has no test',
    ]);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSources } from './read-sources.js';
import { checkPages, checkRules } from './spec-rules.js';

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

  it('[X43] [X44] stand in order, on pages that the table of prefixes has', async () => {
    const files = await readSources(['specs'], (path) => /^specs\/[^/]+\.md$/.test(path));
    const readme = files.find(({ path }) => path === 'specs/README.md')!;
    assert.deepEqual(
      checkPages(
        files.filter((file) => file !== readme),
        readme.text,
      ),
      [],
    );
  });

  it('[X43] name a prefix that the table lacks, has twice or has for another page', () => {
    const page = specOf('- **Q1** One.', '- **QA1** Two.');
    const row = (prefix: string, name: string) => `| \`${prefix}\` | [${name}](${name}) | about |\n`;
    assert.deepEqual(checkPages(page, row('Q', 'q.md') + row('QA', 'q.md')), []);
    assert.deepEqual(checkPages(page, row('Q', 'q.md')), ['the table lacks QA']);
    assert.deepEqual(checkPages(page, row('Q', 'q.md') + row('QA', 'r.md')), ['the table has QA in specs/r.md']);
    assert.deepEqual(checkPages(page, row('Q', 'q.md') + row('QA', 'q.md') + row('Q', 'q.md')), [
      'the table has Q in specs/q.md',
    ]);
  });

  it('[X44] name a rule that is out of order or on another page than its fellows', () => {
    const table = '| `Q` | [q.md](q.md) | about |\n';
    const other = { path: 'specs/r.md', text: '- **Q9** Nine.' };
    assert.deepEqual(checkPages([...specOf('- **Q2** Two.', '- **Q1** One.', '- **Q3** Three.'), other], table), [
      'specs/q.md: rule Q1 is out of order',
      'specs/r.md: rule Q9 belongs in specs/q.md',
    ]);
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

  it('[X1] take no example for a rule', () => {
    const specs = specOf('```md', '- **Q9** An example.', '```', '- **Q1** One.');
    assert.deepEqual(checkRules(specs, testOf('[Q1] does')), []);
  });

  it('[X1] ask for no test of a rule that is measured', () => {
    const specs = specOf(
      '- **Q1** One. _(measured by `npm run bench`)_',
      '- **Q2** Says _(measured by `npm run bench`)_.',
    );
    assert.deepEqual(checkRules(specs, testOf('[Q3] does')), [
      'specs/q.md: rule Q2 has no test',
      'server/q.test.ts: "[Q3] does" names Q3, which is no rule',
    ]);
  });
});

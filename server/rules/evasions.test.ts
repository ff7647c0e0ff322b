import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, describe, it, type TestContext } from 'node:test';
import type { AskedCall, PermissionRule, RuleDraft } from '../protocol/api/permission-rule.js';
import { someOf } from '../testing/seeded.rig.js';
import { askedCalls, COMMANDS, type Evasion, evasions } from './evasions.rig.js';
import { isHarmless, LISTED, type ListedCommand } from './harmless-options.js';
import { allowedByOldRules, oldSuggestion } from './old-rules.rig.js';
import { ruleJudge } from './rule-judge.js';
import { EvasionRun, whyNotHere } from './run-evasions.rig.js';
import { splitCommand } from './split-command.js';

/** How many of a class are run. All are judged. */
const OF_CLASS = 6;
/** How many of the listed commands are run. */
const OF_LISTED = 12;
const reason = whyNotHere();

describe('stored rules, judged by what really runs', { skip: reason ?? false }, () => {
  const run = reason === null ? new EvasionRun() : null!;
  after(() => run && rmSync(run.root, { recursive: true, force: true }));

  it('[PR30] allow nothing that writes or runs anything else than a person saw', async (t) => {
    const rules = await newRules(askedCalls(run.places));
    // What was asked word by word isn't an evasion.
    const all = evasions(run.places).filter(({ script }) => !COMMANDS.includes(script));
    assert.ok(rules.length >= 40 && all.length >= 500);
    const allowed: Evasion[] = [];
    for (const evasion of all) if (await ruleJudge.judge(evasion.call, rules)) allowed.push(evasion);
    // Rules that allow nothing would pass too.
    const harmless = all.filter(({ kind }) => kind === 'harmless');
    assert.deepEqual(
      harmless.filter((one) => !allowed.includes(one)).map(({ script }) => script),
      [],
    );
    const tried = someOfEach(t, allowed);
    const holes = run.run(tried);
    t.diagnostic(
      `${rules.length} rules, ${all.length} evasions, ${allowed.length} allowed, ${tried.length} of them run, ${holes.length} holes`,
    );
    assert.deepEqual(
      holes.map(({ evasion, seen }) => [evasion.kind, evasion.script, seen]),
      [],
    );
  });

  it('[PR25] let only options pass that do no harm in the real programs', (t) => {
    // Each list once, of the programs that are here.
    const lists = LISTED.filter(
      ({ flags }, n) => flags.size > 0 && LISTED.findIndex((other) => other.flags === flags) === n,
    );
    const scripts = lists.filter(({ words }) => words[0] !== 'npm' && run.has(words[0]!)).map(everyOption);
    const lines = scripts.flatMap((script) => script.split('\n'));
    for (const line of lines) {
      const words = splitCommand(line).parts[0]!;
      assert.ok(
        isHarmless(words, () => true),
        line,
      );
    }
    const [{ call }] = evasions(run.places) as [Evasion];
    const tried = someOf(t, scripts, OF_LISTED);
    const holes = run.run(tried.map((script) => ({ kind: 'listed', call, script })));
    t.diagnostic(`${tried.length} listed commands run, of ${lines.length} forms in all, ${holes.length} holes`);
    assert.deepEqual(
      holes.map(({ evasion, seen }) => [evasion.script, seen]),
      [],
    );
  });

  it('[PR30] are judged by something that finds the holes of the rules before them', async (t) => {
    const rules = await oldRules(askedCalls(run.places));
    const allowed: Evasion[] = [];
    for (const evasion of evasions(run.places)) {
      if (evasion.kind !== 'harmless' && (await allowedByOldRules(evasion.call, rules))) allowed.push(evasion);
    }
    const tried = someOfEach(t, allowed);
    const holes = run.run(tried);
    t.diagnostic(
      `${rules.length} rules, ${allowed.length} evasions allowed, ${tried.length} of them run, ${holes.length} holes`,
    );
    for (const { evasion, seen } of holes) t.diagnostic(`${evasion.kind}: ${JSON.stringify(evasion.script)} ${seen}`);
    const kinds = new Set(holes.map(({ evasion }) => evasion.kind));
    for (const kind of ['option', 'carrier', 'shell', 'field', 'title', 'file'])
      assert.ok(kinds.has(kind), `no hole of the class ${kind}`);
  });
});

/** A few of each class; all of them in a long run. */
function someOfEach(t: TestContext, all: readonly Evasion[]): Evasion[] {
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  return kinds.flatMap((kind) =>
    someOf(
      t,
      all.filter((evasion) => evasion.kind === kind),
      OF_CLASS,
    ),
  );
}

/** A listed command with each of its options, also with a value that would be a program or a file. */
function everyOption({ words, flags, valued, attached, takesNumber, example, style }: ListedCommand): string {
  const first = [...words.map((word) => (word === '*' ? 'build' : word)), ...example];
  const ends = [
    ...[...flags].map((flag) => [flag]),
    ...[...valued].map((option, n) => {
      const isLong = option.startsWith('--') || style === 'words';
      return n % 2 === 0 ? [option, './evil'] : [`${option}${isLong ? '=' : ''}./evil`];
    }),
    ...[...attached].flatMap((option) => [[option], ...(option.startsWith('--') ? [[`${option}=./evil`]] : [])]),
    ...(takesNumber ? [['-1']] : []),
  ];
  return [[], ...ends].map((end) => [...first, ...end].join(' ')).join('\n');
}

/** The widest rule that is offered for a command; for files that for the file, or for its folder. */
async function newRules(calls: readonly AskedCall[]): Promise<PermissionRule[]> {
  const rules: PermissionRule[] = [];
  for (const call of calls) {
    const drafts = await ruleJudge.suggest(call);
    const draft: RuleDraft | undefined = drafts[0]?.path
      ? drafts[drafts.length > 2 && drafts[1]!.path !== 'src/**' ? 1 : 0]
      : drafts.at(-1);
    if (draft) rules.push({ ...draft, id: `r${rules.length}`, createdAt: 0, createdBy: 'Test' });
  }
  return rules;
}

async function oldRules(calls: readonly AskedCall[]): Promise<RuleDraft[]> {
  const drafts = await Promise.all(calls.map(oldSuggestion));
  return drafts.filter((draft) => draft !== null);
}

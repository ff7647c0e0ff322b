import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { seeded } from '../testing/seeded.rig.js';
import { describeRules, JUDGE, PLANTED, proveRules } from './prove-rules.rig.js';
import { ShellStage } from './shell-stage.rig.js';

const CASES = 400;

describe('rules, judged by what real shells make of a command', () => {
  const stage = new ShellStage();
  after(() => stage.close());

  it('[PR76] allow nothing that does more or other than the rule shows', async (t) => {
    assert.ok(stage.shells.includes('bash'));
    const report = await proveRules(JUDGE, stage, seeded(t, CASES));
    t.diagnostic(describeRules(report));
    assert.deepEqual(report.wins, []);
    // Rules that allow nothing would pass too.
    for (const kind of ['exact', 'prefix', 'words', 'json']) assert.ok(report.allowedByKind[kind]! > 0, kind);
    assert.ok(report.allowed >= 50);
  });

  for (const variant of PLANTED) {
    // What fish alone reads differently can't be seen without it.
    const isForFish = /single quotes|before &|begin with/.test(variant.name);
    const skip = isForFish && !stage.shells.includes('fish') && 'needs fish';
    it(`[PR76] are found out where the judge ${variant.name}`, { skip }, async (t) => {
      const report = await proveRules(variant, stage, seeded(t, CASES));
      t.diagnostic(describeRules(report));
      assert.notEqual(report.wins.length, 0);
    });
  }
});

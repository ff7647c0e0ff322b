import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withTitledCommand } from '../agents/parse/titled-command.js';
import type { AskedCall, RuleDraft } from '../protocol/api/permission-rule.js';
import type { ToolEntry } from '../protocol/transcript/entries.js';
import { entriesAfter, toolUpdate } from '../protocol/transcript/transcript.rig.js';
import { REAL_REQUESTS, type RealRequest } from './real-requests.rig.js';
import { ruleJudge } from './rule-judge.js';

/** The call of a request, after all that was told before it; `change` makes another one of it. */
function callOf(request: RealRequest, change: (json: string) => string = (json) => json): AskedCall {
  const { told, asked, options } = JSON.parse(change(JSON.stringify(request))) as RealRequest;
  const events = told.map((fields) => toolUpdate('t', fields));
  const toolCall = { ...asked, toolCallId: 't' };
  const entry = entriesAfter(...events).at(-1) as ToolEntry | undefined;
  const read = options
    ? withTitledCommand({ toolCall, options: [...options] }, { toolCall }, '/work/a').toolCall
    : toolCall;
  return { agentId: 'a', cwd: '/work/a', toolCall: read, entry: entry ?? null };
}

const replaced = (from: string, to: string) => (json: string) => json.replaceAll(from, to);

describe('what shipped agents ask', () => {
  const first = async (call: AskedCall): Promise<RuleDraft | undefined> => (await ruleJudge.suggest(call))[0];

  for (const [agent, { command, file }] of Object.entries(REAL_REQUESTS)) {
    it(`[RG17] is understood: a command of ${agent} gets a rule for that command only`, async () => {
      const draft = await first(callOf(command));
      assert.equal(draft?.command?.isPrefix, false);
      assert.match(draft.command.text, /touch one\.txt/);
      assert.ok(await ruleJudge.isMatch(callOf(command), draft));
      for (const other of ['rm -rf one.txt', 'touch two.txt', 'touch one.txt; rm x', 'touch one.txt two.txt']) {
        assert.ok(!(await ruleJudge.isMatch(callOf(command, replaced('touch one.txt', other)), draft)), other);
      }
    });

    it(`[RG17] is understood: a file of ${agent} gets a rule for that file only`, async () => {
      const draft = await first(callOf(file));
      assert.deepEqual([draft?.toolKind, draft?.path, draft?.command, draft?.title], ['edit', 'mine.txt', null, null]);
      assert.ok(await ruleJudge.isMatch(callOf(file), draft!));
      assert.ok(await ruleJudge.isMatch(callOf(file, replaced('first', 'second')), draft!), 'with another text');
      for (const other of ['/work/a/other.txt', '/work/a/sub/mine.txt', '/etc/mine.txt']) {
        assert.ok(!(await ruleJudge.isMatch(callOf(file, replaced('/work/a/mine.txt', other)), draft!)), other);
      }
    });
  }

  const SPEAKING = 'look at the batch: crontab -e, .git/hooks, ~/.bashrc';

  for (const [agent, { command, file }] of Object.entries(REAL_REQUESTS)) {
    it(`[RA34] is answered by a rule although a text of ${agent} speaks of guarded files`, () => {
      assert.ok(!ruleJudge.mustAsk(callOf(command)), 'a command');
      assert.ok(!ruleJudge.mustAsk(callOf(file)), 'a file');
      assert.ok(!ruleJudge.mustAsk(callOf(file, replaced('first', SPEAKING))), 'a file with that text');
    });

    it(`[RA34] is asked of a person if a guarded file of ${agent} is meant`, () => {
      for (const path of ['/work/a/.git/hooks/pre-commit', '/home/me/.bashrc']) {
        assert.ok(ruleJudge.mustAsk(callOf(file, replaced('/work/a/mine.txt', path))), path);
      }
    });
  }

  it('[RG17] is not what another tool asks with the same fields', async () => {
    const { file } = REAL_REQUESTS.goose!;
    const draft = await first(callOf(file));
    for (const tool of ['upload', 'writer', 'run', 'delete', 'move']) {
      assert.ok(!(await ruleJudge.isMatch(callOf(file, replaced('write ·', `${tool} ·`)), draft!)), tool);
    }
    const { file: patch } = REAL_REQUESTS.cline!;
    const deleting = replaced('*** Add File: /work/a/mine.txt\\n+first', '*** Delete File: /work/a/mine.txt');
    assert.ok(!(await ruleJudge.isMatch(callOf(patch, deleting), (await first(callOf(patch)))!)));
  });
});

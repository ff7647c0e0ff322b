import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ToolCallUpdate } from '@agentclientprotocol/sdk';
import { plannedEdits } from '../server/protocol/transcript/edits.js';
import type { ToolEntry } from '../server/protocol/transcript/entries.js';
import { asked, entriesAfter } from '../server/protocol/transcript/transcript.rig.js';
import { call, rule } from '../server/rules/rule.rig.js';
import { ruleJudge } from '../server/rules/rule-judge.js';
import { requestParts } from '../webapp/components/request/request-parts.js';
import { summarise } from '../webapp/components/tools/summarise.js';

const FOLDER = '/work/a';

/** A call as rules, the request, the card and the edits have it. */
async function everywhere(fields: Omit<ToolCallUpdate, 'toolCallId'>) {
  const entry = entriesAfter(asked('p', { toolCallId: 't', ...fields })).at(-1) as ToolEntry;
  return {
    rules: ruleJudge.describe(call(fields)),
    isUnderstood: await ruleJudge.isMatch(call(fields), rule({ command: { text: 'npm test', isPrefix: true } })),
    request: requestParts(entry.permissions[0]!, FOLDER),
    card: summarise(entry, FOLDER).target,
    edits: plannedEdits(entry).map(({ path, movedFrom }) => [movedFrom, path]),
  };
}

describe('one reading of a call', () => {
  for (const [rawInput, command] of [
    [{ command: 'npm test' }, 'npm test'],
    [{ cmd: ['npm', 'test'] }, 'npm test'],
    [{ command: 'npm', args: ['test'] }, 'npm test'],
    [{ command: ['npm test'] }, 'npm test'],
    [{ commands: ['npm test'] }, 'npm test'],
    ['{"command":"npm test"}', 'npm test'],
  ] as const) {
    it(`[PR78] has the same command for all: ${JSON.stringify(rawInput)}`, async () => {
      const { rules, isUnderstood, request, card } = await everywhere({ kind: 'execute', title: 'Run', rawInput });
      assert.deepEqual([rules, request.commands, card], [command, [command], command]);
      assert.ok(isUnderstood);
    });
  }

  it('[PR78] shows what is only taken for a command as one, and allows it by no rule', async () => {
    for (const name of ['script', 'shell_command', 'bash', 'code']) {
      const fields = { kind: 'execute' as const, title: 'Run', rawInput: { [name]: 'npm test' } };
      const { isUnderstood, request, card } = await everywhere(fields);
      assert.deepEqual([request.commands, card, isUnderstood], [['npm test'], 'npm test', false], name);
      assert.ok(
        await ruleJudge.isMatch(call(fields), rule({ effect: 'reject', command: { text: 'npm', isPrefix: true } })),
      );
    }
  });

  it('[PR78] takes the word of an editor for no command', async () => {
    const rawInput = { command: 'create', path: `${FOLDER}/x.ts`, file_text: 'one\n' };
    const { request } = await everywhere({ kind: 'edit', title: 'Edit', rawInput });
    assert.deepEqual([request.commands, request.places], [[], ['x.ts']]);
    assert.deepEqual(request.fields, [{ name: 'command', value: 'create' }]);
    const draft = (await ruleJudge.suggest(call({ kind: 'edit', title: 'Edit', rawInput })))[0];
    assert.deepEqual([draft?.toolKind, draft?.path], ['edit', 'x.ts']);
  });

  it('[PR78] has the same file and the same move for all', async () => {
    for (const name of ['path', 'filePath', 'filename', 'target_file', 'notebook_path']) {
      const { rules, request, card, edits } = await everywhere({
        kind: 'delete',
        rawInput: { [name]: `${FOLDER}/x.ts` },
      });
      assert.deepEqual(
        [rules, request.places, card, edits],
        [`${FOLDER}/x.ts`, ['x.ts'], 'x.ts', [[undefined, `${FOLDER}/x.ts`]]],
      );
    }
    const moved = await everywhere({ kind: 'move', rawInput: { from: 'a.ts', to: 'b.ts' } });
    assert.deepEqual([moved.card, moved.edits], ['a.ts → b.ts', [['a.ts', 'b.ts']]]);
    assert.equal(moved.request.title, 'Move a.ts to b.ts?');
  });

  it('[PR78] shows JSON that readers could differ about as it is, and what any of them would find risky', async () => {
    const rawInput = '{"command":"rm -rf /","command":"npm test"}';
    const { request, isUnderstood } = await everywhere({ kind: 'execute', title: 'Run', rawInput });
    assert.deepEqual(
      request.texts.map(({ text }) => text),
      [rawInput],
    );
    assert.deepEqual([request.risks, isUnderstood], [['deletes_by_force', 'writes_outside'], false]);
  });
});

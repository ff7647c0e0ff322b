import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AskedCall } from '../protocol/permission-rule.js';
import { factsOf } from './call-facts.js';
import { looksOnly } from './looks-only.js';

const isLook = (toolCall: object) =>
  looksOnly(factsOf({ agentId: 'a', cwd: '/work', toolCall: { toolCallId: 't', ...toolCall } } as AskedCall));
const runs = (command: unknown, title = 'Run it') => isLook({ kind: 'execute', title, rawInput: { command } });

describe('a command that only looks', () => {
  it('[RG1] is told by its words, wherever the agent tells them', () => {
    for (const command of [
      'ls',
      'ls -la src',
      'cat a.txt | head -3',
      'git status',
      'git log -3 && pwd',
      'find . -name x',
    ])
      assert.ok(runs(command), command);
    assert.ok(runs(['bash', '-lc', 'git diff']));
    assert.ok(isLook({ kind: 'execute', title: 'ls -la' }));
  });

  it('[RG1] is none if any part does something, cannot be read for certain, or is not known', () => {
    const deeds = ['rm x', 'ls; rm x', 'ls > x', 'cat $(rm x)', 'ls $X', 'A=1 ls', 'git push', 'git -c a=b status'];
    const hidden = ['git diff --output=x', 'find . -delete', 'find . -exec rm {} +', 'sudo ls', './ls', 'npm test', ''];
    for (const command of [...deeds, ...hidden]) assert.ok(!runs(command, 'Run it'), command);
    assert.ok(!runs(['rm', 'x'], 'ls'), 'the title does not count where there is a command');
    assert.ok(!isLook({ kind: 'edit', title: 'ls' }));
    assert.ok(!isLook({ kind: 'execute', title: 'Looks around' }));
  });
});

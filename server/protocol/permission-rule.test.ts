import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type RuleDraft, ruleName, ruleSentence } from './permission-rule.js';

const rule = (given: Partial<RuleDraft>): RuleDraft => ({
  ...{ effect: 'allow', agentId: null, folder: null, toolKind: null, title: null, command: null, path: null },
  ...given,
});

describe('the words of a rule', () => {
  it('[PR10] say exactly what it is about', () => {
    const words = (given: Partial<RuleDraft>) => [ruleName(rule(given)), ruleSentence(rule(given), () => 'Copilot')];
    assert.deepEqual(words({ command: { text: 'npm test', isPrefix: true }, folder: '/w' }), [
      'Allow npm test *',
      'Allow any agent to run any command that begins with “npm test”, in /w.',
    ]);
    assert.deepEqual(words({ effect: 'reject', command: { text: 'ls', isPrefix: false }, agentId: 'copilot' }), [
      'Reject ls',
      'Never let Copilot run exactly “ls”, in every folder.',
    ]);
    assert.deepEqual(words({ toolKind: 'edit', path: 'src/**' }), [
      'Allow edit src/**',
      'Allow any agent to edit files that match src/**, in every folder.',
    ]);
    assert.deepEqual(words({ toolKind: 'other', title: 'Ask' }), [
      'Allow “Ask”',
      'Allow any agent to use tools of no known kind by calls titled “Ask”, in every folder.',
    ]);
    assert.deepEqual(
      words({ effect: 'reject', path: '.env' })[1],
      'Never let any agent do anything on files that match .env, in every folder.',
    );
  });
});

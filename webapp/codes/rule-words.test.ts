import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type RuleDraft, ruleNameOf } from '../../server/protocol/api/permission-rule.js';
import { ruleSentence } from './rule-sentence.js';
import { ruleNameText } from './rule-words.js';

const rule = (given: Partial<RuleDraft>): RuleDraft => ({
  ...{ effect: 'allow', agentId: null, folder: null, toolKind: null, title: null, command: null, path: null },
  ...given,
});

describe('the words of a rule', () => {
  it('[PR10] say exactly what it is about', () => {
    const words = (given: Partial<RuleDraft>) => [
      ruleNameText(ruleNameOf(rule(given))),
      ruleSentence(rule(given), () => 'Copilot'),
    ];
    assert.deepEqual(words({ command: { text: 'npm test', isPrefix: true }, folder: '/home/me/shop' }), [
      'Allow npm test *',
      'Allow any agent to run “npm test” with harmless options in shop.',
    ]);
    assert.equal(
      words({ command: { text: 'npm test', isPrefix: false }, folder: '/home/me/shop', agentId: 'copilot' })[1],
      'Allow Copilot to run exactly “npm test” in shop.',
    );
    assert.deepEqual(words({ effect: 'reject', command: { text: 'ls', isPrefix: false }, agentId: 'copilot' }), [
      'Deny ls',
      'Never let Copilot run exactly “ls” in any folder.',
    ]);
    assert.equal(
      words({ effect: 'reject', command: { text: 'rm', isPrefix: true } })[1],
      'Never let any agent run any command that begins with “rm” in any folder.',
    );
    assert.deepEqual(words({ toolKind: 'edit', path: 'src/**' }), [
      'Allow edit src/**',
      'Allow any agent to edit files that match src/** in any folder.',
    ]);
    assert.equal(
      words({ toolKind: 'edit', path: 'src/a \\[1\\].ts', folder: '/' })[1],
      'Allow any agent to edit src/a [1].ts in /.',
    );
    assert.deepEqual(words({ toolKind: 'fetch', title: 'Ask' }), [
      'Allow “Ask”',
      'Allow any agent to fetch from the web with the title “Ask” in any folder.',
    ]);
    assert.deepEqual(
      words({ effect: 'reject', path: '.env' })[1],
      'Never let any agent do anything on .env in any folder.',
    );
  });
});

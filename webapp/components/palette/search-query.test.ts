import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { searchIn } from './search-query.js';

const AGENTS = [{ id: 'demo', name: 'Demo agent' }];
const DAY = 86_400_000;

describe('what is typed into the search field', () => {
  const cases: [query: string, text: string, scope: object][] = [
    ['flux capacitor', 'flux capacitor', {}],
    ['from:me flux', 'flux', { by: 'user' }],
    ['flux FROM:agent  now', 'flux now', { by: 'agent' }],
    ['from:nobody flux', 'from:nobody flux', {}],
    ['agent:demo x', 'x', { agentId: 'demo' }],
    ['agent:dem x', 'x', { agentId: 'demo' }],
    ['since:7d x', 'x', { since: 3 * DAY }],
    ['before:1970-01-03 x', 'x', { until: 2 * DAY }],
    ['since:soon x', 'since:soon x', {}],
    ['in:all from:tool', '', { everywhere: true, by: 'tool' }],
    ['http://a b', 'http://a b', {}],
  ];
  for (const [query, text, scope] of cases) {
    it(`[FS4] is “${query}”`, () => assert.deepEqual(searchIn(query, AGENTS, 10 * DAY), { text, scope }));
  }
});

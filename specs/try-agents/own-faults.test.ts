import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NOTHING_REMEMBERED, sentences } from './directives.js';
import { ownFault } from './own-faults.js';
import type { WireLine } from './wire-trace.js';

const said = (from: 'client' | 'agent', message: object): WireLine => ({ from, line: JSON.stringify(message) });
const asks = (call: object) =>
  said('agent', { id: 1, method: 'session/request_permission', params: { toolCall: { kind: 'execute', ...call } } });
const stop = said('client', { method: 'session/cancel', params: {} });
const cancelled = said('agent', { id: 2, result: { stopReason: 'cancelled' } });
const terminal = said('agent', { id: 3, method: 'terminal/create', params: { command: 'sh' } });
const opened = (sessionId: string) => said('agent', { id: 4, result: { sessionId } });
const lost = (name: string) => said('agent', { id: 5, error: { code: -32002, data: `Session not found: ${name}` } });
const sandbox = said('agent', { method: 'session/update', params: { text: 'Failed to read file to update /a' } });

const load = said('client', { id: 6, method: 'session/load', params: {} });
const loaded = said('agent', { id: 6, result: {} });
const chunk = (who: 'user' | 'agent', text: string) =>
  said('agent', {
    method: 'session/update',
    params: { update: { sessionUpdate: `${who}_message_chunk`, content: { text } } },
  });
const word = chunk('user', sentences.remember('plum'));
const [none, known] = [chunk('agent', NOTHING_REMEMBERED), chunk('agent', 'The word was plum.')];

/** A failure of an agent, lines that show it to be the agent's own, and lines that don't. */
const FAULTS: [agentId: string, column: string, words: string, shows: WireLine[], shownNot: WireLine[][]][] = [
  [
    'codex',
    'Stop ends the command',
    'it ran on, and the card said so',
    [asks({}), stop, cancelled],
    [[stop], [cancelled, stop], [terminal, stop, cancelled]],
  ],
  [
    ...(['goose', 'ask names the file', 'exit 1: "Session not found: 2"'] as const),
    [opened('2'), lost('2')],
    [[], [lost('2')], [opened('2')], [opened('2'), lost('1')], [lost('2'), opened('3')]],
  ],
  [
    ...(['codex', 'lost memory', 'it has forgotten, and nothing says so; 1 files cut'] as const),
    [load, word, loaded, none],
    [
      [],
      [load, word, none],
      [load, loaded, none],
      [load, word, loaded, known],
      [load, loaded, word, none],
      [word, load, loaded, none],
    ],
  ],
  ['codex-zed', 'edit', 'the file is as it was; x', [sandbox], [[], [stop]]],
];

describe('a failure that is called the agent’s own', () => {
  it('[RA33] is shown by lines of the wire, and ours without them', () => {
    for (const [agentId, column, words, shows, shownNot] of FAULTS) {
      const fault = (lines: readonly WireLine[], other: object = {}) =>
        ownFault({ agentId, column, words, lines, ...other });
      assert.deepEqual(
        fault(shows)?.proof,
        shows.map(({ from, line }) => `${from}: ${line}`),
        agentId,
      );
      for (const lines of shownNot) assert.equal(fault(lines), null, `${agentId}: ${JSON.stringify(lines)}`);
      assert.equal(fault(shows, { agentId: 'kimi' }), null, 'of an agent that is not known for it');
      assert.equal(fault(shows, { column: 'create' }), null, 'of something else');
      assert.equal(fault(shows, { words: 'ANOTHER COMMAND RAN UNASKED' }), null, 'with another outcome');
    }
  });
});

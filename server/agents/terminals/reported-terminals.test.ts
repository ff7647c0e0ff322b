import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentUpdate } from '../../protocol/events.js';
import { toldTerminals } from './reported-terminals.js';

const call = (fields: object): AgentUpdate =>
  ({ sessionUpdate: 'tool_call_update', toolCallId: 't', ...fields }) as AgentUpdate;

describe('terminals that an agent tells of', () => {
  it('[A73] open before the tool call shows them, with their command and its id', () => {
    const update = call({ rawInput: { command: 'ls' }, _meta: { terminal_info: { terminal_id: 'x', cwd: '/w' } } });
    const told = { isTold: true, toolCallId: 't' };
    const opened = { type: 'terminal_opened', terminalId: 'x', command: 'ls', cwd: '/w', ...told };
    assert.deepEqual(toldTerminals(update), { before: [opened], after: [] });
  });

  it('[A73] print and end after it, in either spelling', () => {
    for (const field of ['terminal_output', 'terminal_output_delta']) {
      const update = call({
        _meta: { [field]: { terminal_id: 'x', data: 'a.txt' }, terminal_exit: { terminal_id: 'x', exit_code: 0 } },
      });
      assert.deepEqual(toldTerminals(update).after, [
        { type: 'terminal_output', terminalId: 'x', text: 'a.txt' },
        { type: 'terminal_closed', terminalId: 'x', exitCode: 0, signal: null },
      ]);
    }
  });

  it('[A73] take nothing from what is not meant so', () => {
    const strange = [{}, { _meta: null }, { _meta: { terminal_output: 'x', terminal_exit: [], terminal_info: 7 } }];
    for (const fields of strange) assert.deepEqual(toldTerminals(call(fields)), { before: [], after: [] });
    assert.deepEqual(toldTerminals({ sessionUpdate: 'plan', entries: [] }), { before: [], after: [] });
  });
});

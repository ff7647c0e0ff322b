import type { TerminalEvent } from '../../ports/agent.js';
import type { AgentUpdate } from '../../protocol/events.js';
import { fieldsOf } from '../../protocol/fields.js';
import { idOf, stringField } from '../parse/read-fields.js';

/**
 * Terminals that an agent runs by itself and only reports: it shows one that we never made and
 * puts its output into `_meta` of the tool call (Codex by `terminal_output_delta`, pi by `terminal_output`).
 */
export function toldTerminals(update: AgentUpdate): { before: TerminalEvent[]; after: TerminalEvent[] } {
  if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return NOTHING;
  const { terminal_info: info, terminal_output, terminal_output_delta, terminal_exit } = fieldsOf(update._meta);
  const opened = idOf(fieldsOf(info).terminal_id);
  const before: TerminalEvent[] = [];
  if (opened !== null) {
    const command = stringField(fieldsOf(update.rawInput).command) ?? stringField(update.title) ?? '';
    before.push({
      type: 'terminal_opened',
      terminalId: opened,
      command,
      cwd: stringField(fieldsOf(info).cwd) ?? '',
      isTold: true,
      toolCallId: update.toolCallId,
    });
  }
  const after: TerminalEvent[] = [];
  for (const told of [terminal_output, terminal_output_delta].map(fieldsOf)) {
    const [terminalId, text] = [idOf(told.terminal_id), stringField(told.data)];
    if (terminalId !== null && text) after.push({ type: 'terminal_output', terminalId, text });
  }
  const exit = fieldsOf(terminal_exit);
  const closed = idOf(exit.terminal_id);
  if (closed !== null) {
    const exitCode = typeof exit.exit_code === 'number' ? exit.exit_code : null;
    after.push({ type: 'terminal_closed', terminalId: closed, exitCode, signal: stringField(exit.signal) });
  }
  return { before, after };
}

const NOTHING = { before: [], after: [] };

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ToolEntry } from './entries.js';
import type { SessionEvent } from './events.js';
import { LIMITS } from './limits.js';
import {
  answered,
  asked,
  chunk,
  entriesAfter,
  prompt,
  someone,
  tool,
  toolUpdate,
  transcriptOf,
} from './transcript.rig.js';

const toolAfter = (...events: SessionEvent[]): ToolEntry => {
  const entry = entriesAfter(...events).find((candidate) => candidate.kind === 'tool');
  assert.ok(entry?.kind === 'tool');
  return entry;
};
const output = { type: 'content', content: { type: 'text', text: 'out' } } as const;

describe('tool calls', () => {
  it('[T20] begins with what ACP takes for granted', () => {
    const { toolKind, status, content, locations } = toolAfter(tool('t1'));
    assert.deepEqual(
      { toolKind, status, content, locations },
      { toolKind: 'other', status: 'pending', content: [], locations: [] },
    );
  });

  it('[T21] merges what an update names and keeps the rest', () => {
    const call = tool('t1', {
      kind: 'edit',
      content: [output, output],
      locations: [{ path: '/a' }],
      rawInput: { a: 1 },
    });
    const merged = toolAfter(call, toolUpdate('t1', { status: 'completed', title: null, content: [output] }));
    const { title, toolKind, status, content, locations, rawInput } = merged;
    assert.deepEqual(
      { title, toolKind, status, content, locations, rawInput },
      {
        title: 'Run',
        toolKind: 'edit',
        status: 'completed',
        content: [output],
        locations: [{ path: '/a' }],
        rawInput: { a: 1 },
      },
    );
  });

  it('[T22] begins anew in its place for a known id', () => {
    const entries = entriesAfter(
      tool('t1', { kind: 'edit', content: [output] }),
      asked('q', { toolCallId: 't1' }),
      chunk('x'),
      tool('t1'),
    );
    assert.deepEqual(
      entries.map((entry) => entry.kind),
      ['tool', 'agent'],
    );
    const { toolKind, content, permissions } = entries[0] as ToolEntry;
    assert.deepEqual({ toolKind, content, asked: permissions.length }, { toolKind: 'other', content: [], asked: 1 });
  });

  it('[T23] is made by an update or a permission request for an unknown id', () => {
    assert.equal(toolAfter(toolUpdate('t1', { title: 'Late' })).title, 'Late');
    assert.equal(toolAfter(asked('q', { toolCallId: 't1', title: 'May I?' })).title, 'May I?');
  });

  it('[T24] takes a late update only where the entry is loaded', () => {
    const late: SessionEvent = {
      ...(toolUpdate('t1', { status: 'failed' }) as Extract<SessionEvent, { type: 'agent_update' }>),
      late: true,
    };
    assert.equal(toolAfter(tool('t1'), late).status, 'failed');
    assert.deepEqual(entriesAfter(late), []);
  });

  it('[T25] embeds its terminals and keeps the newest of their output', () => {
    const opened: SessionEvent = { type: 'terminal_opened', terminalId: 'x', command: 'ls', cwd: '/' };
    const printed = (value: string): SessionEvent => ({ type: 'terminal_output', terminalId: 'x', text: value });
    const shown = toolUpdate('t1', { content: [{ type: 'terminal', terminalId: 'x' }] });
    const [, terminal] = entriesAfter(
      tool('t1'),
      opened,
      shown,
      printed('a'.repeat(LIMITS.terminalChars)),
      printed('end'),
    );
    assert.ok(terminal?.kind === 'terminal' && terminal.embedded && terminal.truncated);
    assert.ok(terminal.output.length <= LIMITS.terminalChars && terminal.output.length > LIMITS.terminalChars / 2);
    assert.ok(terminal.output.endsWith('aend'));
  });
});

describe('a refused call', () => {
  it('[T26] is rejected, whatever the agent calls it', () => {
    const refused = [prompt('x'), asked('q', { toolCallId: 't1' }), answered('q', 'no')];
    assert.equal(toolAfter(...refused, toolUpdate('t1', { status: 'failed' })).status, 'rejected');
    assert.equal(toolAfter(...refused, toolUpdate('t1', { status: 'completed' })).status, 'completed');
  });
});

describe('permissions', () => {
  it('[T30] is pending until the first outcome, which stays', () => {
    const events = [prompt('x'), tool('t1'), asked('q', { toolCallId: 't1' })];
    const before = transcriptOf(...events);
    assert.deepEqual(before.pending, [{ kind: 'permission', id: 'q', entry: 1 }]);
    const voided: SessionEvent = { type: 'permission_voided', permissionId: 'q', reason: 'gone' };
    const after = transcriptOf(...events, answered('q', 'yes'), answered('q', 'no'), voided);
    assert.deepEqual(after.pending, []);
    const { permissions } = toolAfter(...events, answered('q', 'yes'), answered('q', 'no'), voided);
    assert.deepEqual(permissions[0]?.outcome, { status: 'answered', optionId: 'yes', by: someone, at: 40 });
  });

  it('[T30] keeps several requests of one call apart', () => {
    const entry = toolAfter(asked('q1', { toolCallId: 't1' }), asked('q2', { toolCallId: 't1' }), answered('q2', 'no'));
    assert.deepEqual(
      entry.permissions.map((permission) => permission.outcome.status),
      ['pending', 'answered'],
    );
  });

  it('[T31] keeps the words of the call and those of the request', () => {
    const entry = toolAfter(
      tool('t1', { rawInput: { path: 'a' } }),
      asked('q', { toolCallId: 't1', title: 'May I?', rawInput: { diff: 'b' } }),
    );
    assert.deepEqual([entry.title, entry.rawInput], ['Run', { path: 'a' }]);
    assert.deepEqual(entry.permissions[0]?.toolCall, { toolCallId: 't1', title: 'May I?', rawInput: { diff: 'b' } });
  });
});

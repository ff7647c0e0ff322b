import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SessionEvent } from '../../protocol/session/session-event.js';
import { editsOf } from '../../protocol/transcript/edits.js';
import { entriesAfter } from '../../protocol/transcript/transcript.rig.js';
import { parseUpdate } from './parse-update.js';

const text = (words: string) => ({ type: 'text', text: words });

/** What is sent and what becomes of it; null in the middle means that it comes through as it is. */
const CASES: [name: string, sent: object, read: object | null][] = [
  ['a chunk', { sessionUpdate: 'agent_message_chunk', content: text('a'), messageId: 'm' }, null],
  [
    'a chunk with a bad id and extra fields',
    { sessionUpdate: 'agent_thought_chunk', content: text('a'), messageId: {}, extra: 1 },
    { sessionUpdate: 'agent_thought_chunk', content: text('a') },
  ],
  [
    'a chunk of an unknown block',
    { sessionUpdate: 'agent_message_chunk', content: { type: 'video', data: 'x' } },
    { sessionUpdate: 'agent_message_chunk', content: text('[content that cannot be shown: video]') },
  ],
  [
    'a bare tool call',
    { sessionUpdate: 'tool_call', toolCallId: 't' },
    { sessionUpdate: 'tool_call', toolCallId: 't', title: '' },
  ],
  [
    'a tool call with bad fields and items',
    {
      sessionUpdate: 'tool_call',
      toolCallId: 7,
      title: 'Run\u001b[31m it',
      kind: 'vendor',
      status: 'cancelled',
      content: [{ type: 'diff', path: '/a' }, 5, text('bare'), { type: 'terminal', terminalId: 'x' }],
      locations: [{ path: '/a', line: -1 }, { line: 2 }],
      rawInput: { a: 1 },
    },
    {
      sessionUpdate: 'tool_call',
      toolCallId: '7',
      title: 'Run it',
      status: 'failed',
      content: [
        { type: 'content', content: text('bare') },
        { type: 'terminal', terminalId: 'x' },
      ],
      locations: [{ path: '/a' }],
      rawInput: { a: 1 },
    },
  ],
  [
    'a tool call update with nulls',
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 't',
      title: null,
      content: null,
      rawOutput: null,
      status: 'completed',
    },
    { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' },
  ],
  [
    'a diff of a new file',
    { sessionUpdate: 'tool_call_update', toolCallId: 't', content: [{ type: 'diff', path: '/a', newText: 'n' }] },
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 't',
      content: [{ type: 'diff', path: '/a', newText: 'n', oldText: null }],
    },
  ],
  [
    'a plan with bad steps',
    { sessionUpdate: 'plan', entries: [{ content: 'a' }, { priority: 'high' }, { content: 'b', status: 'odd' }] },
    {
      sessionUpdate: 'plan',
      entries: [
        { content: 'a', priority: 'medium', status: 'pending' },
        { content: 'b', priority: 'medium', status: 'pending' },
      ],
    },
  ],
  [
    'commands',
    { sessionUpdate: 'available_commands_update', availableCommands: [{ name: '/go', input: { hint: 'x' } }, {}, 'y'] },
    {
      sessionUpdate: 'available_commands_update',
      availableCommands: [{ name: 'go', description: '', input: { hint: 'x' } }],
    },
  ],
  [
    'a mode by the other name',
    { sessionUpdate: 'current_mode_update', modeId: 'plan' },
    { sessionUpdate: 'current_mode_update', currentModeId: 'plan' },
  ],
  [
    'a title that is cleared',
    { sessionUpdate: 'session_info_update', title: null, updatedAt: 3 },
    { sessionUpdate: 'session_info_update', title: null },
  ],
  [
    'a title that is kept',
    { sessionUpdate: 'session_info_update', title: 4 },
    { sessionUpdate: 'session_info_update' },
  ],
  [
    'a long title',
    { sessionUpdate: 'session_info_update', title: `a\n${'b'.repeat(400)}` },
    { sessionUpdate: 'session_info_update', title: `a ${'b'.repeat(197)}…` },
  ],
  ['usage', { sessionUpdate: 'usage_update', used: 5, size: 10, cost: { amount: 1, currency: 'USD' } }, null],
  [
    'a notice of an unknown severity',
    { sessionUpdate: 'notice', severity: 'dire', title: 'Oh', description: 4 },
    { sessionUpdate: 'notice', severity: 'dire', title: 'Oh' },
  ],
  [
    'a compaction that keeps its status',
    { sessionUpdate: 'compaction_update', compactionId: 'c', summary: null, error: 'bad' },
    { sessionUpdate: 'compaction_update', compactionId: 'c', summary: null, error: 'bad' },
  ],
  ['a summary chunk', { sessionUpdate: 'compaction_summary_chunk', compactionId: 'c', content: text('s') }, null],
];

describe('reading an update', () => {
  it('[A43] keeps what is good and leaves out what is bad', () => {
    for (const [name, sent, read] of CASES) assert.deepEqual(parseUpdate(sent), read ?? sent, name);
  });

  it('[A43] reads the five kinds of content and degrades broken ones', () => {
    const read = (content: object) =>
      (parseUpdate({ sessionUpdate: 'agent_message_chunk', content }) as { content?: unknown }).content;
    const good = [
      { type: 'image', data: 'AA', mimeType: 'image/png', annotations: { priority: 1 } },
      { type: 'audio', data: 'AA', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'file:///a', name: 'a', size: 3 },
      { type: 'resource', resource: { uri: 'file:///a', text: 't' } },
      { type: 'resource', resource: { uri: 'file:///a', blob: 'AA', mimeType: 'x/y' } },
    ];
    for (const block of good) assert.deepEqual(read(block), block);
    assert.deepEqual(read({ type: 'resource_link', uri: 'u' }), { type: 'resource_link', uri: 'u', name: 'u' });
    assert.deepEqual(
      read({ type: 'image', data: 4 }),
      text('[content that cannot be shown: image without data or type]'),
    );
    assert.deepEqual(read({ type: 'resource', resource: { uri: 'u' } }), {
      type: 'resource_link',
      uri: 'u',
      name: 'u',
    });
  });

  it('[A44] keeps what it does not know under a name that nothing acts on', () => {
    assert.deepEqual(parseUpdate({ sessionUpdate: 'subagent_update', x: 1 }), {
      sessionUpdate: '_subagent_update',
      x: 1,
    });
    assert.deepEqual(parseUpdate({ sessionUpdate: '_vendor', x: 1 }), { sessionUpdate: '_vendor', x: 1 });
    assert.deepEqual(parseUpdate({ sessionUpdate: 'tool_call', title: 'no id' }), {
      sessionUpdate: '_tool_call',
      title: 'no id',
    });
    assert.equal(parseUpdate({ sessionUpdate: '__proto__' })?.sessionUpdate, '_proto__');
    assert.equal(parseUpdate({ sessionUpdate: 'constructor' })?.sessionUpdate, '_constructor');
    assert.equal(parseUpdate({ update: 1 }), null);
    assert.equal(parseUpdate([1]), null);
  });

  it('[DL38] reads the name of a tool and its server where they are told in parts', () => {
    const call = { sessionUpdate: 'tool_call', toolCallId: 't', title: 'acdeck: ask person' };
    const nameOf = (fields: object) => {
      const read = parseUpdate({ ...call, ...fields });
      return read && 'name' in read ? read.name : undefined;
    };
    const parts = (toolName: unknown, extensionName: unknown) => ({
      _meta: { goose: { toolCall: { toolName, extensionName } } },
    });
    assert.equal(nameOf(parts('acdeck__ask_person', 'acdeck')), 'mcp__acdeck__ask_person');
    assert.equal(nameOf({ ...parts('acdeck__ask_person', 'acdeck'), name: 'Bash' }), 'Bash');
    for (const told of [
      parts('acdeck__ask_person', 'acdeck__ask'),
      parts('acdeck__ask_person', undefined),
      parts('acdeck__ask_person', ''),
      parts(['acdeck__ask_person'], 'acdeck'),
      parts(undefined, 'acdeck'),
      { _meta: { toolName: 'acdeck__ask_person', extensionName: 'acdeck' } },
    ])
      assert.equal(nameOf(told), undefined, JSON.stringify(told));
  });

  it('[RA37] takes the agent’s word for a deletion, and for nothing else about a diff', () => {
    const deeds = (fields: object) => {
      const diff = { type: 'diff', path: '/a', oldText: 'x\n', newText: '', ...fields };
      const call = { sessionUpdate: 'tool_call', toolCallId: 't', title: 'Edit files', kind: 'edit', content: [diff] };
      const events = [call, { sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' }].map(
        (update): SessionEvent => ({ type: 'agent_update', update: parseUpdate(update)! }),
      );
      const [entry] = entriesAfter(...events);
      return editsOf(entry!).map(({ isDeleted, movedFrom, firstLine }) => [isDeleted, movedFrom, firstLine]);
    };
    assert.deepEqual(deeds({ _meta: { kind: 'delete' } }), [[true, undefined, undefined]]);
    const untaken = { isDeleted: true, movedFrom: '/b', firstLine: 9 };
    for (const fields of [
      {},
      { _meta: { kind: 'update' } },
      { _meta: { kind: 'delete' }, newText: 'y\n' },
      { _meta: untaken },
      { _meta: 'delete' },
    ]) {
      assert.deepEqual(deeds(fields), [[undefined, undefined, undefined]], JSON.stringify(fields));
    }
  });
});

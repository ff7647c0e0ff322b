import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIMITS } from '../limits.js';
import { contentOf } from '../transcript/call-content.js';
import { editsOf } from '../transcript/edits.js';
import type { ToolEntry } from '../transcript/entries.js';
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
} from '../transcript/transcript.rig.js';
import type { SessionEvent } from './session-event.js';

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

  it('[T25] counts the lines that it cuts away, and cuts between lines', () => {
    const line = (n: number) => `line ${n} ${'x'.repeat(40)}\n`;
    const lines = Array.from({ length: 20_000 }, (_, n) => line(n));
    const events: SessionEvent[] = [{ type: 'terminal_opened', terminalId: 'x', command: 'ls', cwd: '/' }];
    for (let n = 0; n < lines.length; n += 7) {
      events.push({ type: 'terminal_output', terminalId: 'x', text: lines.slice(n, n + 7).join('') });
    }
    const terminal = entriesAfter(...events).at(-1);
    assert.ok(terminal?.kind === 'terminal' && terminal.truncated);
    assert.ok(terminal.output.startsWith(line(terminal.cutLines!)));
    assert.equal(terminal.cutLines! + terminal.output.split('\n').length - 1, lines.length);
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
    const voided: SessionEvent = { type: 'permission_voided', permissionId: 'q', reason: { code: 'agent_withdrew' } };
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

describe('files written through us', () => {
  const file = (path: string, oldText: string | null, newText: string, more: object = {}): SessionEvent => ({
    ...{ type: 'file_written', toolCallId: 't' },
    file: { path, bytes: newText.length, isNew: oldText === null, oldText, newText, ...more },
  });
  const diff = (path: string, oldText: string | null, newText: string) => ({
    type: 'diff' as const,
    path,
    oldText,
    newText,
  });
  const shown = (...events: SessionEvent[]) => {
    const [entry] = entriesAfter(...events).filter((found) => found.kind === 'tool');
    return { entry: entry!, content: contentOf(entry!), edits: editsOf(entry!) };
  };

  it('[T81] are shown once, as we wrote them, also where the agent tells of the same', () => {
    for (const told of ['/w/a', 'a', './a']) {
      const content = [diff(told, 'x', 'claimed'), diff('/w/other', 'x', 'y')];
      const { content: drawn } = shown(tool('t', { kind: 'edit', content }), file('/w/a', 'old', 'new'));
      assert.deepEqual(drawn, [diff('/w/a', 'old', 'new'), diff('/w/other', 'x', 'y')], told);
    }
    const named = shown(
      tool('t', { content: [diff('/w/link', 'x', 'y')] }),
      file('/w/a', 'o', 'n', { named: '/w/link' }),
    );
    assert.deepEqual(named.content, [diff('/w/a', 'o', 'n')]);
  });

  it('[RG15] leave the change that the agent tells where it had made that itself before', () => {
    const told = diff('/w/a', 'was', 'is');
    const completed = toolUpdate('t', { status: 'completed', content: [told] });
    for (const events of [
      [file('/w/a', 'is', 'is'), completed],
      [completed, file('/w/a', 'is', 'is')],
    ]) {
      const { content, edits } = shown(tool('t', { kind: 'edit' }), ...events);
      assert.deepEqual(content, [told]);
      assert.deepEqual(
        edits.map(({ oldText }) => oldText),
        ['was'],
      );
    }
    const created = toolUpdate('t', { status: 'completed', content: [diff('/w/a', null, 'is')] });
    const { edits } = shown(tool('t', { kind: 'edit' }), file('/w/a', 'is', 'is'), created);
    assert.equal(edits[0]?.isNew, true, 'a file that the agent has created is new');
    const untold = shown(tool('t', { kind: 'edit' }), file('/w/a', 'is', 'is'));
    assert.deepEqual(untold.content, [diff('/w/a', 'is', 'is')], 'a write that nobody else tells of is shown');
  });

  it('[T81] one after the other are one change where they follow from each other', () => {
    const { entry } = shown(tool('t'), file('/w/a', null, '1'), file('/w/b', 'x', 'y'), file('/w/a', '1', '2'));
    assert.deepEqual(
      entry.written?.map(({ path, isNew, oldText, newText }) => [path, isNew, oldText, newText]),
      [
        ['/w/a', true, null, '2'],
        ['/w/b', false, 'x', 'y'],
      ],
    );
    const whole = shown(tool('t'), file('/w/a', null, '1'), tool('t', { title: 'Anew' }));
    assert.equal(whole.entry.written?.length, 1, 'a call that begins anew keeps what it wrote');
  });

  it('[WP30] are changes whatever became of the call, and one without its text is listed', () => {
    for (const status of ['failed', 'completed', 'in_progress'] as const) {
      const { edits } = shown(
        tool('t', { kind: 'edit', content: [diff('/w/b', 'x', 'y')] }),
        file('/w/a', 'o', 'n'),
        toolUpdate('t', { status }),
      );
      const paths = edits.map(({ path }) => path);
      assert.deepEqual(paths, status === 'completed' ? ['/w/a', '/w/b'] : ['/w/a'], status);
    }
    const large = 'x'.repeat(600_000);
    const { entry, edits } = shown(tool('t'), file('/w/a', null, large), file('/w/b', null, large));
    assert.deepEqual(
      edits.map(({ path, untold }) => [path, untold]),
      [
        ['/w/a', undefined],
        ['/w/b', 'large'],
      ],
    );
    assert.equal(entry.written?.[1]?.bytes, 600_000);
  });
});

describe('a command that runs when the turn is stopped', () => {
  const stop: SessionEvent = { type: 'cancel_requested', by: someone };
  const runs = tool('t', { kind: 'execute', status: 'in_progress' });
  const after = (...events: SessionEvent[]) => {
    const [entry] = entriesAfter(prompt('x'), ...events).filter((found) => found.kind === 'tool');
    return [entry!.status, entry!.mayRunOn ?? false];
  };
  const cancelled: SessionEvent = { type: 'turn_ended', stopReason: 'cancelled' };

  it('[T82] may run on in the agent, unless its end is told or its process was ended', () => {
    const own = { content: [{ type: 'terminal', terminalId: 'x' }], _meta: { terminal_info: { terminal_id: 'x' } } };
    assert.deepEqual(after(runs, stop, cancelled), ['cancelled', true]);
    assert.deepEqual(after(runs, stop, { type: 'turn_ended', stopReason: 'end_turn' }), ['cancelled', true]);
    assert.deepEqual(after(runs, toolUpdate('t', own), stop, cancelled), ['cancelled', true]);
    assert.deepEqual(after(runs, stop, toolUpdate('t', { status: 'completed' }), cancelled), ['cancelled', true]);
    assert.deepEqual(after(runs, stop, { ...cancelled, isForced: true }), ['cancelled', false]);
    const told = [toolUpdate('t', { status: 'completed', rawOutput: { exit_code: 0 } })];
    assert.deepEqual(after(runs, stop, ...told, cancelled), ['completed', false]);
    const exit = { status: 'completed', _meta: { terminal_exit: { terminal_id: 'x', exit_code: 0 } } };
    assert.deepEqual(after(runs, toolUpdate('t', own), stop, toolUpdate('t', exit), cancelled), ['completed', false]);
    assert.deepEqual(after(runs, stop, toolUpdate('t', { status: 'failed' }), cancelled), ['failed', false]);
    assert.deepEqual(after(runs, stop, cancelled, ...told), ['completed', false], 'its end was told later');
    assert.deepEqual(after(runs, cancelled), ['cancelled', false], 'nobody stopped it');
  });

  it('[RG18] ran on until the agent tells its end, and took so long', () => {
    const printed = toolUpdate('t', { content: [{ type: 'content', content: { type: 'text', text: 'more' } }] });
    assert.deepEqual(after(runs, stop, cancelled, printed), ['cancelled', true], 'what it prints is no end');
    const events = [prompt('x'), runs, stop, cancelled, printed, toolUpdate('t', { status: 'completed' })];
    const entry = entriesAfter(...events).find((found) => found.kind === 'tool');
    assert.deepEqual([entry?.status, entry?.mayRunOn, entry?.endedAt], ['completed', undefined, events.length * 10]);
  });

  it('[T82] through us, or not begun, does not', () => {
    const ours = { content: [{ type: 'terminal', terminalId: 'x' }] };
    assert.deepEqual(after(runs, toolUpdate('t', ours), stop, cancelled), ['cancelled', false]);
    assert.deepEqual(after(tool('t', { kind: 'execute' }), stop, cancelled), ['cancelled', false]);
    assert.deepEqual(after(tool('t', { kind: 'edit', status: 'in_progress' }), stop, cancelled), ['cancelled', false]);
  });
});

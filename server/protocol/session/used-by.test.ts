import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entryAt, findEntry } from '../transcript/entry-list.js';
import { emptyTranscript, type Transcript } from '../transcript/transcript.js';
import { ended, prompt, tool, toolUpdate } from '../transcript/transcript.rig.js';
import { reduceTranscript } from './reduce.js';
import type { LoggedEvent, SessionEvent } from './session-event.js';
import { withUse } from './used-by.js';

/** The transcript after events that are stamped as the server does. */
function recorded(events: readonly SessionEvent[]): Transcript {
  return events.reduce<Transcript>((t, event, n) => {
    const logged = { ...event, seq: n + 1, at: n } as LoggedEvent;
    const named = event.type === 'agent_update' && 'toolCallId' in event.update ? event.update.toolCallId : null;
    const entry = entryAt(t.entries, findEntry(t.entries, `tool:${named}`)) ?? null;
    return reduceTranscript(t, withUse(logged, t, entry));
  }, emptyTranscript);
}

const call = (more: object = {}) => tool('c', more);
const told = (more: object) => toolUpdate('c', more);
const command = (text: unknown) => ({ rawInput: { command: text } });
const [pending, running, done] = ['pending', 'in_progress', 'completed'].map((status) => ({ status }));

describe('calls that are counted', () => {
  const once: Readonly<Record<string, SessionEvent[]>> = {
    'an input that comes later': [call(pending), told({ ...running, ...command('npm test') }), told(done!)],
    'an input that is told while it is written': [
      call({ ...running, ...command('n') }),
      told(command('npm t')),
      told(command('npm test')),
      told({ ...done, ...command('npm test') }),
    ],
    'a list that is told while it is written': [
      call({ ...running, ...command(['bash']) }),
      told(command(['bash', '-lc', 'npm t'])),
      told(command(['bash', '-lc', 'npm test'])),
    ],
    'an input that is first a text': [call({ ...running, rawInput: '{"comm' }), told(command('npm test'))],
    'an input that gains fields': [
      call({ ...running, ...command('ls') }),
      told({ ...done, rawInput: { command: 'ls', description: 'Lists' } }),
      told({ rawInput: { command: 'ls', description: 'Lists', ms: 5 } }),
    ],
    'a title that changes': [
      call({ ...running, kind: 'execute' }),
      told({ title: 'npm test' }),
      told({ ...done, title: 'Ran' }),
    ],
    'an end that is told twice': [
      call({ ...running, ...command('ls') }),
      told(done!),
      told({ ...done, rawOutput: { exitCode: 0 } }),
    ],
    'a change that is told when it is made': [
      call({ ...running, kind: 'edit' }),
      told({ ...done, content: [{ type: 'diff', path: '/a', oldText: '', newText: 'x' }] }),
      told({ content: [{ type: 'diff', path: '/a', oldText: '', newText: 'xy' }] }),
    ],
    'a call that is announced twice before its end': [
      call(pending),
      call({ ...running, ...command('ls') }),
      told(done!),
    ],
    'a call that is told of after its reply': [
      call({ ...running, ...command('ls') }),
      ended(),
      told({ ...running, ...command('ls') }),
      told(done!),
    ],
  };
  for (const [name, events] of Object.entries(once)) {
    it(`[US21] count once: ${name}`, () => {
      assert.equal(recorded([prompt('go'), ...events]).turn.used?.calls, 1);
    });
  }

  it('[US21] count for the reply that makes them, also under an id of an earlier one', () => {
    const reply = [prompt('go'), call({ ...running, ...command('ls') }), told(done!)];
    assert.equal(recorded([...reply, ended(), ...reply]).turn.used?.calls, 1);
  });

  it('[US21] count again when a call that is over has another list or kind of input', () => {
    const over = [prompt('go'), call({ ...done, ...command(['make']) })];
    for (const rawInput of [{ command: ['make', 'all'] }, { command: ['rake'] }, { command: 'make all' }, 'make all']) {
      assert.equal(recorded([...over, told({ rawInput })]).turn.used?.calls, 2, JSON.stringify(rawInput));
    }
  });
});

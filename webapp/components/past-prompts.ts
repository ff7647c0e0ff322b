import { entriesOf } from '../../server/protocol/entry-list.js';
import { textOf } from '../../server/protocol/reduce-turn.js';
import type { Transcript } from '../../server/protocol/transcript.js';

/** What was asked in this session, the newest first, and then what was asked elsewhere; each once. */
export function pastPrompts({ entries }: Transcript, elsewhere: readonly string[]): readonly string[] {
  const here = entriesOf(entries).flatMap((entry) => (entry.kind === 'user' ? [textOf(entry.content).trim()] : []));
  return [...new Set([...here.reverse(), ...elsewhere])].filter((text) => text !== '');
}

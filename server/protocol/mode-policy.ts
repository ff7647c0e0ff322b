import type { SessionMode } from '@agentclientprotocol/sdk';
import type { Transcript } from './transcript.js';

/** Whether the agent's present mode asks before it acts, for some deeds only, or never. */
export type ModePolicy = 'asks' | 'asks_some' | 'asks_nothing';

const NOTHING = /bypass|yolo|full.?access|danger|(allow|approve).?all|unrestricted|auto.?pilot|(never|don.?t).?ask/i;
const SOME = /auto|accept|trust|plan|read.?only|sandbox|smart/i;
const NOTHING_SAID =
  /without (asking|approval|confirm|permission)|auto(matically|-)?.?approves? (all|every|tool)|no (approval|confirmation)/i;

/** What the mode that an agent says it is in means for questions; an agent that tells of no mode is to ask. */
export function modePolicy({ modes, options }: Pick<Transcript, 'modes' | 'options'>): ModePolicy {
  const policies = currentModes({ modes, options }).map(policyOf);
  if (policies.includes('asks_nothing')) return 'asks_nothing';
  return policies.includes('asks_some') ? 'asks_some' : 'asks';
}

/** The name of the mode in which the agent asks nothing, if it is in one. */
export function unaskingMode(t: Pick<Transcript, 'modes' | 'options'>): string | null {
  return currentModes(t).find((mode) => policyOf(mode) === 'asks_nothing')?.name ?? null;
}

type Mode = Pick<SessionMode, 'id' | 'name'> & { description?: string | null };

function policyOf({ id, name, description }: Mode): ModePolicy {
  const title = `${id} ${name}`;
  const isAboutEdits = /edit/i.test(`${title} ${description ?? ''}`);
  if (NOTHING.test(title) || (NOTHING_SAID.test(description ?? '') && !isAboutEdits)) return 'asks_nothing';
  return SOME.test(title) || isAboutEdits ? 'asks_some' : 'asks';
}

function currentModes({ modes, options }: Pick<Transcript, 'modes' | 'options'>): Mode[] {
  const mode = modes?.availableModes.find(({ id }) => id === modes.currentModeId);
  const chosen = options.flatMap((option): Mode[] => {
    if (option.category !== 'mode' || option.type !== 'select') return [];
    const all = option.options.flatMap((item) => ('options' in item ? item.options : [item]));
    return all
      .filter(({ value }) => value === option.currentValue)
      .map(({ value, ...rest }) => ({ id: value, ...rest }));
  });
  return mode ? [mode, ...chosen] : chosen;
}

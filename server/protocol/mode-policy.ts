import type { SessionConfigOption, SessionMode } from '@agentclientprotocol/sdk';
import type { Transcript } from './transcript.js';

/** Whether the agent's present mode asks before it acts, for some deeds only, or never. */
export type ModePolicy = 'asks' | 'asks_some' | 'asks_nothing';

const NOTHING = /bypass|yolo|full.?access|danger|(allow|approve).?all|unrestricted|auto.?pilot|(never|don.?t).?ask/i;
const SOME = /auto|accept|trust|plan|read.?only|sandbox|smart/i;
/** What it asks is up to its own settings, which we do not know. */
const SETTINGS_SAY = /configured permissions|permission settings/i;
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
  const isSome = SOME.test(title) || isAboutEdits || SETTINGS_SAY.test(description ?? '');
  return isSome ? 'asks_some' : 'asks';
}

function currentModes({ modes, options }: Pick<Transcript, 'modes' | 'options'>): Mode[] {
  const mode = modes?.availableModes.find(({ id }) => id === modes.currentModeId);
  const chosen = options.flatMap(modesIn);
  return mode ? [mode, ...chosen] : chosen;
}

const ABOUT_ASKING = /permission|approv|allow|confirm/i;
const ON = /^(on|yes|true|enabled?)$/i;
const OFF = /^(off|no|false|disabled?)$/i;

/** What an option says about asking: as a mode, or as something that is on or off. */
function modesIn(option: SessionConfigOption): Mode[] {
  const { id, name, category } = option;
  const isMode = category === 'mode';
  const isAboutAsking = isMode || category === 'permissions' || ABOUT_ASKING.test(`${id} ${name}`);
  if (!isAboutAsking) return [];
  if (option.type !== 'select') {
    return option.currentValue === true ? [{ id, name, description: option.description ?? null }] : [];
  }
  const all = option.options.flatMap((item) => ('options' in item ? item.options : [item]));
  return all
    .filter(({ value }) => value === option.currentValue)
    .filter(({ value }) => isMode || !OFF.test(value))
    .map(({ value, ...rest }) => (!isMode && ON.test(value) ? { ...rest, id, name } : { ...rest, id: value }));
}

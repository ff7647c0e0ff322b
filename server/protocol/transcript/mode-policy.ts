import type { SessionConfigOption, SessionMode } from '@agentclientprotocol/sdk';
import type { Transcript } from './transcript.js';

/** Whether the agent's present mode asks before it acts, for some deeds only, or never; or it reports no such mode. */
export type ModePolicy = 'asks' | 'asks_some' | 'asks_nothing' | 'untold';

const NOTHING = /bypass|yolo|full.?access|danger|(allow|approve).?all|unrestricted|auto.?pilot|(never|don.?t).?ask/i;
const SOME = /auto|accept|trust|plan|read.?only|sandbox|smart/i;
/** What it asks is up to its own settings, which we do not know. */
const SETTINGS_SAY = /configured permissions|permission settings/i;
const NOTHING_SAID =
  /without (asking|approval|confirm|permission)|auto(matically|-)?.?approves? (all|every|tool)|no (approval|confirmation)/i;
/** Words that promise a question, and those that take the promise back for a part. */
const ASKS_SAID =
  /\b(asks?|prompts?|confirms?|requires? (your )?(approval|permission|confirmation)|approval is required)\b/i;
const SOME_SAID =
  /\b(only|except|unless|outside|other than)\b|auto(matically|-)?.?(accepts?|approves?|appl(y|ies))|without asking/i;
/** Levels of thinking, which some agents offer as their modes. */
const THINKING = /think|reasoning|effort/i;

/** What the mode that an agent says it is in means for questions. */
export function modePolicy({ modes, options }: Pick<Transcript, 'modes' | 'options'>): ModePolicy {
  const policies = currentModes({ modes, options }).map(policyOf);
  if (policies.length === 0) return 'untold';
  if (policies.includes('asks_nothing')) return 'asks_nothing';
  return policies.includes('asks_some') ? 'asks_some' : 'asks';
}

/** The name of the mode in which the agent asks nothing, if it is in one. */
export function unaskingMode(t: Pick<Transcript, 'modes' | 'options'>): string | null {
  return currentModes(t).find((mode) => policyOf(mode) === 'asks_nothing')?.name ?? null;
}

/** A mode that an agent can be set to, by its modes or by an option of it. */
export type ModeChoice = { kind: 'mode'; id: string } | { kind: 'option'; id: string; value: string };

const ORDER: readonly ModePolicy[] = ['asks', 'asks_some', 'asks_nothing'];

/** Whether one policy asks less than another; what is not told counts as asking. */
export function asksLess(one: ModePolicy, other: ModePolicy): boolean {
  return ORDER.indexOf(one) > Math.max(0, ORDER.indexOf(other));
}

/** The mode in which the agent asks most, if it is in one that asks less; and how much it asks then. */
export function mostAskingMode(t: Pick<Transcript, 'modes' | 'options'>): {
  choice: ModeChoice | null;
  policy: ModePolicy;
} {
  const now = modePolicy(t);
  const better = choicesIn(t)
    .map((choice) => ({ choice, policy: modePolicy(chosen(t, choice)) }))
    .filter(({ policy }) => asksLess(now, policy))
    .sort((a, b) => ORDER.indexOf(a.policy) - ORDER.indexOf(b.policy));
  return better[0] ?? { choice: null, policy: now };
}

function choicesIn({ modes, options }: Pick<Transcript, 'modes' | 'options'>): ModeChoice[] {
  const own = modes?.availableModes.map(({ id }): ModeChoice => ({ kind: 'mode', id })) ?? [];
  const others = options.flatMap((option): ModeChoice[] => {
    if (option.type !== 'select' || modesIn(option).length === 0) return [];
    const all = option.options.flatMap((item) => ('options' in item ? item.options : [item]));
    return all.map(({ value }) => ({ kind: 'option', id: option.id, value }));
  });
  return [...own, ...others];
}

/** Agents that tell of a mode both ways have one mode. */
function chosen({ modes, options }: Pick<Transcript, 'modes' | 'options'>, choice: ModeChoice) {
  const wanted = choice.kind === 'mode' ? choice.id : choice.value;
  const isMode = modes?.availableModes.some(({ id }) => id === wanted);
  return {
    modes: modes && isMode ? { ...modes, currentModeId: wanted } : modes,
    options: options.map((option): SessionConfigOption => {
      const isThis = choice.kind === 'option' ? option.id === choice.id : option.category === 'mode';
      return isThis && option.type === 'select' ? { ...option, currentValue: wanted } : option;
    }),
  };
}

type Mode = Pick<SessionMode, 'id' | 'name'> & { description?: string | null };

function policyOf({ id, name, description }: Mode): ModePolicy {
  const title = `${id} ${name}`;
  const isAboutEdits = /edit/i.test(`${title} ${description ?? ''}`);
  if (NOTHING.test(title) || (NOTHING_SAID.test(description ?? '') && !isAboutEdits)) return 'asks_nothing';
  // “Ask before edits” asks, though it speaks of edits.
  const said = `${title} ${description ?? ''}`;
  if (ASKS_SAID.test(said)) return SOME_SAID.test(said) || SOME.test(title) ? 'asks_some' : 'asks';
  const isSome = SOME.test(title) || isAboutEdits || SETTINGS_SAY.test(description ?? '');
  return isSome ? 'asks_some' : 'asks';
}

function currentModes({ modes, options }: Pick<Transcript, 'modes' | 'options'>): Mode[] {
  const isAboutThinking = modes?.availableModes.every(({ id, name }) => THINKING.test(`${id} ${name}`));
  const mode = isAboutThinking ? undefined : modes?.availableModes.find(({ id }) => id === modes.currentModeId);
  const chosen = options.flatMap(modesIn);
  return mode ? [mode, ...chosen] : chosen;
}

const ABOUT_ASKING = /permission|approv|allow|confirm/i;
const ON = /^(on|yes|true|enabled?)$/i;
const OFF = /^(off|no|false|disabled?)$/i;
/** What is left when "allow all" is off. */
const ASKING: Mode = { id: 'ask', name: 'Ask' };

/** Whether all that can be chosen is how much the agent thinks. */
function isThinking(option: SessionConfigOption): boolean {
  if (THINKING.test(`${option.id} ${option.name}`)) return true;
  if (option.type !== 'select') return false;
  const all = option.options.flatMap((item) => ('options' in item ? item.options : [item]));
  return all.length > 0 && all.every(({ name }) => THINKING.test(name));
}

/** What an option says about asking: as a mode, or as something that is on or off. */
function modesIn(option: SessionConfigOption): Mode[] {
  const { id, name, category } = option;
  const isMode = category === 'mode' && !isThinking(option);
  const isAboutAsking = isMode || category === 'permissions' || ABOUT_ASKING.test(`${id} ${name}`);
  if (!isAboutAsking) return [];
  if (option.type !== 'select') {
    return option.currentValue === true ? [{ id, name, description: option.description ?? null }] : [ASKING];
  }
  const all = option.options.flatMap((item) => ('options' in item ? item.options : [item]));
  return all
    .filter(({ value }) => value === option.currentValue)
    .map(({ value, ...rest }) => {
      if (isMode) return { ...rest, id: value };
      return OFF.test(value) ? ASKING : ON.test(value) ? { ...rest, id, name } : { ...rest, id: value };
    });
}

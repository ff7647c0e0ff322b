/** How the words begin by which an agent hears of a past that it has lost. */
export const HANDOVER_OPENING = '[From AcDeck, not from the person:';

/** Agents retell what they told themselves as if a person had said it. */
const INTERNAL = /^\s*(<[a-z_-]+[ >]|\[(Function Response|Request interrupted))/i;

/** Whether a retold message is the agent's own and no person's. */
export function isInternal(said: string): boolean {
  return INTERNAL.test(said);
}

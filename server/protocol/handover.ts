/** How the words begin by which an agent hears of a past that it has lost. */
export const HANDOVER_OPENING = '[From AcDeck, not from the person:';

/** Tells the wiretap to end as an agent does that prints its settings when it crashes. */
export const CRASH_SIGNAL = 'SIGUSR2';
export const CRASH_CODE = 7;
/** A key that opens nothing. */
export const CRASH_KEY = 'sk-live-0a1B2c3D4e5F6g7H8i9J';
/** What precedes it, by which the line is found. */
export const CRASH_WORDS = 'cannot go on with';
/** In red, as many programs print their errors. */
export const CRASH_LINE = `\u001b[31m${CRASH_WORDS} token=${CRASH_KEY}\u001b[0m\n`;

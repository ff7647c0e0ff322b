/** The numbers that server and browser must agree on. */
export const LIMITS = {
  /** Agent text that arrives within one tick becomes one event. */
  tickMs: 16,
  /** Largest WebSocket frame the server accepts. */
  frameBytes: 4 * 1024 * 1024,
  /** A page of events is cut at whichever comes first. */
  pageEvents: 200,
  pageBytes: 256 * 1024,
  /** A tab with this much unsent data waits; its cursor simply stays where it is. */
  tabBufferBytes: 1024 * 1024,
  /** A snapshot carries at most this many of the newest turns, entries and bytes. */
  snapshotTurns: 50,
  snapshotEntries: 400,
  snapshotBytes: 1024 * 1024,
  /** A message longer than this goes on in a further entry, so that no entry grows without end. */
  entryTextChars: 512 * 1024,
  /** Terminal output kept per terminal; the start is cut away. */
  terminalChars: 256 * 1024,
  /** Entries of one turn that may be unfinished at a time; beyond it the oldest tool call counts as ended. */
  openEntries: 256,
  titleChars: 200,
  queryChars: 500,
  searchHits: 100,
  labelChars: 100,
  queuedPrompts: 100,
  /** A prompt's blocks, as JSON; larger things go by upload. */
  promptBytes: 2 * 1024 * 1024,
  draftChars: 256 * 1024,
  /** A command line that a person may run with `!`. */
  shellChars: 32 * 1024,
} as const;

/** Raised when the meaning of the wire changes; a tab of another number must reload. */
export const WIRE_VERSION = 1;

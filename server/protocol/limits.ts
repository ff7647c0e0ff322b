/** The numbers that server and browser must agree on. */
export const LIMITS = {
  /** Agent text that arrives within one tick becomes one event. */
  tickMs: 16,
  /** Largest WebSocket frame the server accepts. */
  frameBytes: 4 * 1024 * 1024,
  /** A page of events is cut at the first of these that is reached. */
  pageEvents: 200,
  pageBytes: 256 * 1024,
  /** A snapshot carries at most this many of the newest turns, entries and bytes. */
  snapshotTurns: 50,
  snapshotEntries: 400,
  snapshotBytes: 1024 * 1024,
  /** A message longer than this goes on in a further entry, so that no entry grows without end. */
  entryTextChars: 512 * 1024,
  /** Terminal output kept per terminal; the start is cut away. */
  terminalChars: 256 * 1024,
  /** What one tool call keeps of the texts of files that it wrote. */
  writtenChars: 1024 * 1024,
  /** Entries of one turn that may be unfinished at a time; beyond it the oldest tool call counts as ended. */
  openEntries: 256,
  /** Blocks of one message; more go on in a further entry. */
  entryBlocks: 256,
  /** What one tool call keeps, the newest of each: requests for permission, files that it wrote, tasks that it gave. */
  callRequests: 256,
  callFiles: 1000,
  callTasks: 64,
  /** Requests for permission that are open in a session at a time; further ones wait unread. */
  openRequests: 50,
  /** The same while no turn runs: nothing that a person has asked for needs more. */
  restingRequests: 4,
  titleChars: 200,
  queryChars: 500,
  searchHits: 100,
  /** Sessions in one page of the list, and in one act. */
  listPage: 200,
  manySessions: 500,
  /** Sessions that one window shows at a time. */
  shownSessions: 4,
  queuedPrompts: 100,
  /** A prompt's blocks, as JSON; larger things go by upload. */
  promptBytes: 2 * 1024 * 1024,
  draftChars: 256 * 1024,
  /** A command line that a person may run with `!`. */
  shellChars: 32 * 1024,
  /** What an agent is told that takes over a conversation. */
  briefingChars: 12_000,
  /** A task that an agent gives to another. */
  delegation: {
    taskChars: 32 * 1024,
  },
} as const;

/** Raised when the meaning of the wire changes; a tab of another number must reload. */
export const WIRE_VERSION = 5;

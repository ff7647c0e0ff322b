/** The numbers that server and browser must agree on. */
export const LIMITS = {
  /** Agent text that arrives within one tick becomes one event. */
  tickMs: 16,
  /** Largest WebSocket frame the server accepts. */
  frameBytes: 4 * 1024 * 1024,
  /** A page of events is cut at the first of these that is reached. */
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
  /** Of a file that was written through us, the text before and after is reported up to this size each. */
  writtenBytes: 256 * 1024,
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
  labelChars: 100,
  queuedPrompts: 100,
  /** A prompt's blocks, as JSON; larger things go by upload. */
  promptBytes: 2 * 1024 * 1024,
  draftChars: 256 * 1024,
  /** A command line that a person may run with `!`. */
  shellChars: 32 * 1024,
  /** Tasks that agents give to other agents. */
  /** What an agent is told that takes over a conversation. */
  briefingChars: 12_000,
  delegation: {
    mostDepth: 3,
    /** At work at a time below one person's session. */
    running: 4,
    /** Sessions below one session. */
    children: 32,
    /** Tasks below one person's session during one of its turns. */
    tasksPerTurn: 16,
    taskChars: 32 * 1024,
    /** What an agent gets to read of another's answer, or of a session. */
    answerChars: 24 * 1024,
    /** What the log of the session above keeps of a task and of an answer. */
    notedChars: 2 * 1024,
    /** Questions of one session that wait for a person at a time. */
    openQuestions: 4,
    /** No call of a tool waits longer: some agents give up after 60 s. */
    waitSeconds: 45,
    /** Wide enough for every name that agents were seen to choose. */
    name: /^[A-Za-z0-9][\w.-]{0,39}$/,
  },
} as const;

/** Raised when the meaning of the wire changes; a tab of another number must reload. */
export const WIRE_VERSION = 4;

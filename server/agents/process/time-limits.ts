/** How long an agent may take to answer, in milliseconds. Prompts have no limit: people decide. */
export const TIME_LIMITS = {
  initialize: 60_000,
  /** For the same, when npx may have to download the agent first. */
  download: 600_000,
  /** Loading may mean that the agent reads and retells a long history. */
  openSession: 120_000,
  change: 30_000,
  /** An agent that owes us the reading of much and reads nothing for this long is ended. */
  unread: 60_000,
  /** A process that holds one session only is kept this long without anything asked of it. */
  sessionIdle: 600_000,
  close: 10_000,
  /** Each page of an agent's list of sessions. */
  list: 15_000,
  /** An agent's retelling counts as over when it was silent for this long after its answer. */
  replayQuiet: 100,
  replayDrain: 3_000,
  /** The same, while fewer messages were retold than there were. */
  replayPatience: 1_000,
  /** After a session could not be opened, before it is tried once more. */
  reopenPause: 250,
} as const;

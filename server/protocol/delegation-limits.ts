/** How far agents may go with tasks for other agents. The page has no use for these. */
export const DELEGATION_LIMITS = {
  mostDepth: 3,
  /** At work at a time below one person's session. */
  running: 4,
  /** Sessions below one session. */
  children: 32,
  /** Tasks below one person's session during one of its turns. */
  tasksPerTurn: 16,
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
} as const;

/** By these words of the page a trial tells what a person is told. A test holds them to what the page says. */
export const pageWords = {
  /** A card whose call was refused. */
  denied: 'denied',
  /** A card whose command may go on after a stop. */
  runsOn: 'may still be running this command itself',
  /** A card whose agent kept the output to itself. */
  noOutput: 'didn’t share the command’s output',
  /** "Always allow…" with rules to choose from, and without any. */
  rules: 'What should be allowed from now on?',
  noRule: 'gave too little detail to make a rule',
  /** What a request is about. */
  request: 'What the agent wants to do',
  changed: 'The agent changed this request',
  remember: 'Allow and remember',
  /** The review. */
  scope: 'Which changes',
  session: 'Session',
  searching: 'Looking through earlier messages…',
  commandsUnlisted: 'aren’t listed here',
  workPanel: 'Work panel',
  /** A history that went on without us. */
  continuedElsewhere: 'This session was continued in',
  /** A conversation as a file. */
  conversationMenu: 'Conversation: find, export and more',
  exportJson: 'Export as JSON',
  importConversation: 'Import a conversation…',
  archived: 'This is an archived copy of the session.',
  attached: 'Attached',
  /** A sign-in that came to nothing. */
  signInFailed: 'didn’t work',
} as const;

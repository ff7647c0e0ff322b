/** What is beside each other on the page, in the order in which `F6` visits it. */
export type Region = 'sidebar' | 'conversation' | 'dock' | 'composer' | 'panel';

/** Where something can be gone to: a part of the page, or the question that is open. */
export type Goal = Region | 'question';

/** What appears above the page and goes away with Escape. */
export type Layer = 'palette' | 'switcher' | 'beside' | 'shortcuts' | 'askAgent' | 'tour';

/** How a conversation leaves the page: as a file, or copied as Markdown. */
export type ExportForm = 'markdown' | 'html' | 'json' | 'copy';

/** A way to move in the conversation, or something to do with the entry that has the focus. */
export type ConversationMove = 'next' | 'previous' | 'toggle' | 'copy' | 'actions' | 'first' | 'last' | 'follow';

/** A way to move in the work panel, or something to do with what is shown there. */
export type PanelMove =
  | 'next'
  | 'previous'
  | 'viewed'
  | 'follow'
  | 'nextHunk'
  | 'previousHunk'
  | 'stage'
  | 'discard'
  | 'commit'
  | 'split'
  | 'space';

/** A section of the settings as a command names it. */
export interface SectionName {
  readonly id: string;
  readonly title: string;
}

/** What commands need of the page itself; the root element is it. */
export interface Screen {
  readonly sections: readonly SectionName[];
  /** Whether it is there to go to. */
  has(goal: Goal): boolean;
  focus(goal: Goal): void;
  /** Goes to the next region, or with -1 to the one before. */
  cycle(step: 1 | -1): void;
  toggleSessions(): void;
  /** Lets the person write a session's name where it is. */
  rename(sessionId: string): void;
  /**
   * Opens a layer, or closes it if it is open; the palette with the commands of one group only, if one is named. `askAgent`
   * asks about the words that are given, or hands the conversation over.
   */
  open(layer: Layer, group?: string): void;
  move(move: ConversationMove): void;
  /** Saves or copies the conversation on screen, or prints what is drawn of it. */
  exportConversation(form: ExportForm | 'print'): void;
  /** Lets a person choose a conversation that was saved. */
  importConversation(): void;
  /** Looks for words in the conversation on screen, and lists its messages. */
  findInConversation(): void;
  moveInPanel(move: PanelMove): void;
}

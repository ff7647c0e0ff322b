import type { LoggedEvent } from '../session/session-event.js';

export const CONVERSATION_FORMAT = 'acdeck-conversation';

/** An exported conversation: the log of its session, from which all else follows. */
export interface ConversationFile {
  readonly format: typeof CONVERSATION_FORMAT;
  readonly version: 1;
  readonly title: string;
  readonly agentId: string;
  readonly agentName: string;
  readonly exportedAt: string;
  readonly events: readonly LoggedEvent[];
}

export const CONVERSATIONS_FORMAT = 'acdeck-conversations';

/** All conversations of a folder in one file. */
export interface ConversationsFile {
  readonly format: typeof CONVERSATIONS_FORMAT;
  readonly version: 1;
  readonly conversations: readonly ConversationFile[];
}

/** Bounds of what is imported. */
export const IMPORT_LIMITS = {
  chars: 64 * 1024 * 1024,
  events: 200_000,
  /** One event; no agent can send more in one line. */
  eventChars: 16 * 1024 * 1024,
  /** What one call carries. */
  partChars: 512 * 1024,
} as const;

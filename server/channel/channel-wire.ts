import type { TokenView } from '../protocol/api/programs.js';

/** Why a program was not let in. */
export type ChannelRefusal = 'denied' | 'unanswered' | 'busy' | 'bad_request';

/** What came of an act on the tokens; a new token is told here and never again. */
export type TokenOutcome =
  | { kind: 'added'; token: string; view: TokenView }
  | { kind: 'listed'; tokens: readonly TokenView[] }
  | { kind: 'removed'; view: TokenView }
  | { kind: 'unknown' }
  | { kind: 'too_many' };

/** What the server says, one JSON object per line. */
export type ChannelNews =
  /** The program has to open this file, by which the system tells which process it is. */
  | { kind: 'challenge'; file: string }
  /** A person is asked first. */
  | { kind: 'waiting' }
  | { kind: 'refused'; reason: ChannelRefusal }
  | { kind: 'browser'; url: string; port: number; pid: number; page: string }
  /** The token is good for as long as this connection is open. */
  | { kind: 'api'; port: number; pid: number; token: string }
  | { kind: 'tokens'; outcome: TokenOutcome };

/** What the program says once it has the file open. */
export const OPENED = JSON.stringify({ opened: true });

/** No line is longer: whoever sends more means no good. */
export const CHANNEL_LINE_CHARS = 16 * 1024;

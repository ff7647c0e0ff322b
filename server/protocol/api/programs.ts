import type { Role } from './rpc.js';

/** What a program may be let in for: to open a browser, to use the API, or to change the tokens. */
export const PROGRAM_WISHES = ['browser', 'api', 'tokens'] as const;
export type ProgramWish = (typeof PROGRAM_WISHES)[number];

/** A process that asked for a way in, as the system describes it; texts are the process's own and for reading only. */
export interface AskingProcess {
  readonly pid: number;
  readonly command: string;
  /** Who started it, the nearest first. */
  readonly parents: readonly { readonly pid: number; readonly command: string }[];
  /** It descends from something that AcDeck runs: an agent, by its name where that is known, or a command. */
  readonly agent: string | null;
  readonly isOurs: boolean;
  /** Its parents show that a person started it; those of an orphan show nothing. */
  readonly isTraced: boolean;
}

/** `asking` waits for a person; `inside` has access as long as it runs; the others have none (any more). */
export type ProgramState = 'asking' | 'inside' | 'refused' | 'left';

/** A program that asked a running server for a way in. */
export interface ProgramVisit {
  readonly id: string;
  readonly at: number;
  readonly wish: ProgramWish;
  readonly state: ProgramState;
  /** Null where the system does not tell which process it is. */
  readonly process: AskingProcess | null;
}

/** The roles that a token can have; programs never decide what only the owner decides. */
export const TOKEN_ROLES = ['viewer', 'approver', 'full'] as const satisfies Role[];
export type TokenRole = (typeof TOKEN_ROLES)[number];

/** A token as it is listed; the token itself is shown once and kept nowhere. */
export interface TokenView {
  readonly id: string;
  readonly label: string;
  readonly role: TokenRole;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
}

/** Visits that are remembered for the page. */
export const MOST_VISITS = 20;
/** Tokens that a folder can have. */
export const MOST_TOKENS = 50;
export const TOKEN_DAYS = { least: 1, usual: 30, most: 365 } as const;
export const TOKEN_LABEL_CHARS = 60;

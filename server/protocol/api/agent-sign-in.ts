import type { AgentTrouble, SignInHint } from '../agent-trouble.js';
import type { Question } from '../events.js';

/** How a person may sign in to an agent, and how that goes. */
export interface AgentSignIn {
  /** The ways that the agent offers, in its order. */
  readonly methods: readonly SignInMethod[];
  /** What can be done by hand. */
  readonly help: SignInHint;
  readonly canSignOut: boolean;
  /** What runs now or failed last; null when there is nothing to tell. */
  readonly attempt: SignInAttempt | null;
}

/** One way to sign in. */
export type SignInMethod = { readonly id: string; readonly name: string; readonly description: string | null } & (
  | { readonly kind: 'agent' }
  | TerminalWay
  | { readonly kind: 'env_var'; readonly variables: readonly SignInVariable[]; readonly link: string | null }
  /** A kind that we do not know; shown, never used. */
  | { readonly kind: 'unknown' }
);

/** A command in a terminal. */
export interface TerminalWay {
  readonly kind: 'terminal';
  /** All that would be run, as a person could type it. */
  readonly commandLine: string;
  /** The agent has picked the program, so a person must have seen the line and said yes to it. */
  readonly needsConsent: boolean;
  /** False where no terminal can be offered: then the line is there to be copied. */
  readonly canRun: boolean;
}

/** A variable that the agent reads from its environment. */
export interface SignInVariable {
  readonly name: string;
  readonly label: string | null;
  readonly isOptional: boolean;
}

/** What the agent asks during a sign-in: a form, or an address that stays in view after it was opened. */
export interface SignInQuestion {
  readonly id: string;
  readonly question: Question;
  readonly isAnswered: boolean;
}

/** One try to sign in or out. A success leaves nothing behind. */
export interface SignInAttempt {
  readonly id: string;
  readonly kind: 'agent' | 'terminal' | 'sign_out';
  readonly methodId: string | null;
  /** What the agent calls the way; empty for a sign-out. */
  readonly title: string;
  readonly state: 'running' | 'failed';
  /** Why it failed. */
  readonly trouble: AgentTrouble | null;
  readonly question: SignInQuestion | null;
  /** What runs in the terminal, and the size that it has. */
  readonly terminal: { readonly commandLine: string; readonly cols: number; readonly rows: number } | null;
}

/** What a sign-in terminal has shown: `text` begins `offset` characters after its start. Never written down. */
export interface SignInOutput {
  readonly attemptId: string;
  readonly offset: number;
  readonly text: string;
}

/** What may be typed at once into a sign-in terminal, what is kept of it, and how large it may be. */
export const SIGN_IN_LIMITS = {
  inputChars: 64 * 1024,
  keptChars: 128 * 1024,
  pieceChars: 64 * 1024,
  cols: { least: 20, most: 500 },
  rows: { least: 5, most: 200 },
} as const;

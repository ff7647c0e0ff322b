import type { OldSentence } from './reasons.js';

/** How a process ended; `unread` is one that we ended, because it read nothing of what we wrote. */
export interface ProcessEnd {
  exitCode: number | null;
  signal: string | null;
  reason?: 'unread';
}

/** What a process said before it ended: its last line, or the code that npm failed with. */
export interface LastOutput {
  line?: string;
  npmCode?: string;
}

/** How to get an agent. */
export type InstallHint =
  | { kind: 'command'; command: string; node?: string }
  | { kind: 'page'; url: string }
  | { kind: 'built_in' }
  /** It is one of the person's own, in the settings. */
  | { kind: 'settings'; agentId: string; command: string }
  | { kind: 'unknown' };

/** How to sign in to an agent by hand. */
export type SignInHint =
  | { kind: 'command'; command: string; variable?: string }
  /** To be run once in a terminal, where it asks by itself or after `typing`. */
  | { kind: 'run'; command: string; typing?: string; variable?: string }
  | { kind: 'provider'; command: string }
  | { kind: 'trial' }
  | { kind: 'unknown' };

/** What a variable that an agent reads is good for. */
export type VariableUse = 'token' | 'key' | 'data_folder' | 'address' | 'model' | 'provider';

/** Why a program could not be started, by the system's own code where that is one that people can do something about. */
export type StartObstacle = 'ENOENT' | 'EACCES' | 'ENOEXEC' | 'ENOTDIR' | 'EMFILE' | 'EAGAIN' | 'E2BIG';

/**
 * What is wrong with an agent. `agent` is its name. What the agent or the system said itself is in `text`, `said` or
 * `output`; all sentences around it are the page's.
 */
export type AgentTrouble =
  /** The agent's own words, in answer to a request; empty if it gave no reason. */
  | { code: 'said'; text: string }
  /** Something else went wrong, in the words of the program that it went wrong in. */
  | { code: 'failed'; text: string; agent?: string }
  | OldSentence
  // Its program.
  | { code: 'not_installed'; agent: string; commands: string[]; install: InstallHint }
  | { code: 'untrusted'; agent: string; command: string }
  | { code: 'not_started'; agent: string; obstacle: StartObstacle; command: string; folder: string }
  | { code: 'ended_early'; agent: string; end: ProcessEnd; isNpx: boolean; output: LastOutput }
  | { code: 'wrong_version'; agent: string; version: string }
  | { code: 'no_answer'; agent: string; method: string; seconds: number }
  | { code: 'answer_too_large'; agent: string; mebibytes: number }
  | { code: 'stopped'; agent: string; end: ProcessEnd; output: LastOutput }
  | { code: 'restarting'; agent: string; end: ProcessEnd; seconds: number }
  /** It crashed so often that it is not started again by itself; `end` is left out where it has several processes. */
  | { code: 'crash_loop'; agent: string; end?: ProcessEnd }
  | { code: 'restarted'; agent: string }
  /** A person has stopped it. */
  | { code: 'turned_off'; agent: string }
  | { code: 'server_stopping' }
  | { code: 'unknown_agent'; agentId: string }
  // Signing in.
  | { code: 'sign_in_needed'; agent: string; said: string; help: SignInHint }
  | { code: 'signed_out'; agent: string }
  | { code: 'command_failed'; end: ProcessEnd }
  // Its sessions.
  | { code: 'not_ready'; agent: string }
  | { code: 'too_many_sessions'; agent: string; most: number }
  | { code: 'session_gone'; agent: string }
  | { code: 'session_unlisted'; agent: string }
  | { code: 'session_held_open'; agent: string }
  | { code: 'session_nameless'; agent: string }
  | { code: 'no_history'; agent: string }
  | { code: 'cannot_delete'; agent: string };

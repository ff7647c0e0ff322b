import type { AgentTrouble } from '../agent-trouble.js';
import type { Actor } from '../events.js';
import type { VoidReason } from '../reasons.js';
import type { StorageTrouble } from '../storage-trouble.js';
import type { RuleTrouble } from './permission-rule.js';
import type { RepoTrouble } from './repo-trouble.js';
import type { SettingsProblem } from './settings-problem.js';

/**
 * Why a call was refused, as far as a person may see it: a code, and what the page's sentence needs besides. A tab may be
 * older than its server, so it must be ready for a code that it does not know.
 */
export type ErrorReason =
  // Sessions.
  | { code: 'no_session' | 'archived_copy' | 'session_replaced' | 'title_empty' | 'draft_too_long' }
  /** Another server has the session's folder. */
  | { code: 'session_elsewhere' | 'folder_elsewhere'; folder: string }
  | { code: 'agent_keeps_session'; agent: string }
  | { code: 'no_old_session' | 'old_session_tried' | 'no_history' }
  // Conversations from files.
  | { code: 'not_a_conversation' | 'too_many_events' | 'import_torn' | 'import_too_large' | 'import_too_heavy' }
  // Commands.
  | { code: 'outcome_unknown' }
  // Messages.
  | { code: 'message_empty' | 'message_not_queued' | 'file_gone' }
  | { code: 'message_too_large'; mebibytes: number }
  | { code: 'queue_full' | 'too_many_files'; most: number }
  | { code: 'too_many_tasks' | 'budget_reached' }
  // The agent.
  | { code: 'agent_working' | 'agent_not_ready' | 'agents_loading' | 'mode_not_offered' | 'option_not_offered' }
  | { code: 'no_agent'; agentId: string }
  | { code: 'no_npm_package' | 'folder_changed' }
  // Requests and questions.
  | { code: 'request_changed' | 'option_unknown' | 'rule_not_this_answer' | 'only_allow_or_deny' }
  | { code: 'no_request' | 'request_closed' | 'no_question' }
  /** `answer` is left out where it was neither yes nor no. */
  | { code: 'request_answered'; by: Actor; answer?: 'allowed' | 'denied' }
  | { code: 'question_answered'; by: Actor | null }
  | { code: 'request_voided' | 'question_voided'; reason: VoidReason }
  // Rules.
  | { code: 'no_rule' | 'allow_all_needs_person' }
  | { code: 'too_many_rules'; most: number }
  | { code: 'bad_rule'; trouble: RuleTrouble }
  // Programs.
  | { code: 'no_program' | 'no_token' | 'no_device' }
  // Signing in.
  | { code: 'sign_in_over' | 'no_sign_in_terminal' | 'sign_in_command_changed' }
  | { code: 'sign_in_not_offered' | 'sign_out_not_offered' | 'sign_in_under_way'; agent: string }
  | { code: 'sign_in_not_possible'; method: string }
  | { code: 'sign_in_terminal_failed'; said: string }
  | { code: 'agent_trouble'; trouble: AgentTrouble }
  // Commands of people.
  | { code: 'no_shell' }
  | { code: 'shell_off' | 'shell_only_here'; settings: string }
  | { code: 'too_many_commands'; most: number }
  // Terminals of people.
  | { code: 'no_terminal' | 'no_terminal_package' }
  | { code: 'too_many_terminals'; most: number }
  | { code: 'terminal_failed'; said: string }
  // Files.
  | { code: 'file_missing' | 'not_a_file' | 'file_forbidden' | 'file_outside' | 'bad_path'; path: string }
  | { code: 'broken_link' | 'file_moved'; path: string }
  | { code: 'file_unreadable'; path: string; said: string }
  | { code: 'file_search_failed' }
  // The history of files.
  | RepoTrouble
  // What is kept.
  | { code: 'storage'; storage: StorageTrouble }
  | { code: 'settings_invalid'; problem: SettingsProblem }
  | { code: 'settings_not_saved'; file: string; said: string }
  /** The file is no longer what the person has seen. */
  | { code: 'settings_changed'; file: string }
  /** The file's form leaves no room for this change. */
  | { code: 'settings_by_hand'; file: string; key: string }
  | { code: 'no_kept_value' | 'name_taken'; name: string }
  | { code: 'no_trace' }
  // The tab's own connection.
  | { code: 'not_connected' | 'connection_lost' | 'unreachable' | 'no_answer' };

/** Reads a reason that came over the wire: anything with a code is one, also one of a newer server. */
export function readReason(value: unknown): ErrorReason | null {
  const code = typeof value === 'object' && value !== null ? Reflect.get(value, 'code') : undefined;
  return typeof code === 'string' ? (value as ErrorReason) : null;
}

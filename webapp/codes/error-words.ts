import type { ErrorReason } from '../../server/protocol/api/error-reason.js';
import type { RepoTrouble } from '../../server/protocol/api/repo-trouble.js';
import { RpcError, type RpcErrorName } from '../../server/protocol/api/rpc-error.js';
import { catalogue } from '../ui/catalogue.js';
import { codeWords, type WordsByCode, wordsFor } from './by-code.js';
import { actorName, voidReasonText } from './reason-words.js';
import { ruleTroubleText } from './rule-words.js';
import { settingsProblemText, storageText } from './storage-words.js';
import { troubleText } from './trouble-words.js';

/** Why a call failed, for a person: by its reason or, where that is missing or too new for this page, by its name. */
export function errorText(error: unknown): string {
  const { name, reason } = RpcError.from(error);
  if (reason === null) return NAMES[name];
  return wordsFor<ErrorReason>(REASONS, reason) ?? wordsFor(lateReasons, reason as RepoTrouble) ?? NAMES[name];
}

/** Sentences of parts of the page that load late; nothing fails for their reasons before. */
let lateReasons: Partial<WordsByCode<RepoTrouble>> = {};

export function addReasons(words: WordsByCode<RepoTrouble>): void {
  lateReasons = words;
}

const REASONS = codeWords<Exclude<ErrorReason, RepoTrouble>>({
  no_session: 'This session no longer exists.',
  archived_copy: 'This is a copy from before an update. It’s read-only.',
  not_a_conversation: 'This file isn’t a conversation that was exported from AcDeck.',
  too_many_events: 'This conversation is too long to import.',
  import_torn: 'A part of the file got lost. Try again.',
  import_too_large: 'This file is too large to import.',
  import_too_heavy: 'Reading this file takes too much memory or time. Nothing was imported.',
  session_replaced: 'This session was replaced. Loading it again…',
  title_empty: 'Enter a title.',
  draft_too_long: 'This draft is too long to be saved.',
  session_elsewhere: ({ folder }) => `This session belongs to the AcDeck in ${folder}. It’s read-only here.`,
  folder_elsewhere: ({ folder }) => `Another AcDeck is running in ${folder}.`,
  agent_keeps_session: ({ agent }) => `${agent} keeps this session and doesn’t let others delete it.`,
  no_old_session: 'There is no earlier session to go back to.',
  old_session_tried: 'AcDeck is already trying to open the old session.',
  no_history: 'The agent has no history of this session.',
  message_empty: 'Write a message first.',
  message_not_queued: 'This message is no longer in the queue.',
  file_gone: 'An attached file no longer exists. Remove it and attach it again.',
  message_too_large: ({ mebibytes }) => `This message is too large. The limit is ${mebibytes} MB.`,
  too_many_tasks: 'Too many tasks are running. Wait for one of them, or stop one.',
  budget_reached: 'Today’s budget is used up.',
  queue_full: ({ most }) => `The queue is full: ${most} messages are waiting.`,
  too_many_files: ({ most }) => `A message can have up to ${most} attachments.`,
  outcome_unknown: 'AcDeck was stopped while doing this. Check whether it was done before you try again.',
  agent_working: 'The agent is working. Stop it, or wait until it’s done.',
  agent_not_ready: 'The agent isn’t ready yet.',
  agents_loading: 'The agents are still loading. Try again in a moment.',
  mode_not_offered: 'The agent doesn’t have that mode.',
  option_not_offered: 'The agent doesn’t have that option.',
  no_agent: ({ agentId }) => `There is no agent called “${agentId}”.`,
  no_npm_package: 'This agent has no npm package.',
  folder_changed: 'This folder’s agents or MCP servers have changed. Review them again.',
  request_changed: 'The agent changed this request. Check it again, then answer.',
  option_unknown: 'The agent didn’t offer that answer.',
  rule_not_this_answer: 'A rule can only be saved together with the same answer.',
  only_allow_or_deny: 'This device can only allow or deny.',
  no_request: 'This request no longer exists.',
  no_program: 'This program no longer waits for an answer.',
  no_token: 'This token no longer exists.',
  no_device: 'This browser is no longer signed in.',
  request_closed: 'This request is no longer open.',
  no_question: 'This form is no longer open.',
  request_answered: ({ by, answer = 'answered' }) => `This request was already ${answer} by ${actorName(by)}.`,
  question_answered: ({ by }) =>
    by === null ? 'This form was already answered.' : `This form was already answered by ${actorName(by)}.`,
  request_voided: ({ reason }) => `This request is no longer open: ${voidReasonText(reason)}.`,
  question_voided: ({ reason }) => `This form is no longer open: ${voidReasonText(reason)}.`,
  no_rule: 'This rule was already removed.',
  allow_all_needs_person: 'Only a person can turn on “Allow all”.',
  too_many_rules: ({ most }) => `There are already ${most} rules. Remove some you don’t need.`,
  bad_rule: ({ trouble }) => ruleTroubleText(trouble),
  sign_in_over: 'This sign-in is over.',
  no_sign_in_terminal: 'No terminal is available here. Copy the command and run it in your own.',
  sign_in_command_changed: 'The command has changed. Check it again.',
  sign_in_not_offered: ({ agent }) => `${agent} doesn’t offer that way to sign in.`,
  sign_out_not_offered: ({ agent }) => `${agent} has no way to sign out.`,
  sign_in_under_way: ({ agent }) => `You’re already signing in to ${agent}. Cancel that first.`,
  sign_in_not_possible: ({ method }) => `“${method}” can’t be done from here.`,
  sign_in_terminal_failed: ({ said }) => `The terminal couldn’t be opened: ${said}`,
  agent_trouble: ({ trouble }) => troubleText(trouble),
  no_shell: 'This AcDeck can’t run commands.',
  shell_off: ({ settings }) => `Commands with ! are turned off: ${settings} has “shell: off”.`,
  shell_only_here: ({ settings }) =>
    `Commands with ! only run from the machine itself. To allow them from other devices, set “shell: all” in ${settings} there.`,
  too_many_commands: ({ most }) => `${most} commands are already running in this session. Stop one first.`,
  no_terminal: 'This terminal is no longer open.',
  no_terminal_package:
    'Terminals need the optional package @lydell/node-pty, which isn’t installed here. Run npm install --include=optional where AcDeck is installed, then start it again.',
  too_many_terminals: ({ most }) => `${most} terminals are already open. Close one first.`,
  terminal_failed: ({ said }) => `The terminal couldn’t be started: ${said}`,
  file_missing: ({ path }) => `“${path}” was not found.`,
  not_a_file: ({ path }) => `“${path}” isn’t a file.`,
  file_forbidden: ({ path }) => `You don’t have permission to read “${path}”.`,
  file_outside: ({ path }) => `“${path}” is outside this session’s folders.`,
  bad_path: ({ path }) => `“${path}” isn’t a valid path.`,
  broken_link: ({ path }) => `“${path}” is a link that leads nowhere.`,
  file_moved: ({ path }) => `“${path}” changed while it was being opened.`,
  file_unreadable: ({ path, said }) => `“${path}” couldn’t be read: ${said}`,
  file_search_failed: 'File search failed. Try again in a moment.',
  storage: ({ storage }) => storageText(storage),
  settings_invalid: ({ problem }) =>
    `${settingsProblemText(problem)} Your settings stay as they were until it’s fixed.`,
  settings_changed: ({ file }) => `${file} was changed meanwhile. Your text is not saved.`,
  settings_by_hand: ({ file, key }) =>
    `“${key}” can’t be changed from here because of how ${file} is written. Edit the file.`,
  no_kept_value: ({ name }) => `Enter a value for ${name}.`,
  name_taken: ({ name }) => `“${name}” already exists. Choose another name.`,
  settings_not_saved: ({ file, said }) => `Settings couldn’t be saved to ${file}: ${said}`,
  no_trace: 'This trace is gone. Make a new one.',
  not_connected: 'Not connected to AcDeck.',
  connection_lost: 'The connection to AcDeck was lost.',
  unreachable: 'AcDeck couldn’t be reached.',
  no_answer: 'AcDeck didn’t answer in time.',
});

/** True of every error of that name, no matter what its reason. */
const NAMES = catalogue<Record<RpcErrorName, string>>({
  parse_error: 'AcDeck couldn’t read that. Reload the page.',
  invalid_request: 'AcDeck couldn’t read that. Reload the page.',
  unknown_method: 'AcDeck can’t do that. Reload the page to match its version.',
  bad_request: 'AcDeck couldn’t do that.',
  internal: 'Something went wrong in AcDeck. Its log says more.',
  forbidden: 'This device isn’t allowed to do that.',
  not_found: 'That no longer exists.',
  conflict: 'That isn’t possible right now.',
  too_large: 'That is too large.',
  unavailable: 'That isn’t available right now.',
  storage: 'That couldn’t be saved.',
  disconnected: 'Not connected to AcDeck.',
  timeout: 'AcDeck didn’t answer in time.',
});

import type { KeptChoice, McpObstacle, Notice } from '../../../server/protocol/notices.js';
import { budgetOverrunText } from '../../codes/budget-words.js';
import { asSentence, codeWords, wordsFor } from '../../codes/by-code.js';
import { serverReasonText } from '../../codes/reason-words.js';
import { troubleSentence, troubleText } from '../../codes/trouble-words.js';
import { catalogue } from '../../ui/catalogue.js';
import { byteSize, list, plural } from '../../ui/format.js';

/** A notice in words: what it says, and more about it where there is more to say. */
export interface NoticeText {
  readonly title: string;
  readonly description: string | null;
}

/** What the agent wants said, and what an earlier version has worded, stay as they are. */
export function noticeText(notice: Notice): NoticeText {
  if (notice.code === 'agent_notice' || notice.code === 'sentences') {
    return { title: notice.title, description: notice.description ?? null };
  }
  const title = wordsFor(TITLES, notice) ?? REST.unknown;
  const description = wordsFor<Notice>(DESCRIPTIONS, notice);
  return { title, description: description || null };
}

/** Those about which there is more to say. */
type Described = Exclude<
  Worded,
  | { code: 'message_retried' | 'folder_missing' | 'message_too_large' }
  | { code: 'turn_stopped' | 'over_budget' | 'allow_all' | 'folders_untold' | 'handed_over' }
>;

type Worded = Exclude<Notice, { code: 'agent_notice' | 'sentences' }>;

const TITLES = codeWords<Worded>({
  started_over: 'The previous session couldn’t be restored',
  back_in_session: ({ agent }) => `${agent} is back in the old session`,
  remembers_less: ({ agent, remembered, messages }) =>
    `${agent} remembers ${remembered} of the ${messages} messages in this session`,
  no_history: ({ agent }) => `${agent} returned no history for this session`,
  continued_elsewhere: ({ agent }) => `This session was continued in ${agent}`,
  update_failed: 'The session couldn’t be updated from the agent',
  session_not_opened: 'The agent couldn’t open this session',
  agent_not_started: 'The agent couldn’t start',
  old_session_not_opened: 'The old session still can’t be opened',
  handed_over: ({ agent }) => `${agent} took over this conversation`,
  taken_over: ({ agent }) => `This continues a conversation with ${agent}`,
  resuming_soon: ({ seconds }) => `Resuming in ${seconds} s`,
  message_retried: 'Sending the message again that needed a sign-in',
  acts_unasked: ({ agent }) => `${agent} acts without asking`,
  worked_while_idle: ({ agent }) => `${agent} worked while no reply was running`,
  turn_stopped: ({ reason }) => `The agent was stopped: ${asSentence(serverReasonText(reason))}`,
  over_budget: ({ budget }) => budgetOverrunText(budget),
  agent_ended: ({ agent }) => `${agent} didn’t stop, and AcDeck ended it`,
  allow_all: ({ isOn, device }) => `Allow all turned ${isOn ? 'on' : 'off'} (${device})`,
  no_answer_offered: 'The agent asked for permission but offered no answer',
  choice_kept: ({ agent, choice }) => `${agent} kept ${choiceText(choice)}`,
  mcp_server_left_out: ({ server }) => `The MCP server “${server}” isn’t available in this session`,
  folder_missing: ({ path }) => `This session can’t use ${path} because the folder doesn’t exist`,
  folders_untold: ({ agent, paths }) => `${agent} doesn’t know about ${list(paths)} because it can’t use more folders`,
  message_too_large: ({ mebibytes }) => `A message from the agent was larger than ${mebibytes} MB and was left out`,
  output_lost: 'Some output is missing here',
  record_damaged: 'Part of this conversation is damaged and can’t be shown',
});

const DESCRIPTIONS = codeWords<Described>({
  started_over: ({ agent, summary }) =>
    `${agent} started over and doesn’t remember the messages above. They are kept here. ${REST.summary[summary]}`,
  back_in_session: ({ missed }) =>
    missed === 0
      ? 'It continues from there.'
      : `It doesn’t know the ${plural(missed, 'message', '# messages')} sent in between. ${REST.summary.next}`,
  remembers_less: 'Everything is still shown here. Repeat what it needs to know.',
  no_history: 'It may remember more than is shown here.',
  continued_elsewhere: ({ agent }) =>
    `${agent} has newer messages in its own history. “Update from the agent” shows them here and keeps the current conversation in the list as a copy.`,
  update_failed: ({ trouble }) => `${troubleSentence(trouble)} What you see is unchanged.`,
  session_not_opened: ({ trouble }) => troubleText(trouble),
  agent_not_started: ({ trouble }) => troubleText(trouble),
  old_session_not_opened: ({ trouble }) => `${troubleSentence(trouble)} The new session continues.`,
  taken_over: ({ title }) => title,
  resuming_soon: ({ agent }) =>
    `${agent} loses sessions that are reopened within their first minute. Messages you send now are queued.`,
  acts_unasked: 'It has no mode in which it asks first. Check its changes before you keep them.',
  worked_while_idle: ({ what, isStopped = false }) => {
    const ran = asSentence(serverReasonText({ code: 'ran_unasked', what }));
    return `${ran} ${isStopped ? REST.askedToStop : REST.goesOn}`;
  },
  agent_ended: ({ budget, isOff = false }) => {
    const why = asSentence(serverReasonText({ code: 'budget', budget }));
    return `${why} ${isOff ? REST.staysOff : REST.startedAgain}`;
  },
  no_answer_offered: 'AcDeck cancelled the request.',
  choice_kept: ({ agent, trouble }) => (trouble ? troubleText(trouble, agent) : ''),
  mcp_server_left_out: ({ cause }) => wordsFor(MCP, cause) ?? '',
  output_lost: ({ bytes }) => `About ${byteSize(bytes)} came in while nothing could be saved.`,
  record_damaged: ({ events }) =>
    events === undefined ? '' : plural(events, '# event was lost here.', '# events were lost here.'),
});

const MCP = codeWords<McpObstacle>({
  transport: ({ agent, transport }) => `${agent} doesn’t support MCP servers over ${transport}.`,
  not_found: ({ command }) => `Its command “${command}” was not found.`,
  untrusted: ({ command }) => `Its command comes with this folder, which isn’t trusted: ${command}`,
});

const REST = catalogue({
  startedAgain: 'Everything it wrote is kept. AcDeck started it again.',
  staysOff: 'Everything it wrote is kept. It went on after a restart too, and stays off until you start it.',
  goesOn: 'Check what changed, and restart the agent if it continues.',
  askedToStop: 'AcDeck asked the agent to stop. Check what changed, and restart the agent if it continues.',
  unknown: 'Something happened that this page doesn’t know. Reload it.',
  mode: (name: string) => `its mode: ${name}`,
  unknownMode: 'its mode',
  option: (option: string, value: string) => `${option}: ${value}`,
  on: 'on',
  off: 'off',
  summary: {
    next: 'Your next message will include a short summary; expand it there to see it.',
    sent: 'Your message was sent with a short summary; expand it there to see it.',
    none: 'It got your message without them.',
  },
});

function choiceText(choice: KeptChoice): string {
  if (choice.kind === 'mode') return choice.name === null ? REST.unknownMode : REST.mode(choice.name);
  const { option, value } = choice;
  return REST.option(option, typeof value === 'string' ? value : value ? REST.on : REST.off);
}

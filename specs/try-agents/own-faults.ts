import { NOTHING_REMEMBERED, rememberedWord } from './directives.js';
import { messageIn, type WireLine } from './wire-trace.js';

/** What an agent gets wrong by itself. It counts as that only if the wire shows it, each time anew. */
interface OwnFault {
  readonly agents: readonly string[];
  readonly columns: readonly string[];
  /** The failures that it explains; others stay ours. */
  readonly failure: RegExp;
  readonly because: string;
  /** The lines that show it, among those of the scenario; none if they don't. */
  proof(lines: readonly WireLine[]): readonly WireLine[];
}

const OWN_FAULTS: readonly OwnFault[] = [
  {
    agents: ['codex', 'codex-zed'],
    columns: ['Stop ends the command'],
    failure: /it ran on, and the card said so/,
    because: 'it takes the stop, and lets its own process run to the end',
    proof: (lines) => afterStop(lines),
  },
  {
    agents: ['codex-zed'],
    columns: ['edit', 'sees edit', 'edit at a glance', 'import keeps lines', 'review shows every change'],
    failure: /the file is as it was|nothing was edited/,
    because: 'its own sandbox cannot read the file that it is to change',
    proof: (lines) => lines.filter(({ line }) => line.includes('Failed to read file to update')).slice(0, 1),
  },
  {
    agents: ['goose'],
    columns: ['ask names the file'],
    failure: /Session not found/,
    because: 'it opens a session under the name of one that was deleted, and does not find it',
    proof: (lines) => lostAtOnce(lines),
  },
  {
    agents: ['codex'],
    columns: ['lost memory'],
    failure: /it has forgotten, and nothing says so/,
    because: 'it retells what it no longer tells its model, from a file of its own for each',
    proof: (lines) => retoldAndForgotten(lines),
  },
];

/** The session as it is loaded, the word as it is retold then, and the reply that knows of none. */
function retoldAndForgotten(lines: readonly WireLine[]): WireLine[] {
  const load = lines.findLastIndex((line) => messageIn(line).method === 'session/load');
  const { id } = load < 0 ? {} : messageIn(lines[load]!);
  const later = load < 0 ? [] : lines.slice(load + 1);
  const end = later.findIndex((line) => messageIn(line).id === id && messageIn(line).result !== undefined);
  const retold = later
    .slice(0, Math.max(0, end))
    .filter((line) => chunkIn(line, 'user') !== null && rememberedWord(chunkIn(line, 'user')!) !== null);
  const reply = later.slice(end + 1).filter((line) => chunkIn(line, 'agent') !== null);
  const isForgotten = reply.map((line) => chunkIn(line, 'agent')).join('') === NOTHING_REMEMBERED;
  return retold.length > 0 && isForgotten ? [lines[load]!, ...retold, later[end]!, ...reply] : [];
}

/** A piece of what a person or the agent said; null if the line is none. */
function chunkIn(line: WireLine, who: 'user' | 'agent'): string | null {
  const { update } = messageIn(line).params ?? {};
  return update?.sessionUpdate === `${who}_message_chunk` ? String(update.content?.text ?? '') : null;
}

/** The last session that was opened, and the answer that there is none of that name. */
function lostAtOnce(lines: readonly WireLine[]): WireLine[] {
  const opened = lines.findLast((line) => messageIn(line).result?.sessionId !== undefined);
  const name = opened && messageIn(opened).result.sessionId;
  const lost = lines.find((line) => messageIn(line).error?.data === `Session not found: ${name}`);
  return opened && lost ? [opened, lost] : [];
}

/** Whether it is a request for permission of that kind. */
function asksFor(line: WireLine, kind: string): boolean {
  const { method, params } = messageIn(line);
  return method === 'session/request_permission' && params.toolCall.kind === kind;
}

/**
 * The command as the agent asks for it, the stop, the agent's answer to it, and what it told of the command after that.
 * A command for which it has a terminal of ours is ours to end.
 */
function afterStop(lines: readonly WireLine[]): WireLine[] {
  if (lines.some((line) => messageIn(line).method === 'terminal/create')) return [];
  const at = lines.findIndex((line) => messageIn(line).method === 'session/cancel');
  const asked = lines.slice(0, at).filter((line) => asksFor(line, 'execute'));
  const later = at < 0 ? [] : lines.slice(at);
  const answer = later.filter((line) => messageIn(line).result?.stopReason === 'cancelled');
  const told = later.filter((line) => messageIn(line).params?.update?.sessionUpdate === 'tool_call_update');
  return answer.length > 0 ? [...asked.slice(-1), ...later.slice(0, 1), ...answer.slice(0, 1), ...told.slice(-1)] : [];
}

/** The longest line that is printed whole; the file with the traffic has the rest. */
const MOST_CHARS = 1_000;

/** Why a failure is the agent's own, and the lines that show it; null if it is not known to be, or none do. */
export function ownFault(failed: {
  agentId: string;
  column: string;
  words: string;
  lines: readonly WireLine[];
}): { because: string; proof: readonly string[] } | null {
  for (const { agents, columns, failure, because, proof } of OWN_FAULTS) {
    const isKnown = agents.includes(failed.agentId) && columns.includes(failed.column) && failure.test(failed.words);
    if (!isKnown) continue;
    const lines = proof(failed.lines).map(({ from, line }) => `${from}: ${clip(line)}`);
    if (lines.length > 0) return { because, proof: lines };
  }
  return null;
}

function clip(line: string): string {
  return line.length > MOST_CHARS ? `${line.slice(0, MOST_CHARS)}… (${line.length} characters)` : line;
}

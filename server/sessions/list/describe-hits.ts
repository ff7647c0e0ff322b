import type { SessionSummary } from '../../protocol/api/app-state.js';
import type { SessionHit } from '../../protocol/api/rpc.js';
import type { SearchHit } from '../store/event-store.js';

const BEGIN = '\u0002';
const END = '\u0003';

/** Finds as a page can draw them: each with its session's name, and the found words as places in plain text. */
export function describeHits(hits: readonly SearchHit[], sessions: readonly SessionSummary[]): SessionHit[] {
  const byId = new Map(sessions.map((session) => [session.id, session]));
  return hits.flatMap(({ sessionId, entry, snippet, at }) => {
    const session = byId.get(sessionId);
    if (!session) return [];
    return [{ sessionId, title: session.title, agentId: session.agentId, entry, ...unmark(snippet), at }];
  });
}

/** The text holds whatever an agent said, also marks that nobody closes; those are only taken out. */
function unmark(marked: string): Pick<SessionHit, 'snippet' | 'matches'> {
  const matches: [number, number][] = [];
  let snippet = '';
  let begin = -1;
  for (const piece of marked.split(/(\p{Cc})/u)) {
    if (piece === BEGIN) begin = snippet.length;
    else if (piece !== END) snippet += piece;
    else if (begin >= 0) {
      if (begin < snippet.length) matches.push([begin, snippet.length]);
      begin = -1;
    }
  }
  return { snippet, matches };
}

import type { SessionSummary } from '../protocol/api/app-state.js';
import { SESSION_URI } from '../protocol/api/draft.js';
import { entriesOf } from '../protocol/transcript/entry-list.js';
import type { SessionTree } from '../sessions/registry/session-tree.js';
import { cutName } from '../text/cut-text.js';
import { cleanWords } from './child-answer.js';

/** The sessions that a person has mentioned in this one, with a title that agents may read; an agent's messages mention nothing. */
export function mentionedSessions(tree: SessionTree, sessionId: string): SessionSummary[] {
  const { transcript } = tree.session(sessionId).log;
  const blocks = entriesOf(transcript.entries).flatMap((entry) =>
    entry.kind === 'user' && entry.by?.kind === 'device' ? entry.content : [],
  );
  const uris = blocks.flatMap((block) => (block.type === 'resource_link' ? [block.uri] : []));
  const ids = uris.filter((uri) => uri.startsWith(SESSION_URI)).map((uri) => uri.slice(SESSION_URI.length));
  return [...new Set(ids)].flatMap((id) => {
    const found = tree.summary(id);
    return found ? [{ ...found, title: cutName(cleanWords(found.title).replace(/\s+/g, ' '), 200) }] : [];
  });
}

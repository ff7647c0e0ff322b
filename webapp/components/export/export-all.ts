import type { SessionSummary } from '../../../server/protocol/api/app-state.js';
import {
  CONVERSATIONS_FORMAT,
  type ConversationFile,
  type ConversationsFile,
} from '../../../server/protocol/api/conversation-file.js';
import type { SessionPage, SessionPlace } from '../../../server/protocol/api/session-list.js';
import type { HostQueries, SessionsContext } from '../../state/app/contexts.js';
import { whenHolds } from '../../state/base/store.js';
import { conversationFile } from './export-conversation.js';

const PAGE = 100;

/** All sessions of the folder, put away or not, that are ours. */
export async function allSessions(host: Pick<HostQueries, 'list'>): Promise<SessionSummary[]> {
  const found: SessionSummary[] = [];
  for (const status of ['active', 'archived'] as const) {
    let place: SessionPlace | null = null;
    do {
      const page: SessionPage = await host.list({ status }, place, PAGE);
      found.push(...page.sessions.filter(({ origin }) => origin === undefined));
      place = page.next;
    } while (place);
  }
  return found;
}

/** The conversations of these sessions in one file; `onDone` is told how many it has. */
export async function exportAll(
  sessions: SessionsContext,
  wanted: readonly SessionSummary[],
  { agentName, onDone }: { agentName(agentId: string): string; onDone(count: number): void },
): Promise<string> {
  const conversations: ConversationFile[] = [];
  for (const { id, title, agentId } of wanted) {
    const { store, end } = sessions.stores.borrow(id);
    try {
      await whenHolds([store], () => store.value.status !== 'loading');
      conversations.push(
        await conversationFile({ sessions }, store, { title, agentId, agentName: agentName(agentId) }),
      );
    } finally {
      end();
    }
    onDone(conversations.length);
  }
  const file: ConversationsFile = { format: CONVERSATIONS_FORMAT, version: 1, conversations };
  return JSON.stringify(file);
}

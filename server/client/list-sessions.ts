import { printable } from '../command/printable.js';
import { dayOf } from '../protocol/transcript/usage.js';
import { summaryOf } from '../sessions/list/session-card.js';
import { openStore } from '../sessions/store/open-store.js';
import type { Format } from './client-options.js';
import { type KnownPlace, reachDeck } from './reach-deck.js';

type Write = (text: string) => void;

interface ListedView {
  readonly id: string;
  readonly title: string;
  readonly agentId: string;
  readonly status: string;
  readonly updatedAt: number;
}

/** Lists the sessions of a folder: as the server that runs there knows them, else from the store. */
export async function listSessions(
  place: KnownPlace,
  format: Format,
  { out, err }: { out: Write; err: Write },
): Promise<number> {
  const deck = await reachDeck(place, () => err('acdeck: Waiting for someone to choose Allow in AcDeck’s page.\n'));
  const sessions = deck ? (await deck.api.get<{ sessions: ListedView[] }>('/sessions')).sessions : fromStore(place);
  await deck?.close();
  if (format === 'json') {
    out(`${JSON.stringify(sessions)}\n`);
    return 0;
  }
  for (const { id, title, agentId, status, updatedAt } of sessions) {
    const at = `${dayOf(updatedAt)} ${new Date(updatedAt).toTimeString().slice(0, 5)}`;
    out(`${[printable(title) || 'Untitled', agentId, status, at, id].join('\t')}\n`);
  }
  if (sessions.length === 0 && format === 'text')
    err('acdeck: This folder has no sessions yet. Begin one with acdeck ask.\n');
  return 0;
}

function fromStore({ dataDir, folder }: KnownPlace): ListedView[] {
  const { store } = openStore(dataDir);
  try {
    const all = store.sessionsIn(folder).map((row) => summaryOf(row, 'idle', true));
    return all.filter(({ empty, title }) => !empty && title !== '').sort((a, b) => b.updatedAt - a.updatedAt);
  } finally {
    store.close();
  }
}

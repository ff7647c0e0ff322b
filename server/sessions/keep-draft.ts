import { type DraftChip, draftBody } from '../protocol/draft.js';
import { LIMITS } from '../protocol/limits.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { AppLog } from './app-log.js';
import { saved } from './command-book.js';
import type { Session } from './session.js';
import type { EventStore } from './store/event-store.js';

/** What stands in the composer of a session, and which tab put it there. */
export interface WrittenDraft {
  readonly text: string;
  readonly chips: readonly DraftChip[];
  readonly by: string;
}

/** Keeps a draft and tells it to all tabs; the last writer wins. */
export function keepDraft(
  { store, app }: { store: EventStore; app: AppLog },
  session: Session,
  { text, chips, by }: WrittenDraft,
): void {
  if (text.length > LIMITS.draftChars) throw new RpcError('too_large', 'The draft is too long to be kept.');
  const draft = draftBody(text, chips);
  saved(() => store.changeSession(session.id, { draft }));
  session.setDraft(draft);
  app.append({ type: 'draft_changed', sessionId: session.id, text, ...(chips.length > 0 && { chips }), by });
}

import {
  CONVERSATIONS_FORMAT,
  type ConversationsFile,
  IMPORT_LIMITS,
} from '../../../server/protocol/api/conversation-file.js';
import type { ImportedSession } from '../../../server/protocol/api/rpc.js';
import { errorText } from '../../codes/error-words.js';
import type { NoticesContext, SessionsContext } from '../../state/app/contexts.js';
import type { OutboxStore } from '../../state/session/outbox-store.js';
import { exportWords } from './words.js';

/** The concerns that an import needs. */
interface ImportContext {
  readonly sessions: SessionsContext;
  readonly notices: NoticesContext;
  readonly outbox: OutboxStore;
}

/** Lets a person choose an exported conversation, and opens the copy that the server makes of it. */
export function importConversation(context: ImportContext, open: (sessionId: string) => void): void {
  const field = document.createElement('input');
  field.type = 'file';
  field.accept = '.json,application/json';
  field.addEventListener('change', () => {
    const [file] = field.files ?? [];
    if (file) void importFile(context, file, open);
  });
  field.click();
}

/** Sends the file in parts, because one call can't carry it. */
export async function importFile(context: ImportContext, file: Blob, open: (sessionId: string) => void): Promise<void> {
  const { toasts } = context.notices;
  try {
    const texts = conversationsIn(await file.text());
    let left = 0;
    for (const [n, text] of texts.entries()) {
      const { session, dropped } = await importText(context, text);
      left += dropped;
      if (n === texts.length - 1) open(session.id);
    }
    const done = texts.length === 1 ? exportWords.imported : exportWords.importedMany(texts.length);
    toasts.show({ text: left > 0 ? exportWords.importedWithout(left) : done, tone: 'success' });
  } catch (error) {
    toasts.show({ text: errorText(error), tone: 'error' });
  }
}

async function importText(context: ImportContext, text: string): Promise<ImportedSession> {
  const importId = crypto.randomUUID();
  for (let n = 0; n * IMPORT_LIMITS.partChars < Math.max(1, text.length); n++) {
    const part = text.slice(n * IMPORT_LIMITS.partChars, (n + 1) * IMPORT_LIMITS.partChars);
    await context.sessions.calls.import_part(importId, n, part);
  }
  return context.outbox.send('Sessions', 'import', importId);
}

/** The conversations of a file that holds several; any other file as it is, for the server to judge. */
function conversationsIn(text: string): string[] {
  if (!text.slice(0, 200).includes(CONVERSATIONS_FORMAT)) return [text];
  const { conversations } = JSON.parse(text) as Partial<ConversationsFile>;
  const texts = Array.isArray(conversations) ? conversations.map((one: unknown) => JSON.stringify(one)) : [];
  return texts.length > 0 ? texts : [text];
}

import { CONVERSATION_FORMAT, type ConversationFile } from '../../../server/protocol/api/conversation-file.js';
import { uploadIdOf } from '../../../server/protocol/api/uploads.js';
import type { LoggedEvent } from '../../../server/protocol/session/session-event.js';
import type { Entry } from '../../../server/protocol/transcript/entries.js';
import { endOf } from '../../../server/protocol/transcript/entry-list.js';
import type { ExportForm } from '../../commands/screen.js';
import type {
  BrowserPort,
  ComposerContext,
  NoticesContext,
  PageContext,
  ServerContext,
  SessionsContext,
} from '../../state/app/contexts.js';
import { whenHolds } from '../../state/base/store.js';
import type { SessionStore } from '../../state/session/session-store.js';
import { date } from '../../ui/format.js';
import { saveFile } from '../../ui/save-file.js';
import { conversationHtml } from './conversation-html.js';
import { conversationMarkdown } from './conversation-markdown.js';
import { exportParts } from './export-parts.js';
import { exportWords } from './words.js';

/** The concerns that an export reads. */
export interface ExportContext {
  readonly server: ServerContext;
  readonly sessions: SessionsContext;
  readonly composer: ComposerContext;
  readonly page: PageContext;
  readonly notices: NoticesContext;
  readonly browser: BrowserPort;
}

const PAGE = 400;
const TYPES = {
  markdown: ['md', 'text/markdown'],
  html: ['html', 'text/html'],
  json: ['json', 'application/json'],
} as const;

/** Saves the conversation on screen as a file, or copies it as Markdown; all of it, also what isn't loaded. */
export async function exportConversation(context: ExportContext, form: ExportForm): Promise<void> {
  const { toasts } = context.notices;
  const sessionId = context.page.view.value;
  if (sessionId === null) return;
  const store = context.sessions.stores.open(sessionId);
  try {
    await whenHolds([store], () => store.value.status !== 'loading');
    const text = await conversationAs(context, store, form);
    if (form === 'copy') {
      await context.browser.copy(text);
      toasts.show({ text: exportWords.copied, tone: 'success' });
    } else {
      const [ending, type] = TYPES[form];
      saveFile(`${fileName(titleOf(context, sessionId))}.${ending}`, text, type);
    }
  } catch {
    toasts.show({ text: exportWords.failed, tone: 'error' });
  }
}

async function conversationAs(context: ExportContext, store: SessionStore, form: ExportForm): Promise<string> {
  const { sessionId } = store;
  const title = titleOf(context, sessionId);
  const { sessions = [], agents = [], folder } = context.server.app.value ?? {};
  const session = sessions.find(({ id }) => id === sessionId);
  const agent = agents.find(({ id }) => id === session?.agentId);
  const agentName = agent?.name ?? session?.agentId ?? '';
  if (form === 'json') {
    const file = await conversationFile(context, store, { title, agentId: session?.agentId ?? '', agentName });
    return JSON.stringify(file, null, 1);
  }
  const entries = await allEntries(context, store);
  const parts = exportParts(entries, { agentName, folder: session?.cwd ?? folder?.path ?? '' });
  const about = exportWords.exported(agentName, date(Date.now()));
  if (form === 'html') return conversationHtml(title, about, parts, await picturesIn(context, entries));
  return conversationMarkdown(title, about, parts);
}

/** The whole log of a session, as a file that can be imported. */
export async function conversationFile(
  context: Pick<ExportContext, 'sessions'>,
  store: SessionStore,
  about: Pick<ConversationFile, 'title' | 'agentId' | 'agentName'>,
): Promise<ConversationFile> {
  const events = await allEvents(context, store);
  return { format: CONVERSATION_FORMAT, version: 1, ...about, exportedAt: new Date().toISOString(), events };
}

function titleOf({ server }: ExportContext, sessionId: string): string {
  return server.app.value?.sessions.find(({ id }) => id === sessionId)?.title ?? '';
}

/** Every entry, oldest first. */
export async function allEntries({ sessions }: ExportContext, store: SessionStore): Promise<Entry[]> {
  const pages: Entry[][] = [];
  for (let before = endOf(store.value.transcript.entries); before > 0; ) {
    const { first, entries } = await sessions.finder.get_entries(store.sessionId, store.epoch ?? '', before, PAGE);
    if (entries.length === 0) break;
    pages.unshift(entries);
    before = first;
  }
  return pages.flat();
}

async function allEvents({ sessions }: Pick<ExportContext, 'sessions'>, store: SessionStore): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  for (let after = 0; ; ) {
    const page = await sessions.finder.get_events(store.sessionId, store.epoch ?? '', after);
    if (page.events.length === 0) return events;
    events.push(...page.events);
    after = page.events.at(-1)!.seq;
  }
}

/** The pictures that people attached, as data; one that can't be had is left out. */
async function picturesIn({ composer }: ExportContext, entries: readonly Entry[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const blocks = entries.flatMap((entry) => (entry.kind === 'user' ? entry.content : []));
  for (const block of blocks) {
    const id = block.type === 'image' ? uploadIdOf(block.uri) : null;
    if (!id || found.has(id)) continue;
    try {
      found.set(id, await dataOf(await composer.uploads.pictureOf(id)));
    } catch {
      // It may have been deleted.
    }
  }
  return found;
}

async function dataOf(address: string): Promise<string> {
  const picture = await createImageBitmap(await loaded(address));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [picture.width, picture.height];
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  return canvas.toDataURL('image/png');
}

async function loaded(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/** A name for a file on every system. */
function fileName(title: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80);
  return plain.replace(/^[. ]+|[. ]+$/g, '') || 'conversation';
}

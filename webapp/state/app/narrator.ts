import type { Clock } from '../../../server/protocol/clock.js';
import type { TextEntry } from '../../../server/protocol/transcript/entries.js';
import { entryAt } from '../../../server/protocol/transcript/entry-list.js';
import { promptWords } from '../../../server/protocol/transcript/reduce-turn.js';
import type { Transcript } from '../../../server/protocol/transcript/transcript.js';
import { unreachable } from '../../../server/protocol/unreachable.js';
import { actorName } from '../../codes/reason-words.js';
import type { SessionStore } from '../session/session-store.js';
import type { AnnouncerStore } from './announcer-store.js';
import { type News, newsBetween } from './news.js';
import type { ToastStore } from './toast-store.js';
import { appWords } from './words.js';

export interface NarratorPorts {
  announcer: AnnouncerStore;
  toasts: ToastStore;
  clock: Clock;
  /** Whether this tab gave that answer itself. */
  isMine(id: string): boolean;
}

const PAUSE_MS = 2_000;

/** Says what happens in the session on screen to those who do not look: whole sentences, never tokens. */
export class Narrator {
  readonly #ports: NarratorPorts;
  #stop: () => void = () => {};
  #before: Transcript | null = null;
  #speaking: { id: string; from: number } | null = null;
  #isPausing = false;

  constructor(ports: NarratorPorts) {
    this.#ports = ports;
  }

  /** Turns to a session; its past is not announced. */
  follow(store: SessionStore | null): void {
    this.#stop();
    this.#before = store?.value.status === 'ready' ? store.value.transcript : null;
    this.#speaking = null;
    this.#stop = store?.subscribe(() => this.#look(store)) ?? (() => {});
  }

  #look(store: SessionStore): void {
    const { transcript, status } = store.value;
    const before = this.#before;
    if (status !== 'ready') return;
    this.#before = transcript;
    if (!before) return;
    for (const news of newsBetween(before, transcript)) this.#tell(news);
    this.#read(store);
  }

  #tell(news: News): void {
    const { announcer, toasts, isMine } = this.#ports;
    switch (news.kind) {
      case 'started':
        announcer.say(appWords.working);
        break;
      case 'asked':
        announcer.interrupt(news.text);
        break;
      case 'ended':
        if (news.isTrouble) announcer.interrupt(news.text);
        else announcer.say(news.text);
        break;
      case 'answered': {
        if (isMine(news.id)) return;
        const text = appWords.answeredBy(news.text, actorName(news.by));
        announcer.say(text);
        toasts.show({ text });
        break;
      }
      default:
        unreachable(news);
    }
  }

  /** Reads the message being written, sentence by sentence, with pauses. */
  #read(store: SessionStore): void {
    const entry = openMessage(store.value.transcript);
    if (this.#isPausing || !entry) return;
    const from = this.#speaking?.id === entry.id ? this.#speaking.from : 0;
    const { spoken, next } = takeSentences(promptWords(entry.content), from);
    this.#speaking = { id: entry.id, from: next };
    if (!spoken) return;
    this.#ports.announcer.say(spoken);
    this.#isPausing = true;
    this.#ports.clock.after(PAUSE_MS, () => {
      this.#isPausing = false;
      this.#read(store);
    });
  }
}

function openMessage(t: Transcript): TextEntry | undefined {
  for (const n of t.open) {
    const entry = entryAt(t.entries, n);
    if (entry?.kind === 'agent') return entry;
  }
  return undefined;
}

/** Ends of sentences and paragraphs; what follows the last one is not said yet. */
const ENDS = /[.!?…:](?=\s)|\n{2,}/g;

/** The whole sentences of a text that grows, from an offset, and where the next ones will begin. */
function takeSentences(text: string, from: number): { spoken: string; next: number } {
  let next = from;
  ENDS.lastIndex = from;
  for (let match = ENDS.exec(text); match; match = ENDS.exec(text)) next = match.index + match[0].length;
  return { spoken: plainWords(text.slice(from, next)), next };
}

/** Without the signs of markdown, which nobody wants to hear. */
function plainWords(text: string): string {
  return text
    .replace(/```[\s\S]*?(```|$)/g, ` ${appWords.codeBlock} `)
    .replace(/[*_`#>|]+/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

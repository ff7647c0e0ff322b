import type { TextEntry } from '../../server/protocol/entries.js';
import { entryAt } from '../../server/protocol/entry-list.js';
import { textOf } from '../../server/protocol/reduce-turn.js';
import type { Transcript } from '../../server/protocol/transcript.js';
import type { Clock } from '../rpc/clock.js';
import type { AnnouncerStore } from './announcer-store.js';
import { actorName, type News, newsBetween } from './news.js';
import { takeSentences } from './sentences.js';
import type { SessionStore } from './session-store.js';
import type { ToastStore } from './toast-store.js';

export interface NarratorPorts {
  announcer: AnnouncerStore;
  toasts: ToastStore;
  clock: Clock;
  /** Whether this tab gave that answer itself. */
  isMine(id: string): boolean;
}

const PAUSE_MS = 2_000;

/** Tells what happens in the session on screen to those who do not look: whole sentences, never tokens. */
export class Narrator {
  readonly #ports: NarratorPorts;
  #stop: () => void = () => {};
  #before: Transcript | null = null;
  #speaking: { id: string; from: number } | null = null;
  #isPausing = false;

  constructor(ports: NarratorPorts) {
    this.#ports = ports;
  }

  /** Turns to a session; its past is not told. */
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
        announcer.say('Working');
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
        const text = `${news.text} · answered by ${actorName(news.by)}`;
        announcer.say(text);
        toasts.show({ text });
      }
    }
  }

  /** Reads the message being written, sentence by sentence, with pauses. */
  #read(store: SessionStore): void {
    const entry = openMessage(store.value.transcript);
    if (this.#isPausing || !entry) return;
    const from = this.#speaking?.id === entry.id ? this.#speaking.from : 0;
    const { spoken, next } = takeSentences(textOf(entry.content), from);
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

import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { commonWords } from './words.js';

const SHOWN_MS = 2000;

/** Copies text and says for a moment how that went. */
export class CopyController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #state: 'idle' | 'copied' | 'failed' = 'idle';

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#show('idle');
  }

  /** What a button shows: `idle` at rest, then the outcome in a word. */
  label(idle: string): string {
    if (this.#state === 'idle') return idle;
    return this.#state === 'copied' ? commonWords.copied : commonWords.notCopied;
  }

  async copy(text: string | Promise<string>): Promise<void> {
    try {
      await writeClipboard(await text);
      this.#show('copied');
    } catch {
      this.#show('failed');
    }
  }

  #show(state: 'idle' | 'copied' | 'failed'): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = state === 'idle' ? null : setTimeout(() => this.#show('idle'), SHOWN_MS);
    this.#state = state;
    this.#host.requestUpdate();
  }
}

/** Over plain http from another device there is no clipboard interface; the old command still works there. */
async function writeClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (!done) throw new Error('The browser refused to copy.');
}

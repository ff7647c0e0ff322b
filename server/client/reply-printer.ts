import { printable } from '../command/printable.js';
import type { LoggedEvent } from '../protocol/session/session-event.js';
import type { Format } from './client-options.js';

type Write = (text: string) => void;

/** Prints a reply as it was asked for: replies and JSON to stdout, everything else to stderr. */
export class ReplyPrinter {
  readonly #format: Format;
  readonly #out: Write;
  readonly #err: Write;
  #sessionId: string | null = null;
  #promptId: string | null = null;
  /** The message that is being written. */
  #last = '';
  #hasText = false;

  constructor(format: Format, { out, err }: { out: Write; err: Write }) {
    this.#format = format;
    this.#out = out;
    this.#err = err;
  }

  sent(sessionId: string, promptId: string): void {
    this.#sessionId = sessionId;
    this.#promptId = promptId;
  }

  /** The message was sent and nobody waits for the reply. */
  accepted(): void {
    if (this.#format === 'json') this.#line({ type: 'accepted', sessionId: this.#sessionId, promptId: this.#promptId });
    if (this.#format === 'text') this.#out(`${this.#sessionId}\n`);
  }

  event(event: LoggedEvent): void {
    if (this.#format === 'json') this.#line(event);
  }

  text(words: string, isNew: boolean): void {
    this.#last = isNew ? words : this.#last + words;
    if (this.#format !== 'text') return;
    this.#out(isNew ? `\n\n${words}` : words);
    this.#hasText = true;
  }

  /** Something that a person should know meanwhile. */
  note(sentence: string): void {
    if (this.#format !== 'quiet') this.#err(`acdeck: ${printable(sentence)}\n`);
  }

  end(exit: number, sentence: string | null): void {
    if (this.#format === 'text' && this.#hasText && !this.#last.endsWith('\n')) this.#out('\n');
    if (this.#format === 'quiet' && this.#last !== '') this.#out(`${this.#last.trim()}\n`);
    if (this.#format === 'json') {
      this.#line({
        type: 'result',
        exit,
        sessionId: this.#sessionId,
        promptId: this.#promptId,
        reply: this.#last,
        message: sentence,
      });
    }
    if (sentence !== null) this.#err(`acdeck: ${printable(sentence)}\n`);
  }

  #line(value: object): void {
    this.#out(`${JSON.stringify(value)}\n`);
  }
}

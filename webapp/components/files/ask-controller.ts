import type { LitElement, ReactiveController } from 'lit';
import type { RepoApi } from '../../../server/protocol/api/rpc.js';
import { errorText } from '../../codes/error-words.js';
import { UserActEvent } from '../../state/app/acts.js';
import { composerContext, consume, noticesContext, pageContext } from '../../state/app/contexts.js';
import { PageActEvent } from '../../state/app/page-acts.js';
import { linesFragment, mentionText } from '../../state/composer/chip-blocks.js';
import { NEW_SESSION } from '../../state/composer/draft-store.js';
import { activePart } from '../../ui/focus-search.js';
import type { LinesPicked } from './file-lines.js';
import { fileWords } from './words.js';

/** So much of a file goes with a message; of more, only where it is. */
const MOST_CHARS = 60_000;
/** The name of a chip is no longer than this. */
const KEY_CHARS = 1_000;

/** Puts lines of a file into the message that is being written, and the person behind them. */
export class AskController implements ReactiveController {
  readonly #host: LitElement;
  readonly #composer;
  readonly #page;
  readonly #notices;

  constructor(host: LitElement) {
    this.#host = host;
    this.#composer = consume(host, composerContext);
    this.#page = consume(host, pageContext);
    this.#notices = consume(host, noticesContext);
    host.addController(this);
  }

  hostConnected(): void {}

  /** How lines are told behind a path; nothing if there are none. */
  fragment(range: LinesPicked | null): string {
    return range ? linesFragment(range) : '';
  }

  tell(error: unknown): void {
    this.#notices.value?.toasts.show({ text: errorText(error), tone: 'error' });
  }

  async about(reader: Pick<RepoApi, 'read_file'>, path: string, range: LinesPicked): Promise<void> {
    try {
      const text = await textOf(reader, path, range);
      const isWhole = text.length <= MOST_CHARS;
      if (!isWhole) this.#notices.value?.toasts.show({ text: fileWords.range.tooLong });
      this.#write(path, { ...range, text: isWhole ? text : text.slice(0, MOST_CHARS) });
    } catch (error) {
      this.tell(error);
    }
  }

  #write(path: string, lines: LinesPicked & { text: string }): void {
    const drafts = this.#composer.value?.drafts;
    if (!drafts) return;
    const chip = { kind: 'file' as const, key: '', path, lines };
    const words = mentionText(chip);
    const before = drafts.textFor(this.#page.value?.view.value ?? NEW_SESSION);
    const gap = before === '' || /\s$/.test(before) ? '' : ' ';
    const text = before.includes(words) ? before : `${before}${gap}${words} `;
    this.#act({ type: 'write_draft', text });
    this.#act({ type: 'attach_chip', chip: { ...chip, key: words.slice(-KEY_CHARS) } });
    this.#act({ type: 'place_caret', at: text.length });
    // Where the panel stands before the conversation, the composer cannot be seen.
    const composer = activePart('prompt-composer');
    if (!composer?.checkVisibility({ visibilityProperty: true })) this.#act({ type: 'close_work' });
    this.#host.dispatchEvent(new PageActEvent({ type: 'run_command', commandId: 'go.composer' }));
  }

  #act(act: UserActEvent['act']): void {
    this.#host.dispatchEvent(new UserActEvent(act));
  }
}

/** The lines as they read; a piece may be less than was asked for. */
async function textOf(reader: Pick<RepoApi, 'read_file'>, path: string, { from, to }: LinesPicked): Promise<string> {
  const lines: string[] = [];
  for (let size = 0; from + lines.length <= to && size <= MOST_CHARS; ) {
    const slice = await reader.read_file(path, from + lines.length, Math.min(2_000, to - from - lines.length + 1));
    if (slice.lines.length === 0) break;
    lines.push(...slice.lines);
    size += slice.lines.reduce((sum, line) => sum + line.length + 1, 0);
  }
  return lines.join('\n');
}

import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { commonWords } from '../../ui/words.js';
import { compareTexts } from '../../worker/compare-texts.js';

/** Lines that a change adds and takes away. */
export interface LineCount {
  readonly added: number;
  readonly removed: number;
}

/** A text in place of another, or of none. */
interface Replacement {
  readonly oldText?: string | null;
  readonly newText: string;
}

interface Counted {
  readonly oldText: string;
  count: LineCount | null;
  /** The element asked for it when it was last drawn. */
  isAsked: boolean;
}

/** Counts the lines of changes in the worker, and has its element draw again when a count is known. */
export class LineCounts implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  /** By the new text. Not bounded by a number: a list longer than that would count, draw and forget forever. */
  readonly #counted = new Map<string, Counted[]>();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Keeps what is on screen. */
  hostUpdated(): void {
    for (const [newText, counts] of this.#counted) {
      const asked = counts.filter(({ isAsked }) => isAsked);
      for (const count of asked) count.isAsked = false;
      if (asked.length > 0) this.#counted.set(newText, asked);
      else this.#counted.delete(newText);
    }
  }

  /** The sum over all parts, or null while some are not counted yet. */
  of(parts: readonly Replacement[]): LineCount | null {
    const counts = parts.map((part) => this.#countOf(part.oldText ?? '', part.newText));
    if (counts.includes(null)) return null;
    const sum = (key: keyof LineCount) => counts.reduce((total, count) => total + count![key], 0);
    return { added: sum('added'), removed: sum('removed') };
  }

  #countOf(oldText: string, newText: string): LineCount | null {
    const counts = this.#counted.get(newText) ?? [];
    const known = counts.find((counted) => counted.oldText === oldText);
    if (known) {
      known.isAsked = true;
      return known.count;
    }
    const counted: Counted = { oldText, count: null, isAsked: true };
    this.#counted.set(newText, [...counts, counted]);
    void this.#count(counted, newText);
    return null;
  }

  async #count(counted: Counted, newText: string): Promise<void> {
    const { added, removed } = await compareTexts(counted.oldText, newText);
    counted.count = { added, removed };
    this.#host.requestUpdate();
  }
}

/** How many lines come and go, for eyes and for ears; nothing while that is not known. */
export function renderCount(count: LineCount | null): TemplateResult | typeof nothing {
  if (!count) return nothing;
  const { added, removed } = count;
  return html`<span class="count-plus" aria-hidden="true">+${added}</span><span class="count-minus" aria-hidden="true">−${removed}</span><span class="vh">${commonWords.linesAdded(added)}, ${commonWords.linesRemoved(removed)}</span>`;
}

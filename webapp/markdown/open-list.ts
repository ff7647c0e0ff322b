import type { Token, Tokens } from 'marked';

const ENDS_BLANK = /\n[ \t]*\n[ \t]*$/;

/** A list whose first items are finished, so that a long one is read again only from its last item on. */
export class OpenList {
  readonly #head: Tokens.List;
  #items: Tokens.ListItem[] = [];
  #loose = false;

  constructor(head: Tokens.List) {
    this.#head = head;
  }

  /** Keeps all items of `list` but the last; says how much of `tail` they were, or 0 if that does not add up. */
  take(list: Tokens.List, tail: string): number {
    const finished = list.items.slice(0, -1);
    const raw = finished.map((item) => item.raw).join('');
    if (!tail.startsWith(raw) || !isSameKind(this.#head, list)) return 0;
    this.#items.push(...finished);
    this.#loose ||= list.loose || finished.some((item) => ENDS_BLANK.test(item.raw));
    return raw.length;
  }

  /** The finished blocks when something follows the list; null while the list may go on. */
  close(tokens: readonly Token[]): Token[] | null {
    if (!tokens.some((token) => token.type !== 'space')) return null;
    const [list, ...rest] = this.join(tokens) as [Tokens.List, ...Token[]];
    return [{ ...list, raw: list.items.map((item) => item.raw).join('') }, ...rest];
  }

  /** `tokens` with the finished items put before those of the list they begin with. */
  join(tokens: readonly Token[]): Token[] {
    const [first, ...rest] = tokens;
    const goesOn = first?.type === 'list' && isSameKind(this.#head, first as Tokens.List);
    const last = goesOn ? (first as Tokens.List) : null;
    const loose = this.#loose || last?.loose === true;
    const list: Tokens.List = { ...this.#head, raw: '', loose, items: [...this.#items, ...(last?.items ?? [])] };
    return goesOn ? [list, ...rest] : [list, ...tokens];
  }
}

/** Lists with another kind of mark are another list. */
function isSameKind(a: Tokens.List, b: Tokens.List): boolean {
  return a.ordered === b.ordered && markOf(a) === markOf(b);
}

function markOf(list: Tokens.List): string | undefined {
  return /^\s*(?:\d+)?([-*+.)])/.exec(list.raw)?.[1];
}

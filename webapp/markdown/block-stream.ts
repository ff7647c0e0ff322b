import type { Links, Token, Tokens } from 'marked';
import { isOpenDetails } from './details.js';
import { healTail } from './heal-tail.js';
import { lexBlocks, normalizeLines } from './lex-blocks.js';
import { LinkWatch } from './link-watch.js';
import { isOpenMaths } from './maths.js';
import { OpenFence } from './open-fence.js';
import { OpenList } from './open-list.js';

/** A message as blocks, in groups of fixed size. A group, like a block, is the same object as long as it looks the same. */
export interface BlockView {
  readonly groups: readonly (readonly Token[])[];
  /** The first block that may still change. */
  readonly liveFrom: number;
}

/** A viewport holds about so many; what is laid out and painted with the live end is no more than that. */
const GROUP = 16;

/**
 * Turns a growing text into blocks and reads only its end again. While it grows the result may be provisional in rare
 * cases (a definition that reaches far back); the last update reads everything once, so that the end is always exact.
 */
export class BlockStream {
  #source = '';
  #streaming = false;
  #done: Token[] = [];
  #groups: Token[][] = [];
  /** What follows the finished blocks, with line ends normalised. */
  #tail = '';
  #fence: OpenFence | null = null;
  #list: OpenList | null = null;
  #links: Links = {};
  #watch = new LinkWatch();
  #view: BlockView = { groups: [], liveFrom: 0 };

  update(text: string, streaming: boolean): BlockView {
    if (text === this.#source && streaming === this.#streaming) return this.#view;
    // A slice compares by whole words of memory; `startsWith` goes letter by letter, 0.6 ms for 200 kB.
    const grows = this.#streaming && text.slice(0, this.#source.length) === this.#source;
    this.#view = streaming ? this.#grow(text, grows) : this.#finish(text);
    this.#source = text;
    this.#streaming = streaming;
    return this.#view;
  }

  #grow(text: string, grows: boolean): BlockView {
    if (!grows) this.#reset();
    let suffix = text.slice(this.#source.length);
    // The other half of a line end that was cut in two.
    if (this.#source.endsWith('\r') && suffix.startsWith('\n')) suffix = suffix.slice(1);
    suffix = normalizeLines(suffix);
    this.#tail += suffix;
    if (suffix.includes('\n')) this.#settle();
    return this.#show(this.#live());
  }

  #reset(): void {
    this.#source = '';
    this.#done = [];
    this.#groups = [];
    this.#tail = '';
    this.#fence = null;
    this.#list = null;
    this.#links = {};
    this.#watch = new LinkWatch();
  }

  /** Moves whole blocks, items and code lines from the tail to what is finished. Only whole lines can say what they are. */
  #settle(): void {
    for (;;) {
      if (this.#fence && !this.#settleFence(this.#fence)) return;
      const opened = this.#list ? null : OpenFence.at(this.#tail);
      if (opened) {
        this.#fence = opened.fence;
        this.#tail = this.#tail.slice(opened.length);
      } else if (!this.#settleBlocks()) return;
    }
  }

  #settleFence(fence: OpenFence): boolean {
    const { taken, closed } = fence.take(this.#tail);
    this.#tail = this.#tail.slice(taken);
    if (!closed) return false;
    this.#push([fence.token('')]);
    this.#fence = null;
    return true;
  }

  /** True when the tail now begins with something that may be settled further. */
  #settleBlocks(): boolean {
    const whole = this.#tail.slice(0, this.#tail.lastIndexOf('\n') + 1);
    if (whole.trim() === '' || isOpenMaths(whole) || isOpenDetails(whole)) return false;
    const { tokens } = lexBlocks(whole, this.#links);
    const last = tokens.findLastIndex((token) => token.type !== 'space');
    const head = tokens.slice(0, last);
    const length = head.reduce((sum, token) => sum + token.raw.length, 0);
    // The pieces must be the text itself, or the cut would lose or double some of it.
    if (last < 0 || head.map((token) => token.raw).join('') !== whole.slice(0, length)) return false;
    const finished = this.#list ? this.#list.close(head) : head;
    if (this.#list && finished) this.#list = null;
    this.#push(finished ?? []);
    this.#tail = this.#tail.slice(length);
    const moved = this.#settleItems(tokens[last]!);
    return last > 0 && !moved;
  }

  #settleItems(token: Token): boolean {
    if (token.type !== 'list' || token.items.length < 2) return false;
    const list = this.#list ?? new OpenList(token as Tokens.List);
    const length = list.take(token as Tokens.List, this.#tail);
    if (length === 0) return false;
    this.#list = list;
    this.#tail = this.#tail.slice(length);
    return true;
  }

  #live(): Token[] {
    if (this.#fence) return [this.#fence.token(this.#tail)];
    const { tokens } = lexBlocks(healTail(this.#tail), this.#links);
    const live = this.#list ? this.#list.join(tokens) : [...tokens];
    return live.map((token) => withoutHalfInfo(token));
  }

  #push(tokens: readonly Token[]): void {
    for (const token of tokens) {
      if (token.type === 'space') continue;
      this.#watch.add(token, this.#done.length);
      this.#done.push(token);
      this.#refresh(this.#watch.definedBy(token, this.#links));
    }
  }

  /** Reads again the finished blocks that wait for a link which has only now been defined. */
  #refresh(indexes: Iterable<number>): void {
    for (const index of indexes) {
      const again = lexBlocks(this.#done[index]!.raw, this.#links).tokens[0];
      if (!again) continue;
      this.#done[index] = again;
      delete this.#groups[Math.floor(index / GROUP)];
    }
  }

  #show(live: Token[]): BlockView {
    const liveFrom = this.#done.length;
    const shown = live.filter((token) => token.type !== 'space');
    const groups: (readonly Token[])[] = [];
    for (let start = 0; start < liveFrom + shown.length; start += GROUP) {
      const end = start + GROUP;
      const open = shown.slice(Math.max(0, start - liveFrom), Math.max(0, end - liveFrom));
      groups.push(this.#fullGroup(start) ?? [...this.#done.slice(start, end), ...open]);
    }
    return { groups, liveFrom };
  }

  #fullGroup(start: number): readonly Token[] | null {
    if (start + GROUP > this.#done.length) return null;
    const index = start / GROUP;
    this.#groups[index] ??= this.#done.slice(start, start + GROUP);
    return this.#groups[index];
  }

  /** The whole text read once; blocks that came out as before stay the same objects. */
  #finish(text: string): BlockView {
    const before = this.#done;
    const tokens = lexBlocks(normalizeLines(text)).tokens.filter((token) => token.type !== 'space');
    this.#reset();
    this.#done = tokens.map((token, index) => (looksSame(before[index], token) ? before[index]! : token));
    return this.#show([]);
  }
}

/** References aside, a block's text says all about it; but a list that was read in pieces may say it in other words. */
function looksSame(before: Token | undefined, after: Token): boolean {
  if (after.type === 'list' || after.raw.includes('[')) return false;
  return before?.type === after.type && before.raw === after.raw;
}

/** The language of a fence is not known before its line has ended. */
function withoutHalfInfo(token: Token): Token {
  if (token.type !== 'code' || token.codeBlockStyle === 'indented' || token.raw.includes('\n')) return token;
  return token.raw === '' ? token : { ...token, lang: '' };
}

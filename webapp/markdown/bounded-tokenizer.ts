import { type Token, Tokenizer, type Tokens } from 'marked';

/** Deeper quotes and lists stay text: each level costs a pass over its lines and a frame of the stack. */
const DEEPEST = 12;
const TASK = /^\[[ xX]\][ \t]+(?=\S)/;
const NEVER = /(?!)/;

/** marked's grammar with bounds where hostile text would make it slow. */
export class BoundedTokenizer extends Tokenizer {
  #depth = 0;

  /** marked looks for each task through the whole text before it; we find ours by their place in the list. */
  readOwnTasks(): void {
    this.rules.other = { ...this.rules.other, listIsTask: NEVER };
  }

  override blockquote(src: string): Tokens.Blockquote | undefined {
    return this.#nested(() => super.blockquote(src));
  }

  override list(src: string): Tokens.List | undefined {
    const before = this.lexer.inlineQueue.length;
    const list = this.#nested(() => super.list(src));
    if (list?.items.some((item) => TASK.test(item.text))) this.#markTasks(list, before);
    return list;
  }

  #markTasks(list: Tokens.List, before: number): void {
    const queued = new Map(this.lexer.inlineQueue.slice(before).map((entry) => [entry.tokens, entry]));
    for (const item of list.items) {
      const box = TASK.exec(item.text)?.[0];
      const entry = box === undefined ? undefined : queued.get(inlineOf(item.tokens[0]));
      if (box === undefined || !entry) continue;
      item.task = true;
      item.checked = box[1] !== ' ';
      entry.src = entry.src.slice(box.length);
    }
  }

  #nested<T>(read: () => T | undefined): T | undefined {
    if (this.#depth >= DEEPEST) return undefined;
    this.#depth += 1;
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }
}

/** The list that the inline text of an item's first line will be put into. */
function inlineOf(token: Token | undefined): Token[] {
  const holdsText = token?.type === 'text' || token?.type === 'paragraph';
  return (holdsText && 'tokens' in token && token.tokens) || [];
}

import { html } from 'lit';

const SLOT = '\u0000';

/** A sentence with something drawn inside it: a name to be kept apart, a link, an emphasis. */
export function sentenceWith(say: (slot: string) => string, part: unknown): unknown[] {
  const [before = '', after = ''] = say(SLOT).split(SLOT);
  return [before, part, after];
}

/** A sentence of ours in which backticks are around what a person types. */
export function withCode(sentence: string): unknown[] {
  return sentence.split('`').map((piece, n) => (n % 2 === 1 ? html`<code>${piece}</code>` : piece));
}

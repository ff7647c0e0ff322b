const MOST_WORDS = 8;
const MOST_CHARS = 60;
/** Words that open a request and say nothing of it. */
const OPENERS = /^(?:(?:hello|hi|hey|please|can you|could you|would you|i want you to|i'd like you to)\b[\s,.!:]*)+/i;

/** A title made of the first words of a conversation. */
export function shortTitle(prompt: string): string {
  const words = firstRequest(prompt)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[/!#>*`"'“‘-]+\s*/, '');
  const plain = words.replace(OPENERS, '') || words;
  let title = firstSentence(plain).split(' ').slice(0, MOST_WORDS).join(' ');
  while ([...title].length > MOST_CHARS && title.includes(' ')) title = title.slice(0, title.lastIndexOf(' '));
  const short = [...title]
    .slice(0, MOST_CHARS)
    .join('')
    .replace(/[\s,.;:!?"'`*_”’-]+$/, '');
  const [first = '', ...rest] = short;
  return !/[\p{L}\p{N}]/u.test(short) ? 'Conversation' : first.toUpperCase() + rest.join('');
}

/** A sentence of one or two words is rather an abbreviation. */
function firstSentence(text: string): string {
  const end = text.search(/[.?!:;](?=\s)|[。？！]/);
  const sentence = end < 0 ? text : text.slice(0, end);
  return /[。？！]/.test(text[end] ?? '') || sentence.split(' ').length > 2 ? sentence : text;
}

/** AcDeck names the first request on a line of its own if it still has it; else the first message that follows serves. */
function firstRequest(prompt: string): string {
  const lines = prompt.split('\n');
  const start = (opening: string) => lines.find((line) => line.startsWith(opening))?.slice(opening.length) ?? '';
  return start('First request: ') || start('**Person:** ') || start('# ');
}

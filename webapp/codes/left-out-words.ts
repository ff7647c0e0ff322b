import { own } from '../../server/protocol/own.js';
import { catalogue } from '../ui/catalogue.js';
import { number, plural } from '../ui/format.js';

const words = catalogue({
  characters: (count: number) => plural(count, '[# character left out]', '[# characters left out]'),
  nested: '[left out: too deeply nested]',
  content: '[left out: too large]',
  items: (count: number) => plural(count, '[# more item left out]', '[# more items left out]'),
  image: (megabytes: string) => `[image left out: ${megabytes} MB]`,
  audio: (megabytes: string) => `[recording left out: ${megabytes} MB]`,
  resource: (megabytes: string) => `[file left out: ${megabytes} MB]`,
  unknown: (kind: string) => `[content that can’t be shown: ${kind}]`,
});

type Saying = readonly [note: RegExp, say: (...found: string[]) => string];

const count = (digits: string): number => Number(digits.replaceAll(',', ''));
const MEDIA: Readonly<Record<string, (megabytes: string) => string>> = {
  image: words.image,
  audio: words.audio,
  resource: words.resource,
};

/** The notes that the server leaves in texts, as `server/protocol/transcript/left-out.ts` writes them. */
const SAYINGS: readonly Saying[] = [
  [/(?<= … |^)\[([\d,]+) characters left out\](?="|$)/gm, (digits = '') => words.characters(count(digits))],
  [/(?<="|^)\[left out: too deeply nested\](?="|$)/gm, () => words.nested],
  [/^\[([\d,]+) more items left out: too large\]$/, (digits = '') => words.items(count(digits))],
  [
    /^\[(image|audio|resource) of ([\d.]+) MB left out: too large\]$/,
    (kind = '', megabytes = '') => own(MEDIA, kind)!(number(Number(megabytes))),
  ],
  [/^\[[^[\]]{1,200} left out: too large\]$/, () => words.content],
  [/^\[content that cannot be shown: ([^[\]]{0,60})\]$/, (kind = '') => words.unknown(kind)],
];

/** A text of an agent, or its fields as JSON, with the server's notes about what is missing in the page's words. */
export function leftOutText(text: string): string {
  if (!/left out|cannot be shown/.test(text)) return text;
  return SAYINGS.reduce((said, [note, say]) => said.replace(note, (_, ...found) => say(...(found as string[]))), text);
}

import type { Terminal } from '@xterm/xterm';

/** Titles and icons, addresses behind other words, the clipboard, and notifications: a program has no say in these. */
const DROPPED = [0, 1, 2, 7, 8, 9, 52, 99, 104, 110, 111, 112, 777, 1337];
/** Colours of the whole screen: they can be asked for, and not be changed. */
const COLOURS = [4, 10, 11, 12];
/** What a program asks of its terminal, by CSI: what it is, where the cursor is, which modes are on. */
const QUESTIONS = [
  { final: 'c' },
  { prefix: '>', final: 'c' },
  { final: 'n' },
  { prefix: '?', final: 'n' },
  { intermediates: '$', final: 'p' },
  { prefix: '?', intermediates: '$', final: 'p' },
];

/**
 * Leaves out what a program's output must not do to the page, or to anyone who reads it. What it asks is answered by
 * one tab only, once: `mayAnswer` says whether by this one, now.
 */
export function guardSequences({ parser }: Pick<Terminal, 'parser'>, mayAnswer: () => boolean): void {
  for (const code of DROPPED) parser.registerOscHandler(code, () => true);
  for (const code of COLOURS) parser.registerOscHandler(code, (data) => !/(?:^|;)\?$/.test(data) || !mayAnswer());
  for (const question of QUESTIONS) parser.registerCsiHandler(question, () => !mayAnswer());
  parser.registerDcsHandler({ intermediates: '$', final: 'q' }, () => !mayAnswer());
}

/** What is pasted is text: a control character in it could end the paste early and type the rest. */
export function pastedText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, '');
}

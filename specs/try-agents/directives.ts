/** A task that is given to another agent with AcDeck's own tools. */
export interface DelegateDirective {
  kind: 'delegate';
  task: string;
  name: string;
}

/** What a prompt of ours wants of the fake model. */
export type Directive =
  | { kind: 'say'; text: string }
  | { kind: 'write'; path: string; text: string }
  | { kind: 'replace'; path: string; before: string; after: string }
  | { kind: 'delete'; path: string }
  | { kind: 'run'; command: string; isLook?: true }
  | { kind: 'count'; to: number; label: string }
  | { kind: 'recall' }
  | DelegateDirective
  | { kind: 'fail' };

/**
 * The sentences that the fake model understands. They are spelled so that no agent's own additions to
 * a prompt (context, reminders) can be taken for one.
 */
export const sentences = {
  say: (text: string) => `Please say "${text}".`,
  write: (path: string, text: string) => `Please write the file "${path}" with "${text}".`,
  writeRows: (path: string, rows: number) => `Please write the file "${path}" with ${rows} rows.`,
  replace: (path: string, before: string, after: string) =>
    `Please replace "${before}" by "${after}" in the file "${path}".`,
  delete: (path: string) => `Please delete the file "${path}".`,
  run: (command: string) => `Please run the command "${command}".`,
  look: (command: string) => `Please look by the command "${command}".`,
  count: (to: number, label: string) => `Please count slowly to ${to} as "${label}".`,
  remember: (word: string) => `The word is "${word}". Please say "noted".`,
  recall: () => 'Please recall the word.',
  fail: () => 'Please fail for me now.',
  delegate: (task: string, name: string) => `Please delegate "${task}" as "${name}".`,
} as const;

const Q = '\\\\?"([^"\\\\]*)\\\\?"';
const PATTERN = new RegExp(
  [
    `Please say ${Q}`,
    `Please write the file ${Q} with ${Q}`,
    `Please replace ${Q} by ${Q} in the file ${Q}`,
    `Please run the command ${Q}`,
    `Please count slowly to (\\d+) as ${Q}`,
    'Please (recall) the word',
    'Please (fail) for me now',
    `Please look by the command ${Q}`,
    `Please delete the file ${Q}`,
    `Please write the file ${Q} with (\\d+) rows`,
    `Please delegate ${Q} as ${Q}`,
  ].join('|'),
  'g',
);

/** The last directive in a text, or null. */
export function directiveIn(text: string): Directive | null {
  const match = [...text.matchAll(PATTERN)].at(-1);
  if (!match) return null;
  const [
    ,
    say,
    writePath,
    writeText,
    before,
    after,
    replacePath,
    command,
    to,
    label,
    recall,
    ,
    look,
    gone,
    rowsPath,
    rows,
    given,
    givenAs,
  ] = match;
  if (say !== undefined) return { kind: 'say', text: say };
  if (writePath !== undefined) return { kind: 'write', path: writePath, text: writeText ?? '' };
  if (replacePath !== undefined)
    return { kind: 'replace', path: replacePath, before: before ?? '', after: after ?? '' };
  if (command !== undefined) return { kind: 'run', command };
  if (look !== undefined) return { kind: 'run', command: look, isLook: true };
  if (rowsPath !== undefined) return { kind: 'write', path: rowsPath, text: numberedRows(Number(rows)) };
  if (given !== undefined) return { kind: 'delegate', task: given, name: givenAs ?? '' };
  if (gone !== undefined) return { kind: 'delete', path: gone };
  if (to !== undefined) return { kind: 'count', to: Number(to), label: label ?? '' };
  return { kind: recall === undefined ? 'fail' : 'recall' };
}

/** A text that is long, and of which a missing piece shows. */
export function numberedRows(count: number): string {
  return Array.from({ length: count }, (_, n) => rowOf(n + 1, count)).join('\n');
}

export function rowOf(n: number, count: number): string {
  return `row ${n} of ${count};`;
}

/** The word that an earlier prompt asked to remember, or null. */
export function rememberedWord(text: string): string | null {
  return new RegExp(`The word is ${Q}`).exec(text)?.[1] ?? null;
}

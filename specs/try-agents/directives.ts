/** A task that is given to another agent with AcDeck's own tools. */
export interface DelegateDirective {
  kind: 'delegate';
  task: string;
  name: string;
}

/** AcDeck's own tools that do nothing but tell or ask. */
export interface OwnToolDirective {
  kind: 'own_tool';
  tool: 'ask_person' | 'list_agents';
  input: object;
}

/** What a prompt of ours wants of the fake model. */
export type Directive =
  | { kind: 'say'; text: string; tokens?: number }
  | { kind: 'write'; path: string; text: string }
  | { kind: 'replace'; path: string; before: string; after: string }
  | { kind: 'delete'; path: string }
  | { kind: 'run'; command: string; isLook?: true }
  | { kind: 'read_attached'; name: string }
  | { kind: 'count'; to: number; label: string }
  | { kind: 'recall' }
  | DelegateDirective
  | OwnToolDirective
  | { kind: 'fail' };

/**
 * The sentences that the fake model understands. They are spelled so that no agent's own additions to
 * a prompt (context, reminders) can be taken for one.
 */
export const sentences = {
  say: (text: string) => `Please say "${text}".`,
  /** The model reports so many tokens for the answer. */
  sayFor: (text: string, tokens: number) => `Please say for ${tokens} tokens "${text}".`,
  write: (path: string, text: string) => `Please write the file "${path}" with "${text}".`,
  writeRows: (path: string, rows: number) => `Please write the file "${path}" with ${rows} rows.`,
  replace: (path: string, before: string, after: string) =>
    `Please replace "${before}" by "${after}" in the file "${path}".`,
  delete: (path: string) => `Please delete the file "${path}".`,
  run: (command: string) => `Please run the command "${command}".`,
  look: (command: string) => `Please look by the command "${command}".`,
  readAttached: (name: string) => `Please read the attached "${name}".`,
  count: (to: number, label: string) => `Please count slowly to ${to} as "${label}".`,
  remember: (word: string) => `The word is "${word}". Please say "noted".`,
  recall: () => 'Please recall the word.',
  fail: () => 'Please fail for me now.',
  delegate: (task: string, name: string) => `Please delegate "${task}" as "${name}".`,
  askPerson: (question: string, one: string, other: string) =>
    `Please ask the person "${question}" with "${one}" or "${other}".`,
  listAgents: () => 'Please list the agents.',
} as const;

const Q = '\\\\?"([^"\\\\]*)\\\\?"';

type Read = (...parts: string[]) => Directive;

/** Each sentence, and what it means. */
const FORMS: readonly (readonly [pattern: RegExp, read: Read])[] = [
  form(`Please say ${Q}`, (text = '') => ({ kind: 'say', text })),
  form(`Please say for (\\d+) tokens ${Q}`, (tokens, text = '') => ({ kind: 'say', text, tokens: Number(tokens) })),
  form(`Please write the file ${Q} with ${Q}`, (path = '', text = '') => ({ kind: 'write', path, text })),
  form(`Please write the file ${Q} with (\\d+) rows`, (path = '', rows) => ({
    kind: 'write',
    path,
    text: numberedRows(Number(rows)),
  })),
  form(`Please replace ${Q} by ${Q} in the file ${Q}`, (before = '', after = '', path = '') => ({
    kind: 'replace',
    path,
    before,
    after,
  })),
  form(`Please delete the file ${Q}`, (path = '') => ({ kind: 'delete', path })),
  form(`Please run the command ${Q}`, (command = '') => ({ kind: 'run', command })),
  form(`Please look by the command ${Q}`, (command = '') => ({ kind: 'run', command, isLook: true })),
  form(`Please read the attached ${Q}`, (name = '') => ({ kind: 'read_attached', name })),
  form(`Please count slowly to (\\d+) as ${Q}`, (to, label = '') => ({ kind: 'count', to: Number(to), label })),
  form('Please recall the word', () => ({ kind: 'recall' })),
  form('Please fail for me now', () => ({ kind: 'fail' })),
  form(`Please delegate ${Q} as ${Q}`, (task = '', name = '') => ({ kind: 'delegate', task, name })),
  form(`Please ask the person ${Q} with ${Q} or ${Q}`, (question = '', one = '', other = '') => ({
    kind: 'own_tool',
    tool: 'ask_person',
    input: { question, choices: [one, other] },
  })),
  form('Please list the agents', () => ({ kind: 'own_tool', tool: 'list_agents', input: {} })),
];

function form(pattern: string, read: Read): readonly [RegExp, Read] {
  return [new RegExp(pattern, 'g'), read];
}

/** The last directive in a text, or null. */
export function directiveIn(text: string): Directive | null {
  let last: { at: number; directive: Directive } | null = null;
  for (const [pattern, read] of FORMS) {
    const match = [...text.matchAll(pattern)].at(-1);
    if (match && (!last || match.index > last.at)) last = { at: match.index, directive: read(...match.slice(1)) };
  }
  return last?.directive ?? null;
}

/** A text that is long, and of which a missing piece shows. */
export function numberedRows(count: number): string {
  return Array.from({ length: count }, (_, n) => rowOf(n + 1, count)).join('\n');
}

export function rowOf(n: number, count: number): string {
  return `row ${n} of ${count};`;
}

/** What the model says if nobody has told it a word. */
export const NOTHING_REMEMBERED = 'I know of no word.';

/** The word that an earlier prompt asked to remember, or null. */
export function rememberedWord(text: string): string | null {
  return new RegExp(`The word is ${Q}`).exec(text)?.[1] ?? null;
}

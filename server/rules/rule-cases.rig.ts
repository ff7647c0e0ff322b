import type { AskedCall, PermissionRule } from '../protocol/api/permission-rule.js';
import { rule } from './rule.rig.js';

/** A call that an agent asks for, with the commands that it may run by what it has said. */
export interface RuleCase {
  readonly kind: 'exact' | 'prefix' | 'words' | 'json';
  readonly call: AskedCall;
  /** Each of them is what some honest agent would give to its shell. */
  readonly commands: readonly string[];
}

export const PROJECT = '/work/a';

/** Commands that were allowed word by word; the first is a file that also exists with other blanks in its name. */
const EXACT = [
  './build.sh',
  './build.sh --fast',
  'git push origin main',
  'make all && ./build.sh',
  "rm -rf 'my dist'",
  'evil "a b" | sort',
  './build.sh\\ ',
];
/** Commands that were allowed with harmless options. */
const PREFIXES = ['git status', 'git log', 'git commit', 'npm test', 'rg', 'grep', 'sort', 'cat', 'ls', 'find'];
/** How they begin. */
const STARTS = [
  'git status',
  'git log',
  'git commit -m',
  'npm test',
  'rg x',
  'grep -n x',
  'sort a',
  'cat',
  'ls',
  'find .',
];

/** Blanks of no use to a shell, controls, and characters of no width. */
export const ODD_BLANKS = [
  ...['\u00a0', '\ufeff', '\u2028', '\u2029', '\u3000', '\u1680', '\u2003', '\u202f', '\u205f'],
  ...['\v', '\f', '\r', '\u0085', '\u200b', '\u2060', '\u00ad'],
];
const BLANKS = [' ', '  ', '\t', '\n', '\r\n', ' \t'];

/** Pieces of words: quotes, escapes, and what some shell makes something of. */
const PIECES = [
  ...["'a b'", '"a b"', "'a'b", '"a"b', "a'b c'", 'a"b"', "''", '""', "'a''b'", '"a""b"', '"it\'s"', `'"'`],
  ...[
    "'a\\'b'",
    "'a\\'",
    "'a\\\\'",
    '"a\\"b"',
    '"a\\\\"',
    '"a\\',
    "\\'c",
    '\\"',
    '"\\$x"',
    '"a\\`b"',
    '"a\\.b"',
    "'a\\.b'",
  ],
  ...['a\\ b', 'a\\nb', '\\x41', '\\-o', '\\;', '\\&', '\\(', '\\)', '\\*', 'te\\st', '\\\n'],
  ...[
    '“a”',
    '‘a’',
    '"a “',
    "'a ’",
    '"it’s"',
    '`a`',
    'a`b',
    '"a`"',
    '$x',
    '$(evil)',
    '"$(evil)"',
    '(evil)',
    '{a,b}',
    '{evil}',
  ],
  ...[
    '=evil',
    '~',
    '~x',
    'a=~',
    '%self',
    '@x',
    '^x',
    'H^',
    'HEAD~1',
    '!x',
    '!!',
    '"a!"',
    '"a!b"',
    'a,b',
    ',-o',
    'a,-o',
    '-t,',
  ],
  ...[
    '--%',
    '–o',
    '-Sa.b',
    '-n5',
    '-o',
    '--',
    '#',
    'a#b',
    '# x',
    '<1-2>',
    '**',
    'x*',
    '*(e:evil:)',
    '[a]',
    'x?',
    '--format=%h',
    '%s',
  ],
  ...['>out', '2>out', '>>out', '<in', '&>out', 'out', 'a.ts', 'src/a.ts', '-l', '--stat', '..', '/etc/passwd'],
];
const JOINS = [
  '',
  '',
  ' ',
  ' ',
  ' ',
  ' ',
  '&',
  ';',
  '|',
  '&&',
  '||',
  ' & ',
  ' ; ',
  ' && ',
  '\n',
  '&\n',
  ' &',
  '& ',
  ';and ',
  '|&',
];
/** Words that all shells read alike. */
const PLAIN = [
  ...[
    "'a b'",
    '"a b"',
    '"it\'s"',
    `'say "a"; b'`,
    '"a\\.b"',
    "'a\\.b'",
    '"(a) & [b] | c # d"',
    "'$x `a` {b} !c'",
    '"Done! a"',
  ],
  ...[
    'a.ts',
    'src/a.ts',
    'main..HEAD',
    'HEAD~1',
    'H^',
    'a,b',
    'a@b',
    'a#b',
    'a=b',
    'x%s',
    'src/x*.ts',
    'é',
    "a'b c'",
    "''",
  ],
];
/** What opens and closes a quote, for one shell here and for another there. */
const TRICKS: readonly (readonly [open: string, close: string])[] = [
  ["'a\\'b'", " \\'c'"],
  ["'a\\'b'", "'"],
  ["'a\\\\'", ''],
  ['"a\\"', ' #"'],
  ['"a\\"', '"'],
  ['"a\\\\\\"', ' #"'],
  ["'it'\\''s", "'\\''x'"],
  ['"a “', ' #"'],
  ["'a ’", " #'"],
  ["'a''", "''b'"],
  ['"a"', ''],
  ["'a'", ''],
  ["'a", "'"],
  ['"a', '"'],
  ['"a!" "', '"'],
  ['a\\', ''],
  ['a', ''],
  ["'a'", "''"],
];
/** Begins in the middle of a quote, for those that think it has ended. */
const ENDINGS = [
  ' ; touch PWNED',
  ' ; touch PWNED #',
  ' ; touch PWNED ; echo ',
  ' | evil',
  '&evil',
  ' && git log',
  '; git status',
  '&grep -o out',
];

/** Numbers that are the same for the same seed. */
function lots(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The rules that all cases are judged by. */
export function storedRules(): PermissionRule[] {
  return [
    ...EXACT.map((text) => rule({ command: { text, isPrefix: false } })),
    ...PREFIXES.map((text) => rule({ command: { text, isPrefix: true } })),
  ];
}

/** Commands with odd blanks, quotes and JSON, none of them twice. */
export function ruleCases(count: number, seed: number): RuleCase[] {
  const maker = new CaseMaker(lots(seed));
  const cases = new Map<string, RuleCase>();
  while (cases.size < count) {
    const made = maker.make();
    cases.set(JSON.stringify(made.call.toolCall.rawInput), made);
  }
  return [...cases.values()];
}

class CaseMaker {
  readonly #next: () => number;

  constructor(next: () => number) {
    this.#next = next;
  }

  make(): RuleCase {
    const lot = this.#next();
    if (lot < 0.3) return this.#text('exact', this.#exact());
    if (lot < 0.8) return this.#text('prefix', this.#prefix());
    return lot < 0.9 ? this.#words() : this.#json();
  }

  #text(kind: RuleCase['kind'], command: string): RuleCase {
    return { kind, call: asked({ command }), commands: [command] };
  }

  /** A command that was allowed, with something at an end or in the middle that is hard to see. */
  #exact(): string {
    const base = this.#one(EXACT);
    const blank = () => this.#one(this.#next() < 0.5 ? ODD_BLANKS : BLANKS);
    const at = this.#one([0, base.length, base.length, base.indexOf(' ') < 0 ? base.length : base.indexOf(' ')]);
    switch (Math.floor(this.#next() * 6)) {
      case 0:
        return `${blank()}${base}`;
      case 1:
        return `${base}${blank()}${this.#next() < 0.5 ? blank() : ''}`;
      case 2:
        return `${base.slice(0, at)}${blank()}${base.slice(at)}`;
      case 3:
        return `${base}\\${blank()}`;
      case 4:
        return this.#one([
          `"${base}"`,
          `'${base}'`,
          base.toUpperCase(),
          base.normalize('NFKD'),
          `${base}'`,
          `${base}\``,
        ]);
      default:
        return `git status ${this.#one(['&&', ';', '|', '&', '||'])} ${base}${this.#next() < 0.5 ? blank() : ''}`;
    }
  }

  /** The beginning of a command that was allowed, and then words of any kind, or a quote that ends for some shell only. */
  #prefix(): string {
    const command = `${this.#one(STARTS)}${this.#next() < 0.05 ? this.#one(ODD_BLANKS) : ' '}`;
    const whole = this.#next() < 0.4 ? `${command}${this.#trick()}` : `${command}${this.#rest()}`;
    if (this.#next() < 0.1) return `${this.#one(['timeout 5', 'nice'])} ${whole}`;
    const quote = this.#one(["'", '"']);
    return this.#next() < 0.1 ? `bash -c ${quote}${whole}${quote}` : whole;
  }

  #rest(): string {
    const words = Array.from({ length: 1 + Math.floor(this.#next() * 3) }, () =>
      this.#one(this.#next() < 0.7 ? PLAIN : PIECES),
    );
    const more = () =>
      this.#next() < 0.5 ? `${this.#one(JOINS)}${this.#one(STARTS)} ${this.#one(PLAIN)}` : this.#one(JOINS);
    return words.map((word) => `${word}${this.#next() < 0.8 ? ' ' : more()}`).join('');
  }

  /** A word that is only a word for some shells, around something that would run in the others. */
  #trick(): string {
    const [open, close] = this.#one(TRICKS);
    return `${open}${this.#one(ENDINGS)}${close}`;
  }

  /** A list of words. Some agents run it, and some join it for a shell. */
  #words(): RuleCase {
    const rest = Array.from({ length: 1 + this.#next() * 2 }, () => this.#one(this.#next() < 0.6 ? PLAIN : PIECES));
    const words = [...this.#one(STARTS).split(' '), ...rest];
    const [command, ...args] = words;
    const rawInput = this.#next() < 0.5 ? { command: words } : { command, args };
    return { kind: 'words', call: asked(rawInput), commands: [words.join(' ')] };
  }

  /** JSON as text, with a name that comes twice for some reader. */
  #json(): RuleCase {
    const good = this.#one(['git status', 'git log -5', './build.sh', 'npm test']);
    const twin: [string, string] = [this.#spelled(), this.#one(['touch PWNED', 'evil', good, 'git status -s'])];
    const fields: [string, string][] = [[this.#next() < 0.7 ? 'command' : this.#spelled(), good]];
    if (this.#next() < 0.7) fields.splice(this.#next() < 0.5 ? 0 : 1, 0, twin);
    if (this.#next() < 0.4) fields.push(['description', this.#one(['x', 'say "command": "evil"', good])]);
    const gap = this.#one(['', ' ', '\n  ']);
    const text = `{${fields.map(([name, value]) => `${gap}"${name}":${gap}${JSON.stringify(value)}`).join(',')}}`;
    return { kind: 'json', call: asked(text), commands: commandsIn(fields) };
  }

  /** One of the ways to write the name of the command. */
  #spelled(): string {
    const letters = [...'command'].map((letter) => {
      const code = letter.charCodeAt(0).toString(16).padStart(4, '0');
      return this.#next() < 0.15 ? `\\u${this.#next() < 0.5 ? code : code.toUpperCase()}` : letter;
    });
    const name = letters.join('');
    return this.#next() < 0.8 ? name : this.#one(['Command', 'COMMAND', 'cmd', 'commanD']);
  }

  #one<T>(list: readonly T[]): T {
    return list[Math.floor(this.#next() * list.length)]!;
  }
}

/** What readers of JSON take for the command: the first of two names or the last, and some mind no case. */
function commandsIn(fields: readonly [name: string, value: string][]): string[] {
  const named = fields.map(([name, value]) => [JSON.parse(`"${name}"`) as string, value] as const);
  const exact = named.filter(([name]) => name === 'command');
  const loose = named.filter(([name]) => name.toLowerCase() === 'command');
  return [...new Set([exact[0], exact.at(-1), loose[0], loose.at(-1)].flatMap((found) => (found ? [found[1]] : [])))];
}

/** A call that runs something, as an agent asks for it. */
export function asked(rawInput: unknown): AskedCall {
  const toolCall = { toolCallId: 't', kind: 'execute' as const, title: 'Run', rawInput };
  return { agentId: 'demo', cwd: PROJECT, entry: null, toolCall };
}

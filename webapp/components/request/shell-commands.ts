import { own } from '../../../server/protocol/own.js';
import { quotedWord } from '../../../server/protocol/shell-word.js';

/** One command of a shell line, without what it is wrapped in. */
export interface ShellCommand {
  /** The program's name without its folder, then its words, unquoted. */
  readonly words: readonly string[];
  /** The program as it is called. */
  readonly program: string;
  /** Variables that are set for it. */
  readonly variables: readonly string[];
  /** Files that its output goes to. */
  readonly writes: readonly string[];
  /** Files that its input comes from. */
  readonly reads: readonly string[];
  /** The program whose output it reads, and those whose output is among its words. */
  readonly feeds: readonly string[];
  /** Whether it runs with all rights. */
  readonly isRoot: boolean;
}

interface Draft {
  words: string[];
  writes: string[];
  reads: string[];
  feeds: string[];
}

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish', 'ash']);
const ROOT = new Set(['sudo', 'doas', 'pkexec', 'su', 'run0']);
/** Programs that only run another one, and their options that take a value. */
const WRAPPERS: Readonly<Record<string, RegExp>> = {
  sudo: /^-[ugChpTUDR]$|^--(?:user|group|chdir|host|prompt)$/,
  doas: /^-[uC]$/,
  pkexec: /^--user$/,
  run0: /^$/,
  env: /^-[uSC]$/,
  nohup: /^$/,
  nice: /^-n$/,
  ionice: /^-[cnp]$/,
  timeout: /^-[sk]$/,
  time: /^-[fo]$/,
  command: /^$/,
  builtin: /^$/,
  exec: /^-a$/,
  xargs: /^-[IiLlnPsdEa]$/,
  stdbuf: /^-[ioe]$/,
  setsid: /^$/,
  busybox: /^$/,
  watch: /^-n$/,
  chroot: /^$/,
};
/** Words of the shell's own that come before a command. */
const KEYWORDS = new Set(['then', 'do', 'else', 'if', 'elif', 'while', 'until', '!', '{']);
const DEEPEST = 6;
const LONGEST = 200_000;

/**
 * All commands that a line would run, as far as words tell: through pipes, lists, `sudo`, `sh -c` and `$(…)`. For
 * saying what is risky, never for deciding that something is not.
 */
export function commandsIn(line: string, isRoot = false, depth = 0): ShellCommand[] {
  if (depth > DEEPEST) return [];
  const found: ShellCommand[] = [];
  const drafts = split(line.slice(0, LONGEST), (inner) => {
    const commands = commandsIn(inner, isRoot, depth + 1);
    found.push(...commands);
    return commands.map(({ words }) => words[0] ?? '');
  });
  for (const draft of drafts) found.push(...unwrap(draft, isRoot, depth));
  return found;
}

/** The commands that a command runs: itself, or what it wraps. */
function unwrap({ words, writes, reads, feeds }: Draft, isRoot: boolean, depth: number): ShellCommand[] {
  let [rest, root] = [[...words], isRoot];
  const variables: string[] = [];
  for (;;) {
    while (/^[A-Za-z_]\w*\+?=/.test(rest[0] ?? '')) variables.push(rest.shift()!);
    const name = nameOf(rest[0]);
    const takesWord = KEYWORDS.has(name) ? /^$/ : Object.hasOwn(WRAPPERS, name) ? own(WRAPPERS, name) : undefined;
    if (!takesWord) break;
    if (ROOT.has(name)) root = true;
    rest = withoutOptions(rest.slice(1), takesWord, name === 'timeout' || name === 'chroot' ? 1 : 0);
  }
  const name = nameOf(rest[0]);
  const self: ShellCommand = {
    words: [name, ...rest.slice(1)],
    program: rest[0] ?? '',
    variables,
    writes,
    reads,
    feeds,
    isRoot: root || ROOT.has(name),
  };
  const inner = innerLine(name, rest.slice(1));
  const more = inner === null ? [] : commandsIn(inner, self.isRoot, depth + 1);
  return name === '' && writes.length === 0 && variables.length === 0 ? more : [self, ...more];
}

function withoutOptions(words: string[], takesWord: RegExp, skipped: number): string[] {
  let at = 0;
  while (at < words.length && words[at]!.startsWith('-')) at += takesWord.test(words[at]!) ? 2 : 1;
  return words.slice(at + skipped);
}

/** The line that a program runs as a shell would. */
function innerLine(name: string, words: readonly string[]): string | null {
  if (name === 'eval') return words.join(' ');
  if (SHELLS.has(name) || name === 'su') {
    const at = words.findIndex((word) => /^-[a-z]*c$/.test(word));
    return at < 0 ? null : (words[at + 1] ?? null);
  }
  if (name === 'ssh') {
    const host = words.findIndex((word) => !word.startsWith('-'));
    return words.slice(host + 1).join(' ') || null;
  }
  if (name === 'find') {
    const at = words.findIndex((word) => /^-(?:exec|execdir|ok)$/.test(word));
    return at < 0
      ? null
      : words
          .slice(at + 1)
          .map(quotedWord)
          .join(' ');
  }
  return null;
}

function nameOf(word: string | undefined): string {
  return (word ?? '')
    .split('/')
    .pop()!
    .replace(/\.exe$/i, '');
}

/** Cuts a line into commands and their words; `inside` gets each line that is run for its output. */
function split(line: string, inside: (inner: string) => string[]): Draft[] {
  const drafts: Draft[] = [];
  let draft: Draft = { words: [], writes: [], reads: [], feeds: [] };
  let [word, isWord, target] = ['', false, ''];
  const endWord = () => {
    if (isWord && target === '>') draft.writes.push(word);
    else if (isWord && target === '<') draft.reads.push(word);
    else if (isWord && target === '') draft.words.push(word);
    if (isWord) target = '';
    [word, isWord] = ['', false];
  };
  const endCommand = (isPipe = false) => {
    endWord();
    const last = draft;
    if (last.words.length > 0 || last.writes.length > 0) drafts.push(last);
    draft = { words: [], writes: [], reads: [], feeds: isPipe ? [...last.feeds, ...namesIn(last.words)] : [] };
  };
  const take = (text: string) => {
    word += text;
    isWord = true;
  };
  const substitute = (n: number, open: string): number => {
    const end = open === '`' ? closingTick(line, n + 1) : closingParen(line, n + open.length);
    draft.feeds.push(...inside(line.slice(n + open.length, end)));
    take('$(…)');
    return end;
  };
  for (let n = 0; n < line.length; n++) {
    const char = line[n]!;
    const two = line.slice(n, n + 2);
    if (char === '\\') take(line[++n] === '\n' ? '' : (line[n] ?? ''));
    else if (char === "'") {
      const end = line.indexOf("'", n + 1);
      take(line.slice(n + 1, end < 0 ? undefined : end));
      n = end < 0 ? line.length : end;
    } else if (char === '"') {
      isWord = true;
      for (n++; n < line.length && line[n] !== '"'; n++) {
        if (line[n] === '\\') take(line[++n] ?? '');
        else if (line.slice(n, n + 2) === '$(') n = substitute(n, '$(');
        else if (line[n] === '`') n = substitute(n, '`');
        else take(line[n]!);
      }
    } else if (two === '$(' || two === '<(' || two === '>(') n = substitute(n, two);
    else if (char === '`') n = substitute(n, '`');
    else if (char === '#' && !isWord)
      n = Math.max(n, (line.indexOf('\n', n) + line.length + 1) % (line.length + 1)) - 1;
    else if (char === '>' || char === '<') {
      if (/^\d*&?$/.test(word)) [word, isWord] = ['', false];
      endWord();
      const isText = char === '<' && line[n + 1] === char;
      if (line[n + 1] === char || line[n + 1] === '|' || line[n + 1] === '&') n++;
      target = isText ? '<<' : char;
    } else if (char === '&' && line[n + 1] === '>') [word, isWord] = ['&', true];
    else if (/[;\n&|()]/.test(char)) {
      const isPipe = char === '|' && line[n + 1] !== '|';
      if (/^(?:&&|\|\||\|&|;;)$/.test(two)) n++;
      endCommand(isPipe);
    } else if (/\s/.test(char)) endWord();
    else take(char);
  }
  endCommand();
  return drafts;
}

/** The programs of a command that is the first half of a pipe. */
function namesIn(words: readonly string[]): string[] {
  return unwrap({ words: [...words], writes: [], reads: [], feeds: [] }, false, DEEPEST).map(
    (command) => command.words[0]!,
  );
}

function closingParen(line: string, start: number): number {
  let depth = 1;
  for (let n = start; n < line.length; n++) {
    const char = line[n];
    if (char === '\\') n++;
    else if (char === "'") n = Math.max(n, line.indexOf("'", n + 1));
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return n;
  }
  return line.length;
}

function closingTick(line: string, start: number): number {
  for (let n = start; n < line.length; n++) {
    if (line[n] === '\\') n++;
    else if (line[n] === '`') return n;
  }
  return line.length;
}

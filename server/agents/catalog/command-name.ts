import { basename } from 'node:path';

/** Programs that run what their first argument names, and their options that take a value. */
const INTERPRETERS = /^(node|nodejs|bun|deno|tsx|ts-node|python[\d.]*|ruby|perl|php|sh|bash|zsh|java|dotnet)$/;
const RUNNERS = /^(npx|bunx|pnpx|uvx|pipx|npm|pnpm|yarn|uv|env|nice|nohup)$/;
/** Words that such a program takes before what it runs. */
const VERBS = /^(run|exec|dlx|x|tool)$/;
const TAKES_WORD =
  /^(-r|--require|--import|--loader|--experimental-loader|-C|--conditions|--env-file|--max-old-space-size|--prefix|--python|--with|--index-url|-n)$/;
/** What names the package whose command then follows. */
const NAMES_PACKAGE = /^(-p|--package|--from)$/;
/** Names that say nothing; the folder above says more. */
const BARE = /^(index|main|cli|app|server|start|run|agent|acp|bin|dist|build|src|lib|out|__main__)$/;

/** Folders that hold programs of many makers. */
const SHARED = /^(usr|local|opt|home|root|tmp|var|Users|\.bin|node_modules|\.local|share)$/;
/** Folders that hold the home of each person. */
const HOMES = /^(home|Users)$/;

/** What a command line runs, without the interpreter or the package runner that runs it. */
export function commandTarget(argv: readonly string[]): string {
  let rest = argv;
  for (;;) {
    const [program = '', ...args] = rest;
    const name = programName(program);
    if (!INTERPRETERS.test(name) && !RUNNERS.test(name)) return program;
    const next = afterOptions(args);
    if (next.module) return next.module;
    if (next.words.length === 0) return next.named ?? program;
    // A script is the end of it; a package runner may be told to run another interpreter.
    if (INTERPRETERS.test(name)) return next.words[0]!;
    rest = next.words;
  }
}

/** A name that a person would give to a command line: of its script or package rather than of what runs it. */
export function commandName(argv: readonly string[]): string {
  const target = commandTarget(argv);
  const program = programName(argv[0] ?? '');
  // A line for a shell may run anything; its name would be a guess.
  if (/\s/.test(basename(target))) return program;
  const parts = target.split('/').filter((part) => !/^\.{0,2}$/.test(part));
  const names = parts.map((part) => withoutEnding(part));
  const last = names.at(-1) || program;
  // A program is called what its maker called it; a script may be one of many called "index".
  if (target === argv[0]) return last;
  const at = names.findLastIndex((name) => !BARE.test(name));
  const isShared = at < 0 || SHARED.test(names[at]!) || HOMES.test(names[at - 1] ?? '');
  return isShared && at < names.length - 1 ? last : names[at]!;
}

function programName(program: string): string {
  return basename(program).replace(/\.exe$/, '');
}

interface Rest {
  readonly words: readonly string[];
  readonly module: string | null;
  readonly named: string | null;
}

function afterOptions(args: readonly string[]): Rest {
  let named: string | null = null;
  let n = 0;
  for (; n < args.length; n++) {
    const word = args[n]!;
    if (word === '--') return { words: args.slice(n + 1), module: null, named };
    if (word === '-m') return { words: [], module: args[n + 1] ?? null, named };
    if (word === '-jar') continue;
    if (NAMES_PACKAGE.test(word)) named = args[++n] ?? null;
    else if (word.startsWith('--package=') || word.startsWith('--from=')) named = word.slice(word.indexOf('=') + 1);
    else if (TAKES_WORD.test(word)) n++;
    else if (!word.startsWith('-') && !/^\w+=/.test(word) && !VERBS.test(word)) break;
  }
  return { words: args.slice(n), module: null, named };
}

/** Without a version (`name@1.2`) and without the ending of a script. */
function withoutEnding(part: string): string {
  const bare = part.replace(/(?<=.)@[^@]*$/, '');
  return bare.replace(/\.(m|c)?[jt]sx?$|\.(py|rb|pl|php|sh|jar|exe|dll)$/, '') || part;
}

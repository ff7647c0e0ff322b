import type { AskedCall } from '../protocol/api/permission-rule.js';
import { own } from '../protocol/own.js';
import { type CallFacts, factsOf } from './call-facts.js';
import { type CalledCommand, shellCommand } from './match-command.js';

/** Programs that change nothing, no matter what they are given. */
const LOOKERS = new Set(
  (
    'ls pwd cat head tail wc grep egrep fgrep stat du df which whoami id uname echo true false cd sleep basename ' +
    'dirname realpath readlink cut tr nl rev tac seq paste comm join fold diff cmp md5sum sha1sum sha256sum cksum ' +
    'nproc arch uptime type'
  ).split(' '),
);
/** Programs that do so only without some of their options, or with nothing but some. */
const CAREFUL: Readonly<Record<string, (args: readonly string[]) => boolean>> = {
  git: ([verb = '', ...args]) =>
    (GIT_LOOKS.has(verb) && !args.some(isGitDeed)) || (own(GIT_LISTS, verb)?.test(args.join(' ')) ?? false),
  find: (args) => !args.some((arg) => FIND_DEEDS.test(arg)),
  // `-v` takes a name, in which a shell would run what is in brackets.
  printf: ([first = '']) => !first.startsWith('-'),
  // An output file, and a program that compresses.
  sort: (args) => args.every((arg) => !arg.startsWith('-') || /^-[bdfghiMnRrVucsz\d.,kt]+$/.test(arg)),
  // A second name is where it writes to.
  uniq: (args) => args.every((arg) => /^-[cdiuz]+$/.test(arg) || !arg.startsWith('-')) && namesIn(args) <= 1,
  date: (args) => args.every((arg) => arg.startsWith('+') || arg === '-u'),
  rg: (args) => args.every((arg) => !/^--(pre|hostname-bin)/.test(arg)),
  command: ([first = '']) => /^-[vV]$/.test(first),
  test: isFileTest,
  '[': (args) => args.at(-1) === ']' && isFileTest(args.slice(0, -1)),
};
/** What of git changes nothing. */
const GIT_LOOKS = new Set(['status', 'log', 'diff', 'show', 'rev-parse', 'ls-files', 'blame']);
/** What lists something as long as it is given nothing else. */
const GIT_LISTS: Readonly<Record<string, RegExp>> = {
  branch: /^(?:(?:-a|-r|-v|-vv|--all|--remotes|--list|--show-current)(?: |$))*$/,
  remote: /^(?:-v|--verbose)?$/,
  tag: /^(?:-l|--list)?$/,
  stash: /^list$/,
};
/** Options by which git writes a file or runs another program; git takes any beginning of a long one for it. */
const GIT_DEEDS = ['--output', '--ext-diff', '--textconv', '--open-files-in-pager'];
/** What makes `find` do something with what it has found. */
const FIND_DEEDS = /^-(exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls)$/;
/** Redirections by which nothing is kept. */
const NOWHERE = /(?<=[ \t\n])(?:(?:[12]|&)?>{1,2}[ \t]?\/dev\/null|2>&1)(?=$|[ \t\n;|&])/g;
/** Kinds of calls that change nothing by what they are called. */
const LOOKING_KINDS = new Set(['read', 'search', 'think', 'fetch', 'switch_mode', 'other']);
/** Fields of a tool's input that say what is to be changed. */
const CHANGES = 'diff patch new_string newString new_str newText file_text content contents edits'.split(' ');
/** In the input of file tools `command` may be a word of the tool. */
const LOOKING_WORDS = new Set(['view', 'read', 'list', 'ls', 'open', 'cat', 'find', 'search', 'get', 'grep']);

/** Whether a call runs commands that only look around, which agents do unasked also where they ask before they act. */
export function looksOnly({ kind, commands, title, isTooLong }: CallFacts): boolean {
  if (kind !== 'execute' || isTooLong) return false;
  // Some agents tell the command in the title only.
  const all = commands.length > 0 ? commands : [shellCommand(title)];
  return all.every(isLook);
}

/** Whether a call changes nothing, by what it carries rather than by what it is called. */
export function onlyLooks(call: AskedCall): boolean {
  const facts = factsOf(call);
  const { kind, commands, paths, isTooLong } = facts;
  if (isTooLong || carriesChange(call) || carriesScript(facts)) return false;
  if (kind === 'execute') return looksOnly(facts);
  if (!LOOKING_KINDS.has(kind)) return false;
  return commands.every((command) => isLook(command) || (paths.length > 0 && LOOKING_WORDS.has(command.text)));
}

/** Whether a call that runs something has more in fields that nobody knows: words with blanks between may be a command. */
function carriesScript({ kind, commands, maybeCommands }: CallFacts): boolean {
  if (kind !== 'execute' && commands.length === 0) return false;
  return maybeCommands.some((command) => /\s/.test(command.text.trim()) && !isLook(command));
}

/** Whether one simple command is known to change nothing. */
export function isLookBy([program = '', ...args]: readonly string[]): boolean {
  return LOOKERS.has(program) || (Object.hasOwn(CAREFUL, program) && own(CAREFUL, program)!(args));
}

/** Whether a call brings a change of a file, as a diff or in its input. */
function carriesChange({ toolCall, entry }: AskedCall): boolean {
  const content = [...(toolCall.content ?? []), ...(entry?.content ?? [])];
  const inputs = [toolCall.rawInput, entry?.rawInput];
  return (
    content.some(({ type }) => type === 'diff') || inputs.some((input) => hasField(input, CHANGES) || hasPatch(input))
  );
}

function hasPatch(input: unknown): boolean {
  const texts = typeof input === 'object' && input !== null ? Object.values(input) : [input];
  return texts.some(
    (text) => typeof text === 'string' && /^(\*\*\* Begin Patch|--- .*\n\+\+\+ |diff --git )/m.test(text),
  );
}

function hasField(input: unknown, names: readonly string[]): boolean {
  return typeof input === 'object' && input !== null && names.some((name) => typeof own(input, name) === 'string');
}

/** Whether a file is there; other tests may reckon, and a shell runs what is in the brackets of a name then. */
function isFileTest([first = '', ...args]: readonly string[]): boolean {
  return /^-[fdersxwhL]$/.test(first) && args.length === 1;
}

function isLook({ text, split }: CalledCommand): boolean {
  const quiet = text.replace(NOWHERE, ' ');
  const { parts, isPlain } = quiet === text ? split : shellCommand(quiet).split;
  return isPlain && parts.length > 0 && parts.every(isLookBy);
}

function isGitDeed(arg: string): boolean {
  const name = arg.split('=')[0]!;
  if (/^-[^-]*[oO]/.test(arg)) return true;
  return name.length > 2 && GIT_DEEDS.some((deed) => deed.startsWith(name));
}

function namesIn(args: readonly string[]): number {
  return args.filter((arg) => !arg.startsWith('-')).length;
}

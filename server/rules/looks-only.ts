import type { CallFacts } from './call-facts.js';
import { type CalledCommand, shellCommand } from './match-command.js';

/** Programs that change nothing, whatever they are given. */
const LOOKERS = new Set('ls pwd cat head tail wc grep egrep fgrep stat du df which whoami id uname'.split(' '));
/** What of git changes nothing. */
const GIT_LOOKS = new Set(['status', 'log', 'diff', 'show', 'rev-parse']);
/** Options by which git writes a file or runs another program. */
const GIT_DEEDS = /^(--output|-o|--ext-diff|--textconv)/;
/** What makes `find` do something with what it has found. */
const FIND_DEEDS = /^-(exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls)$/;

/** Whether a call runs commands that only look around, which agents do unasked also where they ask before they act. */
export function looksOnly({ kind, commands, title, isTooLong }: CallFacts): boolean {
  if (kind !== 'execute' || isTooLong) return false;
  // Some agents tell the command in the title only.
  const all = commands.length > 0 ? commands : [shellCommand(title)];
  return all.every(isLook);
}

function isLook({ split: { parts, isPlain } }: CalledCommand): boolean {
  return isPlain && parts.length > 0 && parts.every(([program = '', ...args]) => isLookBy(program, args));
}

function isLookBy(program: string, args: readonly string[]): boolean {
  if (program === 'git') return GIT_LOOKS.has(args[0] ?? '') && !args.some((arg) => GIT_DEEDS.test(arg));
  if (program === 'find') return !args.some((arg) => FIND_DEEDS.test(arg));
  return LOOKERS.has(program);
}

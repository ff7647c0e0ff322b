import type { SignInMethod, SignInVariable } from '../../protocol/api/agent-sign-in.js';
import { type Fields, fieldsOf, isFields } from '../../protocol/fields.js';
import { shellWord } from '../../protocol/shell-word.js';
import { cutName, cutText } from '../../text/cut-text.js';
import { cleanLine, stripControl } from '../../text/strip-control.js';
import { idOf, listOf, stringField } from '../parse/read-fields.js';

/** A command of a sign-in, before it is run. */
export interface AuthCommand {
  argv: readonly string[];
  env: Readonly<Record<string, string>>;
}

/** A way to sign in, with what it takes to go it. */
export interface AuthMethod {
  shown: SignInMethod;
  command: AuthCommand | null;
}

export interface AuthContext {
  /** The program of the agent and the arguments that it is always given. */
  argv: readonly string[];
  /** Whether a terminal can be offered. */
  hasTerminal: boolean;
}

const MOST_METHODS = 20;
const MOST_WORDS = 200;
/** A line that is longer cannot be read by a person who has to agree to it. */
const MOST_LINE_CHARS = 4_000;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Reads the ways to sign in that an agent offers; what cannot be used is shown and harmless. */
export function parseAuthMethods(value: unknown, context: AuthContext): AuthMethod[] {
  const seen = new Set<string>();
  const methods = listOf(value, (item) => {
    const fields = fieldsOf(item);
    const id = idOf(fields.id);
    if (id === null || id.length > 200 || seen.has(id)) return null;
    seen.add(id);
    return methodOf(id, fields, context);
  });
  return (methods ?? []).slice(0, MOST_METHODS);
}

function methodOf(id: string, fields: Fields, context: AuthContext): AuthMethod {
  const meta = fieldsOf(fields._meta);
  const name = cutName(cleanLine(stringField(fields.name) ?? ''), 100) || cutName(cleanLine(id), 100);
  const description = cutText(stripControl(stringField(fields.description) ?? '').trim(), 1_000) || null;
  const about = { id, name, description };
  const type = stringField(fields.type) ?? 'agent';
  if (type === 'terminal') return terminalMethod(about, ownCommand(fields, context), { ...context, isOwn: true });
  if (type === 'env_var') return { shown: { ...about, ...variablesOf(fields) }, command: null };
  if (type !== 'agent') return { shown: { ...about, kind: 'unknown' }, command: null };
  const foreign = meta['terminal-auth'];
  if (isFields(foreign)) return terminalMethod(about, foreignCommand(foreign), { ...context, isOwn: false });
  if (meta.type === 'terminal') return terminalMethod(about, ownCommand(meta, context), { ...context, isOwn: true });
  return { shown: { ...about, kind: 'agent' }, command: null };
}

type About = Pick<SignInMethod, 'id' | 'name' | 'description'>;

function terminalMethod(
  about: About,
  command: AuthCommand | null,
  { hasTerminal, isOwn }: AuthContext & { isOwn: boolean },
): AuthMethod {
  const commandLine = command ? shellLine(command.argv, command.env) : '';
  if (!command || commandLine.length > MOST_LINE_CHARS) return { shown: { ...about, kind: 'unknown' }, command: null };
  return { shown: { ...about, kind: 'terminal', commandLine, needsConsent: !isOwn, canRun: hasTerminal }, command };
}

/** The same program as the agent, with more arguments. */
function ownCommand({ args, env }: Fields, { argv }: AuthContext): AuthCommand | null {
  const [words, variables] = [wordsOf(args), environmentOf(env)];
  return words && variables ? { argv: [...argv, ...words], env: variables } : null;
}

/** Whatever program the agent wants. */
function foreignCommand({ command, args, env }: Fields): AuthCommand | null {
  const [words, variables] = [wordsOf(args), environmentOf(env)];
  if (typeof command !== 'string' || command.trim() === '' || command.includes('\0')) return null;
  return words && variables ? { argv: [command, ...words], env: variables } : null;
}

/** All words or none: a command of which something was left out is another one. */
function wordsOf(args: unknown): string[] | null {
  if (args === undefined || args === null) return [];
  if (!Array.isArray(args) || args.length > MOST_WORDS) return null;
  return args.every((word) => typeof word === 'string' && !word.includes('\0')) ? (args as string[]) : null;
}

/** Variables as an object or, as elsewhere in ACP, as a list of names and values. */
function environmentOf(env: unknown): Record<string, string> | null {
  if (env === undefined || env === null) return {};
  const pairs = Array.isArray(env)
    ? env.map((item) => [fieldsOf(item).name, fieldsOf(item).value])
    : isFields(env) && Object.entries(env);
  if (!pairs || pairs.length > MOST_WORDS) return null;
  const isGood = ([name, value]: unknown[]) =>
    typeof name === 'string' && VARIABLE.test(name) && typeof value === 'string' && !value.includes('\0');
  return pairs.every(isGood) ? (Object.fromEntries(pairs) as Record<string, string>) : null;
}

/** The withdrawn kind of method that asks for variables, in its later and its first form. */
function variablesOf({ vars, varName, link }: Fields) {
  const variables = listOf(vars ?? (varName ? [{ name: varName }] : []), (item): SignInVariable | null => {
    const { name, label, optional } = fieldsOf(item);
    if (typeof name !== 'string' || name.length > 200 || !VARIABLE.test(name)) return null;
    return { name, label: cutName(cleanLine(stringField(label) ?? ''), 100) || null, isOptional: optional === true };
  });
  const address = stringField(link);
  const isWeb = address !== null && address.length < 2_000 && /^https?:\/\//i.test(address) && URL.canParse(address);
  return {
    kind: 'env_var',
    variables: (variables ?? []).slice(0, MOST_METHODS),
    link: isWeb ? address : null,
  } as const;
}

/** A command as a person could type it into a shell, with nothing in it that could hide. */
export function shellLine(argv: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${visibleWord(value)}`);
  return [...variables, ...argv.map(visibleWord)].join(' ');
}

/** A word as a shell wants it; one with characters that do not show is written with escapes. */
function visibleWord(word: string): string {
  if (!HIDDEN.test(word)) return shellWord(word);
  return `$'${[...word].map(escaped).join('')}'`;
}

/** Controls, marks of direction, and everything else that takes no place of its own. */
const HIDDEN = /\p{C}|\p{Zl}|\p{Zp}|\u034f|\u115f|\u1160|\u3164|\uffa0/u;

function escaped(character: string): string {
  if (character === "'" || character === '\\') return `\\${character}`;
  if (!HIDDEN.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

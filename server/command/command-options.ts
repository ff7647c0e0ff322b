import { parseArgs } from 'node:util';
import { own } from '../protocol/own.js';
import { UsageError } from './usage-error.js';

/** What a person asked for on the command line; null where they said nothing. */
export interface CommandOptions {
  readonly folder: string;
  readonly agent: string | null;
  readonly port: number | null;
  readonly open: boolean | null;
  readonly dataDir: string | null;
  readonly config: string | null;
  /** Folders that sessions may use besides their own. */
  readonly addDirs: readonly string[];
  readonly verbose: boolean;
  readonly json: boolean;
}

export type CommandLine =
  | { kind: 'help' }
  | { kind: 'version' }
  /** A command that works with a server, by its name and what follows it. */
  | { kind: 'client'; name: string; args: readonly string[] }
  | { kind: 'start'; options: CommandOptions };

/** First words that are no folders; a folder of that name is given as `./ask`. */
const CLIENT_COMMANDS: readonly string[] = ['ask', 'send', 'sessions', 'token'];

const OPTIONS = {
  agent: { type: 'string' },
  port: { type: 'string' },
  'no-open': { type: 'boolean' },
  'data-dir': { type: 'string' },
  config: { type: 'string' },
  'add-dir': { type: 'string' },
  verbose: { type: 'boolean' },
  json: { type: 'boolean' },
  version: { type: 'boolean', short: 'v' },
  help: { type: 'boolean', short: 'h' },
} as const;

type OptionName = keyof typeof OPTIONS;

/** The ports above 1023 that browsers refuse to open, no matter what listens there. */
const PORTS_BROWSERS_REFUSE = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** Reads the arguments of `acdeck`; anything it does not understand is a `UsageError`. */
export function parseCommand(args: readonly string[]): CommandLine {
  const [first, ...rest] = args;
  if (first !== undefined && CLIENT_COMMANDS.includes(first)) return { kind: 'client', name: first, args: rest };
  const { values, folders, addDirs } = readArguments(args);
  if (values.has('help')) return { kind: 'help' };
  if (values.has('version')) return { kind: 'version' };
  if (folders.length > 1) throw new UsageError(`AcDeck opens one folder, but ${folders.length} were given.`);
  const folder = folders[0] ?? '.';
  if (folder === '') throw new UsageError('The folder is empty. Leave it out to use the current one.');
  return {
    kind: 'start',
    options: {
      folder,
      agent: values.get('agent') ?? null,
      port: portFrom(values.get('port')),
      open: values.has('no-open') ? false : null,
      dataDir: values.get('data-dir') ?? null,
      config: values.get('config') ?? null,
      addDirs,
      verbose: values.has('verbose'),
      json: values.has('json'),
    },
  };
}

/** Says whether browsers can open an address with this port. */
export function canBrowse(port: number): boolean {
  return !PORTS_BROWSERS_REFUSE.has(port);
}

/** Works from the tokens, because the strict mode of `parseArgs` explains itself in paragraphs. */
function readArguments(args: readonly string[]): {
  values: Map<OptionName, string>;
  folders: string[];
  addDirs: string[];
} {
  const { tokens } = parseArgs({
    args: [...args],
    options: OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<OptionName, string>();
  const folders: string[] = [];
  const addDirs: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') folders.push(token.value);
    if (token.kind !== 'option') continue;
    const [name, text] = [nameOf(token), textOf(token)];
    // The only one that may be given several times.
    if (name === 'add-dir') addDirs.push(text);
    else values.set(name, text);
  }
  return { values, folders, addDirs };
}

interface OptionToken {
  name: string;
  rawName: string;
  value?: string | undefined;
}

function nameOf({ name, rawName }: OptionToken): OptionName {
  if (Object.hasOwn(OPTIONS, name)) return name as OptionName;
  throw new UsageError(`Unknown option ${rawName}. Run acdeck --help to see them all.`);
}

function textOf({ name, rawName, value }: OptionToken): string {
  if (own(OPTIONS, name)?.type === 'boolean') {
    if (value !== undefined) throw new UsageError(`${rawName} doesn't take a value.`);
    return '';
  }
  const isNextOption = value !== undefined && /^--[a-z]/.test(value);
  if (value === undefined || value.trim() === '' || isNextOption) throw new UsageError(`${rawName} needs a value.`);
  return value;
}

function portFrom(text: string | undefined): number | null {
  if (text === undefined) return null;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new UsageError(`--port needs a number from 0 (any free port) to 65535, not "${text}".`);
  if (!canBrowse(port)) throw new UsageError(`Browsers refuse to open port ${port}. Choose another one.`);
  return port;
}

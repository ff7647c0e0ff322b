import { parseArgs } from 'node:util';
import { UsageError } from '../command/usage-error.js';
import { TOKEN_DAYS, TOKEN_LABEL_CHARS, TOKEN_ROLES, type TokenRole } from '../protocol/api/programs.js';
import { own } from '../protocol/own.js';

/** Where a command looks for a running server, or starts one. */
export interface ClientPlace {
  readonly folder: string;
  readonly dataDir: string | null;
  readonly config: string | null;
}

export const FORMATS = ['text', 'json', 'quiet'] as const;
export type Format = (typeof FORMATS)[number];

/** What to do about a request that nobody has answered. */
export const ON_ASK = ['wait', 'reject', 'fail'] as const;
export type OnAsk = (typeof ON_ASK)[number];

export interface AskOptions extends ClientPlace {
  /** Null: stdin alone. */
  readonly prompt: string | null;
  readonly readsStdin: boolean;
  readonly agent: string | null;
  readonly session: string | null;
  /** The session has to be there already. */
  readonly isKnownSession: boolean;
  readonly waits: boolean;
  /** Null: wait where somebody can answer, else reject. */
  readonly onAsk: OnAsk | null;
  readonly format: Format;
}

export type ClientCommand =
  | { kind: 'help' }
  | { kind: 'ask'; options: AskOptions }
  | { kind: 'sessions'; place: ClientPlace; format: Format }
  | { kind: 'token_add'; place: ClientPlace; label: string; role: TokenRole; days: number }
  | { kind: 'token_list'; place: ClientPlace; format: Format }
  | { kind: 'token_remove'; place: ClientPlace; which: string };

const OPTIONS = {
  folder: { type: 'string' },
  'data-dir': { type: 'string' },
  config: { type: 'string' },
  agent: { type: 'string' },
  session: { type: 'string' },
  'no-wait': { type: 'boolean' },
  'on-ask': { type: 'string' },
  format: { type: 'string' },
  role: { type: 'string' },
  days: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

type OptionName = keyof typeof OPTIONS;

const PLACE: readonly OptionName[] = ['folder', 'data-dir', 'config', 'help'];

/** Reads what follows `acdeck` where its first word is `ask`, `send`, `sessions` or `token`. */
export function parseClient(name: string, args: readonly string[]): ClientCommand {
  switch (name) {
    case 'ask':
      return parseAsk(args);
    case 'send':
      return parseSend(args);
    case 'sessions': {
      const { values, words } = read(args, ['format']);
      if (values.has('help')) return { kind: 'help' };
      if (words.length > 0)
        throw new UsageError(`acdeck sessions takes no "${words[0]}". Name a folder with --folder.`);
      return { kind: 'sessions', place: placeOf(values), format: formatOf(values) };
    }
    default:
      return parseToken(args);
  }
}

function parseAsk(args: readonly string[]): ClientCommand {
  const { values, words } = read(args, ['agent', 'session', 'no-wait', 'on-ask', 'format']);
  if (values.has('help')) return { kind: 'help' };
  const readsStdin = words.includes('-');
  const [prompt, ...more] = words.filter((word) => word !== '-');
  if (more.length > 0) throw new UsageError('acdeck ask takes one message. Put it in quotes.');
  if (!readsStdin && !prompt?.trim()) {
    throw new UsageError(
      'acdeck ask needs a message in quotes, or - to read it from stdin. For a folder: acdeck ./ask',
    );
  }
  return {
    kind: 'ask',
    options: {
      ...{ prompt: prompt ?? null, readsStdin, isKnownSession: false, waits: !values.has('no-wait') },
      ...{ agent: values.get('agent') ?? null, session: values.get('session') ?? null },
      ...{ onAsk: oneOf(ON_ASK, values.get('on-ask'), '--on-ask') ?? null, format: formatOf(values) },
      ...placeOf(values),
    },
  };
}

function parseSend(args: readonly string[]): ClientCommand {
  const { values, words } = read(args, ['format']);
  if (values.has('help')) return { kind: 'help' };
  const [session, prompt, ...more] = words;
  if (!session?.trim() || !prompt?.trim() || more.length > 0) {
    throw new UsageError('acdeck send needs a session, by its title or id, and a message in quotes (or -).');
  }
  return {
    kind: 'ask',
    options: {
      ...{ prompt: prompt === '-' ? null : prompt, readsStdin: prompt === '-', session, isKnownSession: true },
      ...{ waits: false, agent: null, onAsk: null, format: formatOf(values), ...placeOf(values) },
    },
  };
}

function parseToken(args: readonly string[]): ClientCommand {
  const { values, words } = read(args, ['role', 'days', 'format']);
  if (values.has('help')) return { kind: 'help' };
  const [act, ...rest] = words;
  const place = placeOf(values);
  if (act === 'list' && rest.length === 0) return { kind: 'token_list', place, format: formatOf(values) };
  const [label, ...more] = rest;
  if (act === 'remove' && label?.trim() && more.length === 0) return { kind: 'token_remove', place, which: label };
  if (act !== 'add' || !label?.trim() || more.length > 0) {
    throw new UsageError('Use acdeck token add <label>, acdeck token list, or acdeck token remove <label>.');
  }
  if (label.trim().length > TOKEN_LABEL_CHARS) {
    throw new UsageError(`A label has at most ${TOKEN_LABEL_CHARS} characters.`);
  }
  const role = oneOf(TOKEN_ROLES, values.get('role'), '--role') ?? 'viewer';
  return { kind: 'token_add', place, label: label.trim(), role, days: daysOf(values.get('days')) };
}

function read(args: readonly string[], known: readonly OptionName[]) {
  const { tokens } = parseArgs({
    args: [...args],
    options: OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<OptionName, string>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const name = token.name as OptionName;
    if (![...known, ...PLACE].includes(name)) {
      throw new UsageError(`Unknown option ${token.rawName}. Run acdeck ask --help to see them all.`);
    }
    values.set(name, textOf(token));
  }
  return { values, words };
}

function textOf({ name, rawName, value }: { name: string; rawName: string; value?: string | undefined }): string {
  if (own(OPTIONS, name)?.type === 'boolean') {
    if (value !== undefined) throw new UsageError(`${rawName} doesn't take a value.`);
    return '';
  }
  if (value === undefined || value.trim() === '') throw new UsageError(`${rawName} needs a value.`);
  return value;
}

function oneOf<T extends string>(all: readonly T[], text: string | undefined, option: string): T | undefined {
  const found = all.find((each) => each === text);
  if (text !== undefined && !found) throw new UsageError(`${option} is one of ${all.join(', ')}, not "${text}".`);
  return found;
}

function formatOf(values: ReadonlyMap<OptionName, string>): Format {
  return oneOf(FORMATS, values.get('format'), '--format') ?? 'text';
}

function daysOf(text: string | undefined): number {
  const days = text === undefined ? TOKEN_DAYS.usual : /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (days >= TOKEN_DAYS.least && days <= TOKEN_DAYS.most) return days;
  throw new UsageError(`--days needs a number from ${TOKEN_DAYS.least} to ${TOKEN_DAYS.most}, not "${text}".`);
}

function placeOf(values: ReadonlyMap<OptionName, string>): ClientPlace {
  const at = (name: OptionName) => values.get(name) ?? null;
  return { folder: at('folder') ?? '.', dataDir: at('data-dir'), config: at('config') };
}

import { HIDDEN, redactText } from './redact-text.js';
import { isCountName, isSecretName } from './secret-names.js';

/** Deeper or wider than this, a message is noise; its rest is only counted. */
const DEEPEST = 32;
const WIDEST = 400;
const LONGEST = 8_000;

/** Fields whose words say what kind of message it is and never what it is about. */
const STRUCTURE = new Set(
  'jsonrpc id method sessionId toolCallId terminalId messageId requestId elicitationId optionId modeId configId modelId methodId kind status type sessionUpdate stopReason outcome action currentModeId currentModelId currentValue role priority mimeType protocolVersion version severity mode signal'.split(
    ' ',
  ),
);
/** What goes by its own name in a list: `{ "name": "TOKEN", "value": "…" }`. */
const PAIR_LISTS = new Set(['env', 'headers']);

export interface RedactOptions {
  /** Without it every text is replaced by its length, but for the words that say what kind of message it is. */
  withContents: boolean;
}

/** A message of the protocol as it may be shown to others. */
export function redactValue(value: unknown, options: RedactOptions): unknown {
  return redact(value, { ...options, name: '', depth: 0, isHidden: false });
}

interface Place extends RedactOptions {
  /** The name of the field that the value is in. */
  name: string;
  depth: number;
  /** Whether the field's name, or that of one around it, says that this is a secret. */
  isHidden: boolean;
}

function redact(value: unknown, place: Place): unknown {
  if (typeof value === 'string') return redactString(value, place);
  if (typeof value === 'number') return place.isHidden && !isCountName(place.name) ? HIDDEN : value;
  if (typeof value !== 'object' || value === null) return value;
  if (place.depth >= DEEPEST) return '[deeper]';
  return Array.isArray(value) ? redactList(value, place) : redactObject(value as Record<string, unknown>, place);
}

function redactString(text: string, { name, isHidden, withContents }: Place): string {
  if (isHidden) return text === '' ? '' : HIDDEN;
  const isStructure = STRUCTURE.has(name) && text.length <= 200;
  if (!withContents && !isStructure) return `[${text.length} characters]`;
  // The cut comes last: half of a secret might not be known by its shape.
  const clean = redactText(text.length > LONGEST * 4 ? text.slice(0, LONGEST * 4) : text);
  return clean.length <= LONGEST ? clean : `${clean.slice(0, LONGEST)}… [${text.length} characters]`;
}

function redactList(list: readonly unknown[], place: Place): unknown[] {
  const depth = place.depth + 1;
  const shown = list.slice(0, WIDEST).map((item, n) => {
    // A flag and its value, one after the other.
    const before = list[n - 1];
    const isFlagged = typeof before === 'string' && /^--?[^=]*$/.test(before) && isSecretName(before);
    return redact(item, { ...place, depth, isHidden: place.isHidden || isFlagged });
  });
  return list.length > WIDEST ? [...shown, `[${list.length - WIDEST} more]`] : shown;
}

function redactObject(fields: Record<string, unknown>, place: Place): Record<string, unknown> {
  const entries = Object.entries(fields);
  const label = typeof fields.name === 'string' ? fields.name : '';
  const shown = entries.slice(0, WIDEST).map(([name, value]): [string, unknown] => {
    const isPair = name === 'value' && (PAIR_LISTS.has(place.name) || isSecretName(label));
    const isHidden = place.isHidden || isPair || isSecretName(name);
    return [fieldName(name, place), redact(value, { ...place, name, depth: place.depth + 1, isHidden: isHidden })];
  });
  const rest = entries.length - shown.length;
  return Object.fromEntries(rest > 0 ? [...shown, ['…', `[${rest} more]`]] : shown);
}

/** Names are words too: some agents put data there. */
function fieldName(name: string, { withContents, isHidden }: Place): string {
  if (/^[A-Za-z_][\w-]{0,39}$/.test(name) && !isHidden) return redactText(name);
  return withContents && !isHidden ? redactText(name).slice(0, 200) : `[${name.length} characters]`;
}

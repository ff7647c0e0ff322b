import { existsSync, readFileSync } from 'node:fs';
import type { TryPlace } from './try-place.js';

/** One line that went over the wire, and which of the two said it. */
export interface WireLine {
  readonly from: 'client' | 'agent' | 'tap';
  readonly line: string;
}

/** A line of JSON-RPC, as far as a proof has to look into it. */
interface Message {
  readonly id?: unknown;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever an agent says
  readonly params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: whatever an agent says
  readonly result?: any;
  readonly error?: { readonly data?: unknown };
}

/** All that was said so far, without what is different on every machine. */
export function readTrace(place: TryPlace): WireLine[] {
  if (!existsSync(place.trace)) return [];
  const lines = redactedTrace(place).split('\n');
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as WireLine]));
}

/** The trace without what is different on every machine or looks like a secret. */
export function redactedTrace(place: TryPlace): string {
  return readFileSync(place.trace, 'utf8')
    .replaceAll(place.folder, '/project')
    .replaceAll(place.home, '/home')
    .replaceAll(place.root, '/try')
    .replaceAll(place.modelKey, '[key]')
    .replace(/acdeck_mcp_[\w-]+/g, '[secret]');
}

/** What a line says; an empty message if it is none. */
export function messageIn({ line }: WireLine): Message {
  try {
    return JSON.parse(line) as Message;
  } catch {
    return {};
  }
}

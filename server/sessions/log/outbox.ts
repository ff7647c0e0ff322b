import type { SessionEvent } from '../../protocol/session/session-event.js';

/** An event that has happened and has no number yet. */
export interface Draft {
  readonly event: SessionEvent;
  readonly at: number;
  /** The clock's reading then, by which turns are timed. */
  readonly ticks: number;
}

/** When something happened. */
export type Moment = Pick<Draft, 'at' | 'ticks'>;

/** A longer text becomes several events, and more than this is never joined into one. */
const PIECE_CHARS = 32 * 1024;

/**
 * What waits to be written. Neighbouring pieces of one message or one terminal become one event here,
 * before they get a number, so that every reader sees the same log.
 */
export class Outbox {
  readonly #mostBytes: number;
  #drafts: Draft[] = [];
  #bytes = 0;
  #lostBytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get drafts(): readonly Draft[] {
    return this.#drafts;
  }

  /** About how much memory the drafts take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How much output there was no room for since the last `clear`. */
  get lostBytes(): number {
    return this.#lostBytes;
  }

  push(event: SessionEvent, { at, ticks }: Moment): void {
    const text = textOf(event);
    const size = text?.length ?? JSON.stringify(event).length;
    if (this.#bytes + size > this.#mostBytes && isOutput(event)) {
      this.#lostBytes += size;
      return;
    }
    this.#bytes += size;
    if (text === null) this.#drafts.push({ event, at, ticks });
    else
      for (const piece of splitText(text, PIECE_CHARS))
        this.#pushText({ event: withText(event, piece), at, ticks }, piece);
  }

  clear(): void {
    this.#drafts = [];
    this.#bytes = 0;
    this.#lostBytes = 0;
  }

  #pushText(draft: Draft, piece: string): void {
    const last = this.#drafts.at(-1);
    const before = last && isSameText(last.event, draft.event) ? textOf(last.event) : null;
    if (last && before !== null && before.length + piece.length <= PIECE_CHARS) {
      this.#drafts[this.#drafts.length - 1] = { ...last, event: withText(last.event, before + piece) };
      return;
    }
    this.#drafts.push(draft);
  }
}

/** The text of an event that can be joined with its neighbours, or null. */
function textOf(event: SessionEvent): string | null {
  if (event.type === 'terminal_output') return event.text;
  if (event.type !== 'agent_update') return null;
  const { update } = event;
  if (update.sessionUpdate !== 'agent_message_chunk' && update.sessionUpdate !== 'agent_thought_chunk') return null;
  return update.content.type === 'text' && typeof update.content.text === 'string' ? update.content.text : null;
}

function withText(event: SessionEvent, text: string): SessionEvent {
  if (event.type === 'terminal_output') return { ...event, text };
  if (event.type !== 'agent_update' || !('content' in event.update)) return event;
  const update = { ...event.update, content: { ...(event.update.content as object), text } };
  return { ...event, update: update as typeof event.update };
}

function isSameText(a: SessionEvent, b: SessionEvent): boolean {
  if (a.type === 'terminal_output') return b.type === 'terminal_output' && a.terminalId === b.terminalId;
  if (a.type !== 'agent_update' || b.type !== 'agent_update' || textOf(a) === null) return false;
  return a.update.sessionUpdate === b.update.sessionUpdate && idOf(a.update) === idOf(b.update);
}

function idOf(update: object): unknown {
  return Reflect.get(update, 'messageId') ?? null;
}

/** What may be let go when there is no room; all else is small and must not be lost. */
function isOutput(event: SessionEvent): boolean {
  return event.type === 'agent_update' || event.type === 'terminal_output';
}

/** Cuts a text into pieces of at most `chars`, never through the middle of a character. */
function splitText(text: string, chars: number): string[] {
  if (text.length <= chars) return [text];
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const to = from + chars;
    const end = to < text.length && isHighSurrogate(text.charCodeAt(to - 1)) ? to - 1 : to;
    pieces.push(text.slice(from, end));
    from = end;
  }
  return pieces;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

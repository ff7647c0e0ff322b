import type { AgentUpdate } from '../../protocol/events.js';
import { fieldsOf } from '../../protocol/fields.js';
import { isInternal } from '../../protocol/handover.js';
import { stringField } from '../parse/read-fields.js';

/** More than a session has whose past is asked for to check a memory. */
const MOST_TEXTS = 2_000;
const MOST_CHARS = 2_000_000;
const TEXT_CHARS = 4_000;

/** What an agent retells of a past that we hold: enough to see whether it is the same past. */
export class Retelling {
  /** What people said, the newest last, each cut. */
  readonly said: string[] = [];
  /** Whether there were more of them. */
  isCut = false;
  #hasAgentWords = false;
  #chars = 0;
  #messageId: string | null = null;
  #isOpen = false;

  /** Whether any message was retold at all: an agent that has lost a session may still tell of how it was set up. */
  get hasWords(): boolean {
    return this.#hasAgentWords || this.said.some((said) => !isInternal(said));
  }

  take(update: AgentUpdate): void {
    const kind = update.sessionUpdate;
    if (kind === 'agent_message_chunk') this.#hasAgentWords = true;
    if (kind !== 'user_message_chunk') {
      if (kind !== 'available_commands_update') this.#isOpen = false;
      return;
    }
    const { messageId, content } = update as { messageId?: unknown; content?: unknown };
    const id = stringField(messageId);
    const text = stringField(fieldsOf(content).text) ?? '';
    const before = this.#isOpen && id === this.#messageId ? (this.said.pop() ?? '') : '';
    const said = `${before}${text}`.slice(0, TEXT_CHARS);
    this.said.push(said);
    this.#chars += said.length - before.length;
    this.#messageId = id;
    this.#isOpen = true;
    while (this.said.length > MOST_TEXTS || this.#chars > MOST_CHARS) {
      this.#chars -= this.said.shift()!.length;
      this.isCut = true;
    }
  }
}

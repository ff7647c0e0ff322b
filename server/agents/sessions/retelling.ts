import type { AgentUpdate } from '../../protocol/events.js';
import { fieldsOf, stringField } from '../parse/read-fields.js';

const MOST_TEXTS = 200;
const TEXT_CHARS = 4_000;

/** What an agent retells of a past that we hold: enough to see whether it is the same past. */
export class Retelling {
  /** What people said, the newest last, each cut. */
  readonly said: string[] = [];
  /** Whether there were more of them. */
  isCut = false;
  /** Whether any message was retold at all. */
  hasWords = false;
  #messageId: string | null = null;
  #isOpen = false;

  take(update: AgentUpdate): void {
    const kind = update.sessionUpdate;
    if (kind === 'agent_message_chunk') this.hasWords = true;
    if (kind !== 'user_message_chunk') {
      if (kind !== 'available_commands_update') this.#isOpen = false;
      return;
    }
    this.hasWords = true;
    const { messageId, content } = update as { messageId?: unknown; content?: unknown };
    const id = stringField(messageId);
    const text = stringField(fieldsOf(content).text) ?? '';
    if (this.#isOpen && id === this.#messageId) this.said.push(`${this.said.pop() ?? ''}${text}`.slice(0, TEXT_CHARS));
    else this.said.push(text.slice(0, TEXT_CHARS));
    this.#messageId = id;
    this.#isOpen = true;
    if (this.said.length <= MOST_TEXTS) return;
    this.said.shift();
    this.isCut = true;
  }
}

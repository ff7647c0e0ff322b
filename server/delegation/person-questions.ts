import { randomUUID } from 'node:crypto';
import type { QuestionAnswer } from '../ports/agent.js';
import { DELEGATION_LIMITS } from '../protocol/delegation-limits.js';
import type { SessionRegistry } from '../sessions/registry/session-registry.js';
import { cleanWords } from './child-answer.js';
import { ToolRefusal } from './refusal.js';

/** Questions that were answered are remembered up to this many per session. */
const MOST_KEPT = 20;

/** How a question stands that an agent has put to people. */
export type QuestionState =
  | { readonly state: 'waiting' }
  | { readonly state: 'answered'; readonly answer: string }
  | { readonly state: 'declined' };

interface Asked {
  readonly sessionId: string;
  readonly over: Promise<void>;
  state: QuestionState;
}

/** Questions that agents put to people by a tool; they stand where an agent's own questions stand. */
export class PersonQuestions {
  readonly #registry: SessionRegistry;
  readonly #asked = new Map<string, Asked>();

  constructor(registry: SessionRegistry) {
    this.#registry = registry;
    registry.listen({
      onRemove: (id) => {
        for (const [key, { sessionId }] of this.#asked) if (sessionId === id) this.#asked.delete(key);
      },
    });
  }

  /** Asks; gives the name by which the answer can be waited for. */
  ask(sessionId: string, question: string, choices: readonly string[]): string {
    const { questions } = this.#registry.tree.session(sessionId);
    const waiting = [...this.#asked.values()].filter(
      (other) => other.sessionId === sessionId && other.state.state === 'waiting',
    );
    if (waiting.length >= DELEGATION_LIMITS.openQuestions) {
      const sentence = `${waiting.length} questions of yours wait for the person, which is the most. Wait for an answer, or go on without one.`;
      throw new ToolRefusal('too_many', sentence);
    }
    const id = `question-${randomUUID().slice(0, 8)}`;
    const field = { type: 'string', title: 'Answer', ...(choices.length > 0 ? { enum: [...choices] } : {}) };
    const schema = { type: 'object', properties: { answer: field }, required: ['answer'] };
    const asked = questions.ask({ mode: 'form', message: question, schema }, new AbortController().signal);
    const entry: Asked = { sessionId, state: { state: 'waiting' }, over: asked.then((given) => this.#take(id, given)) };
    this.#asked.set(id, entry);
    const own = [...this.#asked].filter(
      ([, other]) => other.sessionId === sessionId && other.state.state !== 'waiting',
    );
    for (const [old] of own.slice(0, -MOST_KEPT)) this.#asked.delete(old);
    return id;
  }

  /** Whether that is the name of a question of this session; a task may be called anything. */
  isOne(sessionId: string, name: string): boolean {
    return this.#asked.get(name)?.sessionId === sessionId;
  }

  state(sessionId: string, id: string): QuestionState {
    return this.#find(sessionId, id).state;
  }

  /** Settles when it is answered, or called off. */
  over(sessionId: string, id: string): Promise<void> {
    return this.#find(sessionId, id).over;
  }

  #find(sessionId: string, id: string): Asked {
    const asked = this.#asked.get(id);
    if (asked?.sessionId === sessionId) return asked;
    throw new ToolRefusal('not_found', `There is no question “${id}” of yours.`);
  }

  #take(id: string, { action, content }: QuestionAnswer): void {
    const asked = this.#asked.get(id);
    if (!asked) return;
    const answer = cleanWords(String(content?.answer ?? '')).slice(0, DELEGATION_LIMITS.answerChars);
    asked.state = action === 'accept' ? { state: 'answered', answer } : { state: 'declined' };
  }
}

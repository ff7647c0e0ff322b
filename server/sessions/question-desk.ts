import { entriesOf } from '../protocol/entry-list.js';
import type { Question } from '../protocol/events.js';
import type { Done } from '../protocol/rpc.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { QuestionAnswer } from './agent-port.js';
import type { EventLog } from './log/event-log.js';
import { OpenQuestions } from './open-questions.js';
import type { Voiding } from './permission-desk.js';
import type { Act } from './session-service.js';

/** Holds the agent's own questions: forms to fill in and addresses to open. The first answer wins. */
export class QuestionDesk {
  readonly #log: EventLog;
  readonly #newId: () => string;
  readonly #questions = new OpenQuestions<QuestionAnswer>();

  constructor(log: EventLog, newId: () => string) {
    this.#log = log;
    this.#newId = newId;
  }

  ask(question: Question, signal: AbortSignal): Promise<QuestionAnswer> {
    const questionId = this.#newId();
    const answer = this.#questions.open(questionId);
    const withdraw = () => this.#withdraw(questionId, 'The agent withdrew the question');
    signal.addEventListener('abort', withdraw, { once: true });
    void answer.then(() => signal.removeEventListener('abort', withdraw));
    this.#log.record({ type: 'question_asked', questionId, question });
    if (signal.aborted) withdraw();
    else if (this.#log.transcript.turn.status === 'cancelling') this.#withdraw(questionId, 'The turn was stopped');
    return answer;
  }

  /** What was filled in goes to the agent only; the log keeps that it was answered, and by whom. */
  answer({ cmdId, by }: Act, questionId: string, answer: QuestionAnswer): Done {
    const isOpen = this.#log.transcript.pending.some(({ kind, id }) => kind === 'question' && id === questionId);
    if (!isOpen) throw this.#noLongerOpen(questionId);
    const done = this.#log.commit([{ type: 'question_answered', questionId, action: answer.action, by }], cmdId);
    this.#questions.settle(questionId, answer);
    return done;
  }

  voidAll(reason: string): Voiding {
    const pending = this.#log.transcript.pending.filter(({ kind }) => kind === 'question').map(({ id }) => id);
    const ids = [...new Set([...pending, ...this.#questions.ids])];
    return {
      events: ids.map((questionId) => ({ type: 'question_voided', questionId, reason })),
      settle: () => {
        for (const id of ids) this.#questions.settle(id, { action: 'cancel' });
      },
    };
  }

  #withdraw(questionId: string, reason: string): void {
    if (!this.#questions.ids.includes(questionId)) return;
    this.#log.record({ type: 'question_voided', questionId, reason });
    this.#questions.settle(questionId, { action: 'cancel' });
  }

  #noLongerOpen(questionId: string): RpcError {
    const entry = entriesOf(this.#log.transcript.entries).find(
      (other) => other.kind === 'question' && other.questionId === questionId,
    );
    if (entry?.kind !== 'question') return new RpcError('not_found', 'There is no such question.');
    const { outcome } = entry;
    if (outcome.status === 'voided') {
      return new RpcError('conflict', `This question is no longer open: ${outcome.reason}.`);
    }
    const by = outcome.status === 'answered' ? outcome.by : null;
    const who = by?.kind === 'device' ? by.device : 'Someone else';
    return new RpcError('conflict', `${who} has already answered this question.`, { by });
  }
}

import type { QuestionAnswer } from '../../ports/agent.js';
import type { Done } from '../../protocol/api/rpc.js';
import { RpcError } from '../../protocol/api/rpc-error.js';
import type { Question } from '../../protocol/events.js';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import type { Act } from '../log/act.js';
import type { EventLog } from '../log/event-log.js';
import type { OpenRequests } from './open-requests.js';

/** The agent's own questions: forms to fill in and addresses to open. The first answer wins. */
export class AgentQuestions {
  readonly #log: EventLog;
  readonly #requests: OpenRequests;
  readonly #newId: () => string;

  constructor({ log, requests, newId }: { log: EventLog; requests: OpenRequests; newId: () => string }) {
    this.#log = log;
    this.#requests = requests;
    this.#newId = newId;
  }

  ask(question: Question, signal: AbortSignal): Promise<QuestionAnswer> {
    const questionId = this.#newId();
    const put = () => this.#requests.show(questionId, { type: 'question_asked', questionId, question });
    return this.#requests.ask('question', questionId, { signal, put });
  }

  /** What was filled in goes to the agent only; the log keeps that it was answered, and by whom. */
  answer({ cmdId, by }: Act, questionId: string, answer: QuestionAnswer): Done {
    const isOpen = this.#log.transcript.pending.some(({ kind, id }) => kind === 'question' && id === questionId);
    if (!isOpen) throw this.#noLongerOpen(questionId);
    const done = this.#log.commit([{ type: 'question_answered', questionId, action: answer.action, by }], cmdId);
    this.#requests.settle(questionId, answer);
    return done;
  }

  #noLongerOpen(questionId: string): RpcError {
    const entry = entriesOf(this.#log.transcript.entries).find(
      (other) => other.kind === 'question' && other.questionId === questionId,
    );
    if (entry?.kind !== 'question')
      return new RpcError('not_found', 'There is no such question.', { code: 'no_question' });
    const { outcome } = entry;
    if (outcome.status === 'voided') {
      const { reason } = outcome;
      return new RpcError('conflict', 'This question is no longer open.', { code: 'question_voided', reason });
    }
    const by = outcome.status === 'answered' ? outcome.by : null;
    return new RpcError('conflict', 'This question was already answered.', { code: 'question_answered', by });
  }
}

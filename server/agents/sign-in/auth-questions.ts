import { randomUUID } from 'node:crypto';
import type { QuestionAnswer } from '../../ports/agent.js';
import type { SignInQuestion } from '../../protocol/api/agent-sign-in.js';
import type { AskPerson } from '../connection/answer-agent.js';

interface OpenQuestion {
  readonly shown: SignInQuestion;
  settle(answer: QuestionAnswer): void;
}

/** What an agent asks during a sign-in, one question at a time; the newest takes the place of the one before. */
export class AuthQuestions {
  readonly #show: (question: SignInQuestion | null) => void;
  #open: OpenQuestion | null = null;

  constructor(show: (question: SignInQuestion | null) => void) {
    this.#show = show;
  }

  readonly ask: AskPerson = (question, signal) => {
    this.callOff();
    const shown: SignInQuestion = { id: randomUUID(), question, isAnswered: false };
    return new Promise((resolve) => {
      this.#open = { shown, settle: resolve };
      signal.addEventListener('abort', () => this.#takeBack(shown.id), { once: true });
      this.#show(shown);
      if (signal.aborted) this.#takeBack(shown.id);
    });
  };

  /** False if that question is not open. An address stays in view: the code to type there may be beside it. */
  answer(questionId: string, answer: QuestionAnswer): boolean {
    const open = this.#open;
    if (open?.shown.id !== questionId) return false;
    this.#open = null;
    const isAddress = open.shown.question.mode === 'url' && answer.action === 'accept';
    this.#show(isAddress ? { ...open.shown, isAnswered: true } : null);
    open.settle(answer);
    return true;
  }

  /** Nobody answers any more. */
  callOff(): void {
    const open = this.#open;
    this.#open = null;
    open?.settle({ action: 'cancel' });
  }

  #takeBack(questionId: string): void {
    if (this.#open?.shown.id === questionId) this.answer(questionId, { action: 'cancel' });
  }
}

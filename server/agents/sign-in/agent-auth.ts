import { randomUUID } from 'node:crypto';
import type { QuestionAnswer } from '../../ports/agent.js';
import type { PtyExit } from '../../processes/guarded-pty.js';
import type { Pty } from '../../processes/load-pty.js';
import type { AgentTrouble, SignInHint } from '../../protocol/agent-trouble.js';
import type { AgentSignIn, SignInAttempt, SignInOutput } from '../../protocol/api/agent-sign-in.js';
import type { ErrorReason } from '../../protocol/api/error-reason.js';
import type { Clock } from '../../protocol/clock.js';
import type { AgentConnection } from '../connection/agent-connection.js';
import { AgentFault, troubleIn } from '../process/agent-fault.js';
import type { ProcessPlan } from '../process/agent-process.js';
import { type AuthMethod, parseAuthMethods } from './auth-methods.js';
import { AuthQuestions } from './auth-questions.js';
import { AuthTerminal } from './auth-terminal.js';

/** A sign-in that cannot begin or go on. */
export class SignInRefusal extends Error {
  readonly kind: 'not_found' | 'conflict';
  readonly reason: ErrorReason;

  constructor(kind: SignInRefusal['kind'], reason: ErrorReason) {
    super(`The sign-in was refused: ${reason.code}.`);
    this.name = 'SignInRefusal';
    this.kind = kind;
    this.reason = reason;
  }
}

export interface AuthParts {
  agentName: () => string;
  /** What can be done by hand. */
  help: SignInHint;
  clock: Clock;
  connect(): Promise<AgentConnection>;
  /** What is shown of the sign-in has changed. */
  onChange(): void;
  /** A sign-in terminal has more to show. */
  onOutput(): void;
  /** It worked; after a terminal the agent has to be started anew to know of it. */
  onSignedIn(needsRestart: boolean): void;
  onSignedOut(): void;
}

/** What is known once the agent runs. */
export interface AuthOffer {
  methods: unknown;
  canSignOut: boolean;
  pty: Pty | null;
  /** How the agent itself was started. */
  plan: ProcessPlan;
}

export interface SignInWish {
  methodId: string;
  /** The command line that a person has seen and said yes to. */
  consent: string | null;
}

const FIRST_SIZE = { cols: 80, rows: 20 };

/** Signing in to one agent and out of it: the ways it offers, and one attempt at a time. */
export class AgentAuth {
  readonly #parts: AuthParts;
  #offer: AuthOffer | null = null;
  #methods: AuthMethod[] = [];
  #attempt: SignInAttempt | null = null;
  /** What seemed to work, until something has worked that was refused before. */
  #unproven: Pick<SignInAttempt, 'kind' | 'methodId' | 'title'> | null = null;
  #terminal: AuthTerminal | null = null;
  #callOff: () => void = () => {};
  readonly #questions = new AuthQuestions((question) => {
    if (!this.#attempt) return;
    this.#attempt = { ...this.#attempt, question };
    this.#parts.onChange();
  });

  constructor(parts: AuthParts) {
    this.#parts = parts;
  }

  get state(): AgentSignIn | null {
    if (!this.#offer) return null;
    const methods = this.#methods.map(({ shown }) => shown);
    return { methods, help: this.#parts.help, canSignOut: this.#offer.canSignOut, attempt: this.#attempt };
  }

  /** What the running terminal shows, or showed before it failed. */
  get output(): SignInOutput | null {
    return this.#attempt && this.#terminal ? { attemptId: this.#attempt.id, ...this.#terminal.output } : null;
  }

  /** The agent has said what it offers. */
  learn(offer: AuthOffer): void {
    this.#offer = offer;
    this.learnMethods(offer.methods);
  }

  /** Some tell their ways only when they refuse something; none told there means those of before. */
  learnMethods(methods: unknown): void {
    if (!this.#offer) return;
    const { command, args } = this.#offer.plan;
    const found = parseAuthMethods(methods, { argv: [command, ...args], hasTerminal: this.#offer.pty !== null });
    if (found.length > 0 || methods === this.#offer.methods) this.#methods = found;
  }

  /** The agent does what it refused without a sign-in. */
  proved(): void {
    this.#unproven = null;
  }

  /** It still refuses: a sign-in that seemed to work did not. */
  refused(trouble: AgentTrouble): void {
    const tried = this.#unproven;
    this.#unproven = null;
    if (!tried || this.#attempt) return;
    this.#attempt = { id: randomUUID(), ...tried, state: 'failed', trouble, question: null, terminal: null };
    this.#parts.onChange();
  }

  start({ methodId, consent }: SignInWish): void {
    const method = this.#methods.find(({ shown }) => shown.id === methodId);
    if (!method) throw new SignInRefusal('not_found', { code: 'sign_in_not_offered', agent: this.#parts.agentName() });
    this.#checkFree();
    const { shown } = method;
    if (shown.kind === 'agent') this.#askAgent(shown.id, shown.name);
    else if (shown.kind === 'terminal') this.#openTerminal(method, consent);
    else throw new SignInRefusal('conflict', { code: 'sign_in_not_possible', method: shown.name });
  }

  /** Calls off what runs, or puts away what failed. */
  cancel(): void {
    if (!this.#attempt) return;
    this.#end();
    this.#parts.onChange();
  }

  signOut(): void {
    if (!this.#offer?.canSignOut) {
      throw new SignInRefusal('conflict', { code: 'sign_out_not_offered', agent: this.#parts.agentName() });
    }
    this.#checkFree();
    const attempt = this.#begin({ kind: 'sign_out', methodId: null, title: '', terminal: null });
    const work = this.#parts.connect().then((connection) => connection.logOut());
    this.#settle(attempt, work, () => this.#parts.onSignedOut());
  }

  /** Answers what the agent asks during the sign-in. */
  answer(questionId: string, answer: QuestionAnswer): void {
    if (!this.#questions.answer(questionId, answer)) {
      throw new SignInRefusal('not_found', { code: 'no_question' });
    }
  }

  input(attemptId: string, text: string): void {
    this.#running(attemptId).write(text);
  }

  resize(attemptId: string, cols: number, rows: number): void {
    this.#running(attemptId).resize(cols, rows);
    const { terminal } = this.#attempt!;
    if (!terminal || (terminal.cols === cols && terminal.rows === rows)) return;
    this.#attempt = { ...this.#attempt!, terminal: { ...terminal, cols, rows } };
    this.#parts.onChange();
  }

  /** Ends everything that runs; settles when no process of it is left. */
  async stop(): Promise<void> {
    const terminal = this.#terminal;
    this.#end();
    await terminal?.kill();
  }

  #askAgent(methodId: string, title: string): void {
    const attempt = this.#begin({ kind: 'agent', methodId, title, terminal: null });
    const control = new AbortController();
    this.#callOff = () => {
      control.abort();
      this.#questions.callOff();
    };
    const work = this.#parts
      .connect()
      .then((connection) => connection.authenticate(methodId, control.signal, this.#questions.ask));
    this.#settle(attempt, work, () => this.#parts.onSignedIn(false));
  }

  #openTerminal({ shown, command }: AuthMethod, consent: string | null): void {
    const { pty, plan } = this.#offer!;
    if (shown.kind !== 'terminal' || !command || !pty) {
      throw new SignInRefusal('conflict', { code: 'no_sign_in_terminal' });
    }
    const { commandLine, needsConsent } = shown;
    if (needsConsent && consent !== commandLine) {
      throw new SignInRefusal('conflict', { code: 'sign_in_command_changed' });
    }
    const { clock } = this.#parts;
    const { cwd, env, guard } = plan;
    const around = { pty, guard, clock, onText: () => this.#parts.onOutput() };
    const terminal = openedTerminal({ command, cwd, env, size: FIRST_SIZE }, around);
    const told = { commandLine, ...FIRST_SIZE };
    const attempt = this.#begin({ kind: 'terminal', methodId: shown.id, title: shown.name, terminal: told });
    this.#terminal = terminal;
    this.#callOff = () => void terminal.kill();
    this.#settle(attempt, terminal.ended.then(checkExit), () => this.#parts.onSignedIn(true));
  }

  #begin(about: Pick<SignInAttempt, 'kind' | 'methodId' | 'title' | 'terminal'>): SignInAttempt {
    this.#end();
    this.#unproven = null;
    const attempt: SignInAttempt = { id: randomUUID(), ...about, state: 'running', trouble: null, question: null };
    this.#attempt = attempt;
    this.#parts.onChange();
    return attempt;
  }

  /** The result of a cancelled attempt doesn't matter. */
  #settle({ id, kind, methodId, title }: SignInAttempt, work: Promise<unknown>, succeed: () => void): void {
    work.then(
      () => {
        if (this.#attempt?.id !== id) return;
        this.#end();
        this.#unproven = kind === 'sign_out' ? null : { kind, methodId, title };
        this.#parts.onChange();
        succeed();
      },
      (error: Error) => {
        if (this.#attempt?.id !== id) return;
        this.#callOff = () => {};
        this.#questions.callOff();
        this.#attempt = { ...this.#attempt, state: 'failed', trouble: troubleIn(error), question: null };
        this.#parts.onChange();
      },
    );
  }

  #end(): void {
    const callOff = this.#callOff;
    this.#attempt = null;
    this.#terminal = null;
    this.#callOff = () => {};
    callOff();
  }

  #checkFree(): void {
    if (this.#attempt?.state !== 'running') return;
    throw new SignInRefusal('conflict', { code: 'sign_in_under_way', agent: this.#parts.agentName() });
  }

  #running(attemptId: string): AuthTerminal {
    const isIt = this.#attempt?.id === attemptId && this.#attempt.state === 'running';
    if (!isIt || !this.#terminal) throw new SignInRefusal('not_found', { code: 'sign_in_over' });
    return this.#terminal;
  }
}

function openedTerminal(...[plan, around]: ConstructorParameters<typeof AuthTerminal>): AuthTerminal {
  try {
    return new AuthTerminal(plan, around);
  } catch (error) {
    throw new SignInRefusal('conflict', { code: 'sign_in_terminal_failed', said: (error as Error).message });
  }
}

/** Only exit code 0 is a success. */
function checkExit({ exitCode, signal }: PtyExit): void {
  if (exitCode === 0 && signal === 0) return;
  const end = { exitCode, signal: signal ? String(signal) : null };
  throw new AgentFault({ code: 'command_failed', end });
}

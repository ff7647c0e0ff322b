import { randomUUID } from 'node:crypto';
import type { AgentSignIn, SignInAttempt, SignInOutput } from '../protocol/agent-sign-in.js';
import type { AgentConnection } from './agent-connection.js';
import { AgentFault } from './agent-fault.js';
import type { QuestionAnswer } from './agent-link.js';
import type { ProcessPlan } from './agent-process.js';
import { type AuthMethod, parseAuthMethods } from './auth-methods.js';
import { AuthQuestions } from './auth-questions.js';
import { type AuthExit, AuthTerminal } from './auth-terminal.js';
import type { Clock } from './clock.js';
import type { Pty } from './load-pty.js';

/** A sign-in that cannot begin or go on, and in what sense. */
export class SignInRefusal extends AgentFault {
  readonly reason: 'not_found' | 'conflict';

  constructor(reason: SignInRefusal['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface AuthParts {
  agentName: string;
  /** What can be done by hand, as a sentence. */
  help: string;
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

  start({ methodId, consent }: SignInWish): void {
    const method = this.#methods.find(({ shown }) => shown.id === methodId);
    if (!method) throw new SignInRefusal('not_found', `${this.#parts.agentName} does not offer that way to sign in.`);
    this.#checkFree();
    const { shown } = method;
    if (shown.kind === 'agent') this.#askAgent(shown.id, shown.name);
    else if (shown.kind === 'terminal') this.#openTerminal(method, consent);
    else throw new SignInRefusal('conflict', `"${shown.name}" cannot be done from here.`);
  }

  /** Calls off what runs, or puts away what failed. */
  cancel(): void {
    if (!this.#attempt) return;
    this.#end();
    this.#parts.onChange();
  }

  signOut(): void {
    if (!this.#offer?.canSignOut) {
      throw new SignInRefusal('conflict', `${this.#parts.agentName} offers no way to sign out.`);
    }
    this.#checkFree();
    const attempt = this.#begin({ kind: 'sign_out', methodId: null, title: 'Sign out', terminal: null });
    const work = this.#parts.connect().then((connection) => connection.logOut());
    this.#settle(attempt, work, () => this.#parts.onSignedOut());
  }

  /** Answers what the agent asks during the sign-in. */
  answer(questionId: string, answer: QuestionAnswer): void {
    if (!this.#questions.answer(questionId, answer)) {
      throw new SignInRefusal('not_found', 'This question is no longer open.');
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

  /** Ends whatever runs; settles when no process of it is left. */
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
      throw new SignInRefusal('conflict', 'There is no terminal here. Copy the command and run it in one of yours.');
    }
    const { commandLine, needsConsent } = shown;
    if (needsConsent && consent !== commandLine) {
      throw new SignInRefusal('conflict', 'The command was not agreed to as it is now. Look at it again.');
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
    const attempt: SignInAttempt = { id: randomUUID(), ...about, state: 'running', message: null, question: null };
    this.#attempt = attempt;
    this.#parts.onChange();
    return attempt;
  }

  /** Whatever comes of an attempt that was called off is of no more interest. */
  #settle({ id }: SignInAttempt, work: Promise<unknown>, succeed: () => void): void {
    work.then(
      () => {
        if (this.#attempt?.id !== id) return;
        this.#end();
        this.#parts.onChange();
        succeed();
      },
      (error: Error) => {
        if (this.#attempt?.id !== id) return;
        this.#callOff = () => {};
        this.#questions.callOff();
        this.#attempt = { ...this.#attempt, state: 'failed', message: error.message, question: null };
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
    throw new SignInRefusal('conflict', `A sign-in to ${this.#parts.agentName} is under way; cancel it first.`);
  }

  #running(attemptId: string): AuthTerminal {
    const isIt = this.#attempt?.id === attemptId && this.#attempt.state === 'running';
    if (!isIt || !this.#terminal) throw new SignInRefusal('not_found', 'This sign-in is over.');
    return this.#terminal;
  }
}

function openedTerminal(...[plan, around]: ConstructorParameters<typeof AuthTerminal>): AuthTerminal {
  try {
    return new AuthTerminal(plan, around);
  } catch (error) {
    throw new SignInRefusal('conflict', `The terminal could not be opened: ${(error as Error).message}`);
  }
}

/** Only exit code 0 is a success. */
function checkExit({ exitCode, signal }: AuthExit): void {
  if (exitCode === 0 && signal === 0) return;
  const how = signal ? `signal ${signal}` : `exit code ${exitCode}`;
  throw new AgentFault(`The sign-in did not work: its command ended with ${how}. What it said is above.`);
}

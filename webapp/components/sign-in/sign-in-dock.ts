import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { SignInAttempt, SignInMethod, SignInQuestion } from '../../../server/protocol/api/agent-sign-in.js';
import type { AgentSummary } from '../../../server/protocol/api/app-state.js';
import type { QuestionEntry } from '../../../server/protocol/transcript/entries.js';
import { serverCommand, type UserAct, UserActEvent } from '../../state/app/acts.js';
import { dockElement } from '../../styles/dock.js';
import { icon } from '../../ui/icon.js';
import '../question/question-dock.js';
import { signInText, troubleText } from '../../codes/trouble-words.js';
import { label, visibleText } from '../../ui/visible-text.js';
import { renderSignInMethod } from './render-sign-in-method.js';
import { signInDockStyles } from './sign-in-dock.styles.js';
import { signInWords } from './words.js';

/**
 * Signing in to the agent of the session: the ways it offers, then the one that was taken.
 * @fires user-act - The person begins, cancels or tries again.
 */
@customElement('sign-in-dock')
export class SignInDock extends LitElement {
  static override styles = [dockElement, signInDockStyles];

  @property({ attribute: false }) agent!: AgentSummary;
  /** Whether a person has asked for it here; otherwise it shows what goes on elsewhere. */
  @property({ type: Boolean }) wanted = false;

  @state() private reviewed: string | null = null;
  /** The attempt that was begun in this tab, which then has the keyboard. */
  #isMine = false;

  override focus(): void {
    const root = this.shadowRoot;
    const terminal = root?.querySelector<HTMLElement>('sign-in-terminal');
    (terminal ?? root?.querySelector<HTMLElement>('li button, .actions button, .dock-end button'))?.focus();
  }

  protected override firstUpdated(): void {
    if (this.wanted) this.focus();
  }

  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get('agent')?.signIn?.attempt;
    const attempt = this.agent.signIn?.attempt;
    if (attempt?.terminal && before?.id !== attempt.id) void this.#loadTerminal();
    if (attempt?.state !== 'failed' || before?.state === 'failed') return;
    if (this.#isMine) this.shadowRoot?.querySelector<HTMLElement>('.actions button')?.focus();
    this.#isMine = false;
  }

  protected override render(): TemplateResult {
    const attempt = this.agent.signIn?.attempt ?? null;
    const name = label(this.agent.name, 60);
    const title = attempt?.kind === 'sign_out' ? signInWords.signOutOf(name) : signInWords.signInTo(name);
    return html`<section class="dock" aria-label=${title}>
      <div class="dock-head">
        ${icon('keyRound')}<span class="dock-title">${title}</span>
        ${
          attempt?.terminal
            ? html`<span class="command" title=${visibleText(attempt.terminal.commandLine)}>${visibleText(attempt.terminal.commandLine)}</span>`
            : nothing
        }
        <span class="dock-end">${this.#renderEnd(attempt)}</span>
      </div>
      <div class="body">${attempt ? this.#renderAttempt(attempt) : this.#renderMethods()}</div>
    </section>`;
  }

  #renderEnd(attempt: SignInAttempt | null): TemplateResult {
    if (attempt?.state === 'running') {
      return html`<button class="btn" type="button" @click=${this.#cancel}>${signInWords.cancel}</button>`;
    }
    return html`<button class="icon-btn" type="button" aria-label=${signInWords.close} title=${signInWords.close} @click=${this.#close}>${icon('x')}</button>`;
  }

  #renderMethods(): TemplateResult {
    const { methods = [] } = this.agent.signIn ?? {};
    const help = this.#help;
    const none = html`<p>${(help ? signInWords.noMethod : signInWords.noMethodOrHelp)(label(this.agent.name, 60))}</p>`;
    return html`${methods.length > 0 ? html`<ul>${methods.map((method) => this.#renderMethod(method))}</ul>` : none}
      <div class="actions">
        <span class="note">${help ? signInWords.byHand(visibleText(help)) : ''}</span>
        <button class="btn link" type="button" @click=${() => this.#act(serverCommand('AcpBridge', 'restart_agent', this.agent.id))}>
          ${signInWords.signedIn}
        </button>
      </div>`;
  }

  #renderMethod(method: SignInMethod): TemplateResult {
    return renderSignInMethod(method, {
      isReviewed: this.reviewed === method.id,
      agentName: this.agent.name,
      start: (consent) => this.#start(method.id, consent),
      review: (isReviewed) => this.#review(isReviewed ? method.id : null),
      copy: (text) => this.#act({ type: 'copy', text, what: 'command' }),
    });
  }

  #renderAttempt(attempt: SignInAttempt): TemplateResult {
    const terminal = attempt.terminal
      ? html`<sign-in-terminal agentId=${this.agent.id} .attempt=${attempt}></sign-in-terminal>`
      : nothing;
    return html`${terminal} ${attempt.question ? this.#renderQuestion(attempt.question) : nothing}
    ${attempt.state === 'failed' ? this.#renderFailure(attempt) : this.#renderWait(attempt)}`;
  }

  /** The agent's own question; its answer is the sign-in's and no session's. */
  #renderQuestion({ id, question, isAnswered }: SignInQuestion): TemplateResult {
    if (isAnswered && question.mode === 'url') {
      return html`<p>${visibleText(question.message)}</p>
        <p class="note"><a href=${question.url} target="_blank" rel="noopener noreferrer">${label(question.url, 200)}</a></p>`;
    }
    const entry: QuestionEntry = {
      kind: 'question',
      id,
      turn: 0,
      at: 0,
      questionId: id,
      question,
      outcome: { status: 'pending' },
    };
    return html`<question-dock .entry=${entry} @user-act=${this.#answer}></question-dock>`;
  }

  readonly #answer = (event: UserActEvent): void => {
    const { act } = event;
    if (act.type !== 'session_command' || act.method !== 'answer_question') return;
    event.stopPropagation();
    const [questionId, action, content] = act.args;
    this.#act({ type: 'answer_sign_in', agentId: this.agent.id, questionId, action, content });
  };

  #renderWait({ kind, title }: SignInAttempt): TemplateResult {
    const name = label(this.agent.name, 60);
    const sentence = {
      agent: signInWords.waiting(name, label(title, 100)),
      terminal: signInWords.inTerminal,
      sign_out: signInWords.signingOut(name),
    }[kind];
    const spinner = kind === 'terminal' ? nothing : html`<span class="spinner"></span>`;
    return html`<p class="waiting ${kind === 'terminal' ? 'note' : ''}" role="status">${spinner}<span>${sentence}</span></p>`;
  }

  /** What can be done by hand; empty where nobody knows. */
  get #help(): string {
    const { signIn } = this.agent;
    return signIn ? signInText(signIn.help) : '';
  }

  #renderFailure({ kind, trouble, methodId }: SignInAttempt): TemplateResult {
    const { methods = [] } = this.agent.signIn ?? {};
    const help = this.#help;
    const method = methods.find(({ id }) => id === methodId);
    const [failed, failedWhy] =
      kind === 'sign_out'
        ? [signInWords.signOutFailed, signInWords.signOutFailedWhy]
        : [signInWords.signInFailed, signInWords.signInFailedWhy];
    const sentence = trouble ? failedWhy(visibleText(troubleText(trouble, this.agent.name))) : failed;
    const again =
      method &&
      html`<button class="btn primary" type="button" @click=${() => this.#again(method)}>${signInWords.tryAgain}</button>`;
    return html`<p class="failed" role="alert">${icon('circleAlert')}<span>${sentence}</span></p>
      ${method && help ? html`<p class="note">${signInWords.byHand(visibleText(help))}</p>` : nothing}
      <div class="actions">
        ${again ?? nothing}
        <button class="btn outline" type="button" @click=${method ? this.#cancel : this.#close}>
          ${method ? signInWords.otherMethods : signInWords.close}
        </button>
      </div>`;
  }

  /** A command of the agent's choice is shown once more before it runs once more. */
  #again(method: SignInMethod): void {
    if (method.kind !== 'terminal' || !method.needsConsent) {
      this.#start(method.id, null);
      return;
    }
    this.#cancel();
    this.#review(method.id);
  }

  #start(methodId: string, consent: string | null): void {
    this.reviewed = null;
    this.#isMine = true;
    this.#act(serverCommand('AcpBridge', 'sign_in', this.agent.id, methodId, consent));
  }

  #review(methodId: string | null): void {
    this.reviewed = methodId;
    void this.updateComplete.then(() => this.shadowRoot?.querySelector<HTMLElement>('.more .btn.primary')?.focus());
  }

  readonly #cancel = (): void => {
    // Anyone who stops a try wants to see what else there is.
    this.#act({ type: 'open_sign_in', agentId: this.agent.id });
    this.#act(serverCommand('AcpBridge', 'sign_in_cancel', this.agent.id));
  };

  readonly #close = (): void => {
    if (this.agent.signIn?.attempt) this.#act(serverCommand('AcpBridge', 'sign_in_cancel', this.agent.id));
    this.#act({ type: 'close_sign_in' });
  };

  async #loadTerminal(): Promise<void> {
    await import('./sign-in-terminal.js');
    const terminal = this.shadowRoot?.querySelector('sign-in-terminal');
    await terminal?.updateComplete;
    if (this.#isMine) terminal?.focus();
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'sign-in-dock': SignInDock;
  }
}

import { html, nothing, type TemplateResult } from 'lit';
import type { SignInMethod } from '../../server/protocol/agent-sign-in.js';
import { icon } from './icon.js';
import type { IconName } from './icons.js';
import { label, visibleText } from './visible-text.js';

/** What a person can do with a way to sign in. */
export interface MethodActs {
  /** Whether the command of this way is being looked at before it is run. */
  isReviewed: boolean;
  agentName: string;
  start(consent: string | null): void;
  review(isReviewed: boolean): void;
  copy(text: string): void;
}

const ICONS: Record<SignInMethod['kind'], IconName> = {
  agent: 'globe',
  terminal: 'terminal',
  env_var: 'keyboard',
  unknown: 'circleDashed',
};

/** One way to sign in, with what it takes. */
export function renderSignInMethod(method: SignInMethod, acts: MethodActs): TemplateResult {
  return html`<li>
    ${icon(ICONS[method.kind] ?? 'circleDashed')}
    <div>
      <div class="name"><bdi>${label(method.name, 100)}</bdi></div>
      ${method.description ? html`<div class="about">${visibleText(method.description)}</div>` : nothing}
    </div>
    ${renderButton(method, acts)} ${renderMore(method, acts)}
  </li>`;
}

function renderButton(method: SignInMethod, acts: MethodActs): unknown {
  const named = (text: string, act: () => void, look = 'primary') =>
    html`<button class="btn ${look}" type="button" aria-label="${text}: ${label(method.name, 60)}" @click=${act}>${text}</button>`;
  if (method.kind === 'agent') return named('Sign in', () => acts.start(null));
  if (method.kind !== 'terminal') return nothing;
  if (!method.canRun) return named('Copy command', () => acts.copy(method.commandLine), 'outline');
  if (!method.needsConsent) return named('Open terminal', () => acts.start(null));
  return acts.isReviewed ? nothing : named('Review command', () => acts.review(true), 'outline');
}

function renderMore(method: SignInMethod, acts: MethodActs): unknown {
  switch (method.kind) {
    case 'terminal':
      return renderCommand(method, acts);
    case 'env_var':
      return renderVariables(method);
    case 'unknown':
      return html`<p class="more note">This way needs something that AcDeck does not know. Use another one.</p>`;
    default:
      return nothing;
  }
}

function renderCommand(method: Extract<SignInMethod, { kind: 'terminal' }>, acts: MethodActs): unknown {
  const { commandLine, canRun, needsConsent } = method;
  const line = html`<pre class="line" tabindex="0" aria-label="Command">${visibleText(commandLine)}</pre>`;
  if (!canRun) {
    const why = 'Terminals in the page need the optional package @lydell/node-pty, which is not here.';
    return html`<div class="more">${line}<p class="note">${why} Run the command in a terminal of yours, then try again.</p></div>`;
  }
  if (!needsConsent || !acts.isReviewed) return nothing;
  return html`<div class="more">
    <p>${label(acts.agentName, 60)} has picked this command. It runs on the computer of AcDeck, as you:</p>
    ${line}
    <div class="actions">
      <button class="btn primary" type="button" @click=${() => acts.start(commandLine)}>Run this command</button>
      <button class="btn outline" type="button" @click=${() => acts.copy(commandLine)}>${icon('copy')} Copy</button>
      <button class="btn" type="button" @click=${() => acts.review(false)}>Not now</button>
    </div>
  </div>`;
}

function renderVariables({ variables, link }: Extract<SignInMethod, { kind: 'env_var' }>): TemplateResult {
  const named = variables.map(({ name, label: about, isOptional }) => {
    const notes = [about ? label(about, 100) : '', isOptional ? 'optional' : ''].filter(Boolean).join(', ');
    return `export ${name}=…${notes ? `   # ${notes}` : ''}`;
  });
  return html`<div class="more">
    <p class="note">
      Set this where you start AcDeck, then stop AcDeck and start it again. Do not put a key into a message: messages are kept.
    </p>
    <pre class="line" tabindex="0" aria-label="Variables">${visibleText(named.join('\n'))}</pre>
    ${
      link
        ? html`<p class="note">You get a key at <a href=${link} target="_blank" rel="noopener noreferrer">${label(link, 120)}</a></p>`
        : nothing
    }
  </div>`;
}

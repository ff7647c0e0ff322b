import { html, nothing, type TemplateResult } from 'lit';
import type { SignInMethod } from '../../../server/protocol/api/agent-sign-in.js';
import { own } from '../../../server/protocol/own.js';
import { icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.js';
import { sentenceWith } from '../../ui/sentence-parts.js';
import { label, visibleText } from '../../ui/visible-text.js';
import { signInWords } from './words.js';

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
    ${icon(own(ICONS, method.kind) ?? 'circleDashed')}
    <div>
      <div class="name"><bdi>${label(method.name, 100) || signInWords.signIn}</bdi></div>
      ${method.description ? html`<div class="about">${visibleText(method.description)}</div>` : nothing}
    </div>
    ${renderButton(method, acts)} ${renderMore(method, acts)}
  </li>`;
}

function renderButton(method: SignInMethod, acts: MethodActs): unknown {
  const named = (text: string, act: () => void, look = 'primary') =>
    html`<button class="btn ${look}" type="button" aria-label=${signInWords.byMethod(text, label(method.name, 60))} @click=${act}>${text}</button>`;
  if (method.kind === 'agent') return named(signInWords.signIn, () => acts.start(null));
  if (method.kind !== 'terminal') return nothing;
  if (!method.canRun) return named(signInWords.copyCommand, () => acts.copy(method.commandLine), 'outline');
  if (!method.needsConsent) return named(signInWords.openTerminal, () => acts.start(null));
  return acts.isReviewed ? nothing : named(signInWords.reviewCommand, () => acts.review(true), 'outline');
}

function renderMore(method: SignInMethod, acts: MethodActs): unknown {
  switch (method.kind) {
    case 'terminal':
      return renderCommand(method, acts);
    case 'env_var':
      return renderVariables(method);
    case 'unknown':
      return html`<p class="more note">${signInWords.unsupported}</p>`;
    case 'agent':
      return nothing;
    default:
      // A newer server may know of more.
      method satisfies never;
      return nothing;
  }
}

function renderCommand(method: Extract<SignInMethod, { kind: 'terminal' }>, acts: MethodActs): unknown {
  const { commandLine, canRun, needsConsent } = method;
  const line = html`<pre class="line" tabindex="0" aria-label=${signInWords.command}>${visibleText(commandLine)}</pre>`;
  if (!canRun) return html`<div class="more">${line}<p class="note">${signInWords.noTerminal}</p></div>`;
  if (!needsConsent || !acts.isReviewed) return nothing;
  return html`<div class="more">
    <p>${signInWords.chosenBy(label(acts.agentName, 60))}</p>
    ${line}
    <div class="actions">
      <button class="btn primary" type="button" @click=${() => acts.start(commandLine)}>${signInWords.run}</button>
      <button class="btn outline" type="button" @click=${() => acts.copy(commandLine)}>${icon('copy')} ${signInWords.copy}</button>
      <button class="btn" type="button" @click=${() => acts.review(false)}>${signInWords.notNow}</button>
    </div>
  </div>`;
}

function renderVariables({ variables, link }: Extract<SignInMethod, { kind: 'env_var' }>): TemplateResult {
  const named = variables.map(({ name, label: about, isOptional }) => {
    const notes = [about ? label(about, 100) : '', isOptional ? signInWords.optional : ''].filter(Boolean).join(', ');
    return `export ${name}=…${notes ? `   # ${notes}` : ''}`;
  });
  return html`<div class="more">
    <p class="note">
      ${signInWords.setVariables}
    </p>
    <pre class="line" tabindex="0" aria-label=${signInWords.variables}>${visibleText(named.join('\n'))}</pre>
    ${
      link
        ? html`<p class="note">${sentenceWith(signInWords.getKey, html`<a href=${link} target="_blank" rel="noopener noreferrer">${label(link, 120)}</a>`)}</p>`
        : nothing
    }
  </div>`;
}

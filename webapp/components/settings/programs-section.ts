import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { AppState } from '../../../server/protocol/api/app-state.js';
import type { ProgramVisit, TokenView } from '../../../server/protocol/api/programs.js';
import { programFacts, programName, programState, tokenRoleText } from '../../codes/program-words.js';
import { serverCommand, type UserAct, UserActEvent } from '../../state/app/acts.js';
import { consume, serverContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { appParts } from '../../state/server/app-store.js';
import { controls } from '../../styles/controls.js';
import { settings, settingsList } from '../../styles/settings.js';
import { clockTime, date } from '../../ui/format.js';
import { label } from '../../ui/visible-text.js';
import { programsSectionStyles } from './programs-section.styles.js';
import { settingsWords } from './words.js';

/**
 * The page of the settings for programs: their tokens, and those that asked for a way in.
 * @fires user-act - The person removed a token, answered a program or signed all of them out.
 */
@customElement('programs-section')
export class ProgramsSection extends LitElement {
  static override styles = [controls, settings, settingsList, programsSectionStyles];

  readonly #server = consume(this, serverContext);
  readonly #app = follow(this, () => this.#server.value?.app, appParts('tokens', 'programs'));

  protected override render(): TemplateResult | typeof nothing {
    const app = this.#app.value;
    if (!app) return nothing;
    return html`${this.#renderTokens(app)} ${this.#renderPrograms(app)}`;
  }

  #renderTokens({ tokens = [] }: Pick<AppState, 'tokens' | 'programs'>): TemplateResult {
    const words = settingsWords.programs;
    return html`<div data-key="tokens">
      <h3 id="tokens">${words.tokens}</h3>
      <p class="help">${words.tokensHelp}</p>
      ${
        tokens.length === 0
          ? html`<p class="none">${words.noTokens} <code>${words.addToken}</code></p>`
          : html`<ul class="group list" aria-labelledby="tokens">${tokens.map((token) => this.#renderToken(token))}</ul>`
      }
    </div>`;
  }

  #renderToken({ id, label: name, role, createdAt, lastSeenAt, expiresAt }: TokenView): TemplateResult {
    const words = settingsWords.programs;
    const shown = label(name, 60);
    const used = lastSeenAt > createdAt ? words.lastUsed(date(lastSeenAt)) : words.neverUsed;
    return html`<li class="row">
      <div class="about">
        <span class="name">${shown}</span>
        <span class="help">${[tokenRoleText(role), words.until(date(expiresAt)), used].join(' · ')}</span>
      </div>
      <button
        class="btn outline"
        type="button"
        aria-label=${words.removeToken(shown)}
        @click=${() => this.#act(serverCommand('Settings', 'remove_token', id))}
      >${words.remove}</button>
    </li>`;
  }

  #renderPrograms({ programs = [], tokens = [] }: Pick<AppState, 'tokens' | 'programs'>): TemplateResult {
    const words = settingsWords.programs;
    const canEnd = tokens.length > 0 || programs.some(({ state }) => state === 'inside' || state === 'asking');
    return html`<div data-key="programs">
      <div class="head">
        <h3 id="programs">${words.programs}</h3>
        <button
          class="btn outline"
          type="button"
          ?disabled=${!canEnd}
          @click=${() => this.#act({ type: 'sign_out_programs' })}
        >${words.signOut}</button>
      </div>
      <p class="help">${words.programsHelp}</p>
      ${
        programs.length === 0
          ? html`<p class="none">${words.noPrograms}</p>`
          : html`<ul class="group list" aria-labelledby="programs">${programs.toReversed().map((visit) => this.#renderProgram(visit))}</ul>`
      }
    </div>`;
  }

  #renderProgram(visit: ProgramVisit): TemplateResult {
    const facts = [programState(visit), clockTime(visit.at), ...programFacts(visit)];
    return html`<li class="row">
      <div class="about">
        <span class="name"><code>${programName(visit, 120)}</code></span>
        <span class="help">${facts.join(' · ')}</span>
      </div>
      ${visit.state === 'asking' ? this.#renderAnswers(visit) : nothing}
    </li>`;
  }

  #renderAnswers(visit: ProgramVisit): TemplateResult {
    const words = settingsWords.programs;
    const answer = (isLetIn: boolean) => this.#act(serverCommand('Settings', 'answer_program', visit.id, isLetIn));
    return html`<div class="answers">
      <button class="btn outline" type="button" @click=${() => answer(true)}>${words.allow}</button>
      <button class="btn outline" type="button" @click=${() => answer(false)}>${words.deny}</button>
    </div>`;
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

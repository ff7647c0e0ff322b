import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { AppState } from '../../../server/protocol/api/app-state.js';
import { draftOf, type PermissionRule, type RuleDraft } from '../../../server/protocol/api/permission-rule.js';
import { serverCommand, type UserAct, UserActEvent } from '../../state/app/acts.js';
import { consume, pageContext, serverContext, settingsContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { appParts } from '../../state/server/app-store.js';
import { controls } from '../../styles/controls.js';
import { settings, settingsList } from '../../styles/settings.js';
import { date } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import type { RuleChosenEvent } from '../permission/permission-always-event.js';
import { permissionsSectionStyles } from './permissions-section.styles.js';
import '../permission/rule-form.js';
import { ruleSentence } from '../../codes/rule-sentence.js';
import { rulePattern, ruleTroubleText } from '../../codes/rule-words.js';
import { label, visibleText } from '../../ui/visible-text.js';
import { renderSwitch } from './rows/render-row.js';
import { type RowParts, renderSettings } from './rows/render-settings.js';
import { settingsWords } from './words.js';

type PermissionFacts = Pick<AppState, 'folder' | 'agents' | 'sessions' | 'rules' | 'allowAll'>;

/**
 * The page of the settings for rules and for what happens when nobody answers.
 * @fires user-act - The person changed something.
 */
@customElement('permissions-section')
export class PermissionsSection extends LitElement {
  static override styles = [controls, settings, settingsList, permissionsSectionStyles];

  /** The rule that is being edited, a new one, or none. */
  @state() private editing: string | 'new' | null = null;

  readonly #server = consume(this, serverContext);
  readonly #page = consume(this, pageContext);
  readonly #settings = consume(this, settingsContext);
  readonly #app = follow(
    this,
    () => this.#server.value?.app,
    appParts('folder', 'agents', 'sessions', 'rules', 'allowAll'),
  );
  readonly #values = follow(this, () => this.#settings.value);

  protected override render(): TemplateResult | typeof nothing {
    const app = this.#app.value;
    const values = this.#values.value;
    if (!app || !values) return nothing;
    const parts: RowParts = { values, change: (change) => this.#act({ type: 'change_settings', change }) };
    return html`
      ${this.#renderWaiting(app)}
      <div>
        <h3>${settingsWords.permissions.requests}</h3>
        <div class="group">${renderSettings('permissions/requests', parts)} ${this.#renderAllowAll(app)}</div>
      </div>
      <div>
        <h3>${settingsWords.permissions.tasks}</h3>
        <div class="group">${renderSettings('permissions/tasks', parts)}</div>
      </div>
      <div data-key="rules">
        <div class="head">
          <h3 id="rules">${settingsWords.permissions.rules}</h3>
          ${this.editing === 'new' ? nothing : this.#renderNew()}
        </div>
        <p class="help">
          ${settingsWords.permissions.rulesHelp}
        </p>
        ${this.editing === 'new' ? this.#renderForm(null) : nothing} ${this.#renderRules(app)}
      </div>
    `;
  }

  #renderNew(): TemplateResult {
    return html`<button class="btn outline" type="button" @click=${() => this.#edit('new')}>${icon('plus')} ${settingsWords.permissions.newRule}</button>`;
  }

  #renderAllowAll({ allowAll, sessions }: PermissionFacts): TemplateResult | typeof nothing {
    const sessionId = this.#page.value?.view.value ?? null;
    const session = sessions.find(({ id }) => id === sessionId);
    if (!session?.writable) return nothing;
    return renderSwitch('allowAll', {
      name: settingsWords.permissions.allowAll,
      help: settingsWords.permissions.allowAllHelp(label(session.title, 60) || settingsWords.trace.untitled),
      isOn: Object.hasOwn(allowAll, session.id),
      set: (on) => this.#act(serverCommand('AcpBridge', 'set_allow_all', session.id, on)),
    });
  }

  /** Rules from before there were limits: they do nothing until a person has looked at them. */
  #renderWaiting(app: PermissionFacts): TemplateResult | typeof nothing {
    const waiting = app.rules.filter(({ waits }) => waits !== undefined);
    if (waiting.length === 0) return nothing;
    return html`<div>
      <h3 id="waiting">${settingsWords.permissions.toReview}</h3>
      <p class="help">
        ${settingsWords.permissions.toReviewHelp}
      </p>
      <ul class="group rules" aria-labelledby="waiting">
        ${waiting.map((rule) => html`<li>${rule.id === this.editing ? this.#renderForm(rule) : this.#renderPaused(rule, app)}</li>`)}
      </ul>
    </div>`;
  }

  #renderPaused(rule: PermissionRule, { agents }: PermissionFacts): TemplateResult {
    const name = (agentId: string) => agents.find(({ id }) => id === agentId)?.name ?? agentId;
    const pattern = label(rulePattern(rule), 120);
    const trouble = rule.waits?.trouble ?? null;
    const keep = html`<button
      class="btn outline"
      type="button"
      aria-label=${settingsWords.permissions.keepRule(pattern)}
      @click=${() => this.#act(serverCommand('Settings', 'edit_rule', rule.id, draftOf(rule)))}
    >${settingsWords.permissions.keep}</button>`;
    return html`<div class="row rule waiting">
      <div class="about">
        <span class="name"><span class="effect paused">${icon('pause')} ${settingsWords.permissions.paused}</span> <code>${pattern}</code></span>
        <span class="help">
          ${visibleText(ruleSentence(rule, name))} ${trouble === null ? settingsWords.permissions.canKeep : settingsWords.permissions.cannotKeep(lowerFirst(ruleTroubleText(trouble)))}
        </span>
      </div>
      <div class="acts">
        ${trouble === null ? keep : nothing}
        <button class="btn outline" type="button" aria-label=${settingsWords.permissions.narrowRule(pattern)} @click=${() => this.#edit(rule.id)}>
          ${settingsWords.permissions.narrow}
        </button>
        <button
          class="btn"
          type="button"
          aria-label=${settingsWords.permissions.removeRule(pattern)}
          @click=${() => this.#act({ type: 'remove_rule', rule })}
        >${settingsWords.permissions.remove}</button>
      </div>
    </div>`;
  }

  #renderRules(app: PermissionFacts): TemplateResult | typeof nothing {
    const rules = app.rules.filter(({ waits }) => waits === undefined);
    if (rules.length === 0) {
      if (this.editing === 'new') return nothing;
      return html`<p class="none">${settingsWords.permissions.noRules}</p>`;
    }
    return html`<ul class="group rules" aria-labelledby="rules">
      ${rules.map((rule) => html`<li>${rule.id === this.editing ? this.#renderForm(rule) : this.#renderRule(rule, app)}</li>`)}
    </ul>`;
  }

  #renderRule(rule: PermissionRule, { agents }: PermissionFacts): TemplateResult {
    const name = (agentId: string) => agents.find(({ id }) => id === agentId)?.name ?? agentId;
    const pattern = label(rulePattern(rule), 120);
    const isAllow = rule.effect === 'allow';
    const made = settingsWords.permissions.added(
      label(rule.createdBy, 60) || settingsWords.permissions.byServer,
      date(rule.createdAt),
    );
    return html`<div class="row rule">
      <div class="about">
        <span class="name"
          ><span class="effect ${rule.effect}">${icon(isAllow ? 'shieldCheck' : 'shieldAlert')} ${isAllow ? settingsWords.permissions.allow : settingsWords.permissions.deny}</span>
          <code>${pattern}</code></span
        >
        <span class="help">${visibleText(ruleSentence(rule, name))} ${made}</span>
      </div>
      <button class="icon-btn" type="button" title=${settingsWords.permissions.edit} aria-label=${settingsWords.permissions.editRule(pattern)} @click=${() => this.#edit(rule.id)}>
        ${icon('pencil')}
      </button>
      <button
        class="icon-btn"
        type="button"
        title=${settingsWords.permissions.remove}
        aria-label=${settingsWords.permissions.removeRule(pattern)}
        @click=${() => this.#act({ type: 'remove_rule', rule })}
      >
        ${icon('trash')}
      </button>
    </div>`;
  }

  #renderForm(rule: PermissionRule | null): TemplateResult {
    const folder = this.#app.value?.folder.path ?? null;
    const shown = this.#page.value?.view.value ?? null;
    const agent = this.#app.value?.sessions.find(({ id }) => id === shown)?.agentId ?? null;
    return html`<rule-form
      .agent=${agent}
      .rule=${rule}
      .folder=${folder}
      .agents=${this.#app.value?.agents ?? []}
      @rule-chosen=${({ rule: draft }: RuleChosenEvent) => this.#keep(rule, draft)}
    ></rule-form>`;
  }

  #keep(rule: PermissionRule | null, draft: RuleDraft | null): void {
    if (draft)
      this.#act(
        rule ? serverCommand('Settings', 'edit_rule', rule.id, draft) : serverCommand('Settings', 'add_rule', draft),
      );
    this.editing = null;
  }

  #edit(what: string): void {
    this.editing = what;
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

declare global {
  interface HTMLElementTagNameMap {
    'permissions-section': PermissionsSection;
  }
}

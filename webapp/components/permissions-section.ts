import { ContextConsumer } from '@lit/context';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { AppState } from '../../server/protocol/app-state.js';
import {
  type PermissionRule,
  type RuleDraft,
  rulePattern,
  ruleSentence,
} from '../../server/protocol/permission-rule.js';
import { type UserAct, UserActEvent } from '../state/acts.js';
import { appContext } from '../state/app-context.js';
import { StoreController } from '../state/store-controller.js';
import { controls } from '../styles/controls.js';
import { settings } from '../styles/settings.js';
import { icon } from './icon.js';
import type { RuleChosenEvent } from './permission-always-event.js';
import { permissionsSectionStyles } from './permissions-section.styles.js';
import './rule-form.js';
import { label, visibleText } from './visible-text.js';

const WAITS: readonly [minutes: number, name: string][] = [
  [0, 'Wait without limit'],
  [5, 'After 5 minutes'],
  [15, 'After 15 minutes'],
  [60, 'After an hour'],
  [480, 'After 8 hours'],
];

/**
 * The page of the settings for rules and for what happens when nobody answers.
 * @fires user-act - The person changed something.
 */
@customElement('permissions-section')
export class PermissionsSection extends LitElement {
  static override styles = [controls, settings, permissionsSectionStyles];

  /** The rule that is being edited, a new one, or none. */
  @state() private editing: string | 'new' | null = null;

  readonly #context = new ContextConsumer(this, { context: appContext, subscribe: true });
  readonly #app = new StoreController(
    this,
    () => this.#context.value?.app,
    (app) => app,
  );

  protected override render(): TemplateResult | typeof nothing {
    const app = this.#app.value;
    if (!app) return nothing;
    return html`
      <div>
        <h3>Questions of agents</h3>
        <div class="group">${this.#renderWait(app)} ${this.#renderWire(app)} ${this.#renderAllowAll(app)}</div>
      </div>
      <div>
        <div class="head">
          <h3 id="rules">Rules</h3>
          ${this.editing === 'new' ? nothing : this.#renderNew()}
        </div>
        <p class="help">
          A rule answers in your place, each time for that once. The most specific rule decides; of two equal ones, the one
          that rejects.
        </p>
        ${this.editing === 'new' ? this.#renderForm(null) : nothing} ${this.#renderRules(app)}
      </div>
    `;
  }

  #renderNew(): TemplateResult {
    return html`<button class="btn outline" type="button" @click=${() => this.#edit('new')}>${icon('plus')} New rule</button>`;
  }

  #renderWait({ settings: { values } }: AppState): TemplateResult {
    const minutes = values.rejectAfterMinutes;
    const waits = WAITS.some(([wait]) => wait === minutes)
      ? WAITS
      : [...WAITS, [minutes, `After ${minutes} minutes`] as const];
    return html`<div class="row">
      <div class="about">
        <label class="name" for="wait">If nobody answers</label>
        <span class="help">A question can be answered with no after a while. The transcript says so.</span>
      </div>
      <select
        id="wait"
        @change=${(event: Event) =>
          this.#act({
            type: 'set_look',
            change: { rejectAfterMinutes: Number((event.target as HTMLSelectElement).value) },
          })}
      >
        ${waits.map(([wait, name]) => html`<option value=${wait} .selected=${wait === minutes}>${name}</option>`)}
      </select>
    </div>`;
  }

  #renderWire({ settings: { values } }: AppState): TemplateResult {
    return this.#renderSwitch({
      id: 'wire',
      name: 'Stop the turn if something ran unasked',
      help: 'An edit, deletion or command that ran without a question is always flagged. This stops the agent too.',
      isOn: values.stopUnasked,
      onChange: (stopUnasked) => this.#act({ type: 'set_look', change: { stopUnasked } }),
    });
  }

  #renderAllowAll({ allowAll, sessions }: AppState): TemplateResult | typeof nothing {
    const sessionId = this.#context.value?.view.value ?? null;
    const session = sessions.find(({ id }) => id === sessionId);
    if (!session?.writable) return nothing;
    return this.#renderSwitch({
      id: 'allow-all',
      name: 'Allow all in this session',
      help: `Every question of “${label(session.title, 60)}” is answered with yes, until you turn it off or AcDeck stops. Rules that reject still hold.`,
      isOn: session.id in allowAll,
      onChange: (on) => this.#act({ type: 'set_allow_all', on, sessionId: session.id }),
    });
  }

  #renderSwitch(row: {
    id: string;
    name: string;
    help: string;
    isOn: boolean;
    onChange: (isOn: boolean) => void;
  }): TemplateResult {
    return html`<div class="row">
      <div class="about"><label class="name" for=${row.id}>${row.name}</label><span class="help">${row.help}</span></div>
      <input
        id=${row.id}
        class="switch"
        type="checkbox"
        role="switch"
        .checked=${row.isOn}
        @change=${(event: Event) => row.onChange((event.target as HTMLInputElement).checked)}
      />
    </div>`;
  }

  #renderRules(app: AppState): TemplateResult | typeof nothing {
    if (app.rules.length === 0) {
      if (this.editing === 'new') return nothing;
      return html`<p class="none">No rules yet. “Always…” in a question stores one, or make one here.</p>`;
    }
    return html`<ul class="group rules" aria-labelledby="rules">
      ${app.rules.map((rule) => html`<li>${rule.id === this.editing ? this.#renderForm(rule) : this.#renderRule(rule, app)}</li>`)}
    </ul>`;
  }

  #renderRule(rule: PermissionRule, { agents }: AppState): TemplateResult {
    const name = (agentId: string) => agents.find(({ id }) => id === agentId)?.name ?? agentId;
    const pattern = label(rulePattern(rule), 120);
    const isAllow = rule.effect === 'allow';
    const made = `By ${label(rule.createdBy, 60)} on ${new Date(rule.createdAt).toLocaleDateString()}`;
    return html`<div class="row rule">
      <div class="about">
        <span class="name"
          ><span class="effect ${rule.effect}">${icon(isAllow ? 'shieldCheck' : 'shieldAlert')} ${isAllow ? 'Allow' : 'Reject'}</span>
          <code>${pattern}</code></span
        >
        <span class="help">${visibleText(ruleSentence(rule, name))} ${made}.</span>
      </div>
      <button class="icon-btn" type="button" title="Edit" aria-label="Edit the rule ${pattern}" @click=${() => this.#edit(rule.id)}>
        ${icon('pencil')}
      </button>
      <button
        class="icon-btn"
        type="button"
        title="Remove"
        aria-label="Remove the rule ${pattern}"
        @click=${() => this.#act({ type: 'remove_rule', rule })}
      >
        ${icon('trash')}
      </button>
    </div>`;
  }

  #renderForm(rule: PermissionRule | null): TemplateResult {
    const folder = this.#app.value?.folder.path ?? null;
    return html`<rule-form
      .rule=${rule}
      .folder=${folder}
      .agents=${this.#app.value?.agents ?? []}
      @rule-chosen=${({ rule: draft }: RuleChosenEvent) => this.#keep(rule, draft)}
    ></rule-form>`;
  }

  #keep(rule: PermissionRule | null, draft: RuleDraft | null): void {
    if (draft)
      this.#act(rule ? { type: 'edit_rule', ruleId: rule.id, rule: draft } : { type: 'add_rule', rule: draft });
    this.editing = null;
  }

  #edit(what: string): void {
    this.editing = what;
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'permissions-section': PermissionsSection;
  }
}

import type { PermissionOption, ToolCallContent } from '@agentclientprotocol/sdk';
import { ContextConsumer } from '@lit/context';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { askedContent } from '../../server/protocol/call-content.js';
import type { Permission, ToolEntry } from '../../server/protocol/entries.js';
import type { RuleDraft } from '../../server/protocol/permission-rule.js';
import type { PermissionExtras } from '../../server/protocol/rpc.js';
import { UserActEvent } from '../state/acts.js';
import { appContext } from '../state/app-context.js';
import { StoreController } from '../state/store-controller.js';
import { controls } from '../styles/controls.js';
import { dock } from '../styles/dock.js';
import { renderCommand, renderToolContent } from '../tool-views/registry.js';
import { renderRisks } from '../tool-views/render-risks.js';
import '../tool-views/diff-stat.js';
import { commandOf, inputText, shortPath, textField, withoutInput } from '../tool-views/tool-input.js';
import { adoptStyles } from './adopt-styles.js';
import { icon } from './icon.js';
import type { RuleChosenEvent } from './permission-always-event.js';
import { permissionDockStyles } from './permission-dock.styles.js';
import { toolCardStyles } from './tool-card.styles.js';
import { label, visibleText } from './visible-text.js';

/** So long after it appears nothing can answer it: nobody shall agree to what they had no time to see. */
const ARM_MS = 400;
/** A question that is still there so long after it was answered: the server has refused the answer. */
const REFUSED_MS = 1_000;

/**
 * Asks whether the agent may do something, and shows all of what that is. Never takes the focus. Light DOM.
 * @fires user-act - The person chose an option.
 */
@customElement('permission-dock')
export class PermissionDock extends LitElement {
  @property({ attribute: false }) permission!: Permission;
  @property({ attribute: false }) entry!: ToolEntry;
  /** The session's folder. */
  @property() folder = '';
  /** The session that asks, and what people call its agent. */
  @property() session = '';
  @property() agent = '';
  /** After so many minutes it is answered with no; 0 means never. */
  @property({ type: Number, attribute: 'reject-after' }) rejectAfter = 0;
  /** How many questions wait, this one included. */
  @property({ type: Number }) count = 1;

  @state() private isArmed = false;
  /** What was chosen here, until the server has said so. */
  @state() private chosen: string | null = null;
  /** What the person is about to add to their answer. */
  @state() private adding: 'rule' | 'note' | null = null;
  #arming: ReturnType<typeof setTimeout> | undefined;
  readonly #context = new ContextConsumer(this, { context: appContext, subscribe: true });
  #wasSent = false;
  /** Whether an answer to this question is on its way. */
  readonly #isSent = new StoreController(
    this,
    () => this.#context.value?.outbox,
    (commands) =>
      commands.some(({ method, args }) => method === 'answer_permission' && args[1] === this.permission.permissionId),
  );

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    for (const sheet of [controls, dock, toolCardStyles, permissionDockStyles]) adoptStyles(this, sheet);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#arming);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.chosen !== null && this.#wasSent && !this.#isSent.value) this.#arm(REFUSED_MS);
    this.#wasSent = this.#isSent.value ?? false;
    const before = changed.get('permission');
    if (!changed.has('permission') || before?.permissionId === this.permission.permissionId) return;
    this.isArmed = false;
    this.chosen = null;
    this.adding = null;
    this.#arm(ARM_MS);
  }

  #arm(ms: number): void {
    clearTimeout(this.#arming);
    this.#arming = setTimeout(() => {
      this.isArmed = true;
      this.chosen = null;
    }, ms);
  }

  /** For the key that says yes from an empty composer; it is as armed as the buttons are. */
  allowOnce(): void {
    const once = this.permission.options.find(({ kind }) => kind === 'allow_once');
    if (once) this.#choose(once);
  }

  /** For the shortcut that brings a person here. */
  override focus(): void {
    this.querySelector<HTMLElement>('.permission')?.focus();
  }

  protected override render(): TemplateResult {
    const { options, toolCall } = this.permission;
    return html`<div
      class="dock permission"
      role="group"
      aria-label="Permission"
      tabindex="-1"
      @keydown=${this.#onKeyDown}
    >
      <div class="dock-head">
        ${icon('shieldQuestion')}<span class="dock-title">${this.#title()}</span>
        ${this.count > 1 ? html`<span class="dock-end dock-note">1 of ${this.count}</span>` : nothing}
      </div>
      <div class="permission-what">${this.#renderEffect()}</div>
      ${this.#renderPlace(toolCall.rawInput ?? this.entry.rawInput)}
      ${this.adding === null ? html`<div class="permission-options">${options.map((option, n) => this.#renderOption(option, n))}</div>` : nothing}
      ${this.#renderMore()}
    </div>`;
  }

  /** What a person can say beyond the agent's own words: a rule that is kept here, or why not. */
  #renderMore(): TemplateResult {
    if (this.adding === 'rule') return this.#renderAlways();
    if (this.adding === 'note') return this.#renderNote();
    const isOff = !this.isArmed || this.chosen !== null;
    const add = (what: 'rule' | 'note') => html`<button
      type="button"
      class="btn"
      ?disabled=${isOff}
      @click=${() => this.#add(what)}
    >${what === 'rule' ? html`${icon('shieldCheck')} Always…` : html`${icon('messageSquare')} Deny with a note…`}</button>`;
    return html`<div class="permission-more">
      ${this.#once('allow_once') ? add('rule') : nothing} ${this.#once('reject_once') ? add('note') : nothing}
      ${this.rejectAfter > 0 ? html`<span class="dock-note">${this.#deadline()}</span>` : nothing}
    </div>`;
  }

  #renderAlways(): TemplateResult {
    return html`<permission-always
      permission=${this.permission.permissionId}
      session=${this.session}
      agent=${this.agent}
      @rule-chosen=${({ rule }: RuleChosenEvent) => this.#store(rule)}
    ></permission-always>`;
  }

  #renderNote(): TemplateResult {
    return html`<form class="permission-note" @submit=${this.#onNote}>
      <label for="permission-note">What should the agent do instead? It gets this as the next message.</label>
      <textarea id="permission-note" rows="2" maxlength="20000" required></textarea>
      <div class="permission-acts">
        <button class="btn outline reject_once" type="submit">Deny and send the note</button>
        <button class="btn" type="button" @click=${() => this.#back()}>Back</button>
      </div>
    </form>`;
  }

  #deadline(): string {
    const time = new Date(this.permission.askedAt + this.rejectAfter * 60_000);
    return `Rejected at ${time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })} if nobody answers`;
  }

  #once(kind: 'allow_once' | 'reject_once'): PermissionOption | undefined {
    return this.permission.options.find((option) => option.kind === kind);
  }

  /** The person has asked for the form, so the focus goes there. */
  #add(what: 'rule' | 'note'): void {
    if (what === 'rule') void import('./permission-always.js').catch(() => this.#back());
    this.adding = what;
    if (what === 'note') void this.updateComplete.then(() => this.querySelector('textarea')?.focus());
  }

  #back(): void {
    const wasAt = this.adding === 'rule' ? 0 : 1;
    this.adding = null;
    void this.updateComplete.then(() => {
      const buttons = this.querySelectorAll<HTMLElement>('.permission-more button');
      (buttons[wasAt] ?? buttons[0])?.focus();
    });
  }

  #store(rule: RuleDraft | null): void {
    const option = this.#once('allow_once');
    if (rule === null || !option) this.#back();
    else this.#choose(option, { rule });
  }

  #onNote(event: SubmitEvent): void {
    event.preventDefault();
    const note = this.querySelector('textarea')?.value.trim();
    const option = this.#once('reject_once');
    if (note && option) this.#choose(option, { note });
  }

  /** A title that only repeats the command would be read twice. */
  #title(): string {
    const title = label(withoutInput(this.permission.toolCall.title ?? this.entry.title), 300);
    const command = this.#command();
    if (
      command !== null &&
      (title === '' || label(command, 300).includes(title) || title.includes(label(command, 290)))
    ) {
      return 'Run this command?';
    }
    return title || 'The agent asks for permission';
  }

  #command(): string | null {
    return commandOf(this.permission.toolCall.rawInput) ?? commandOf(this.entry.rawInput);
  }

  /** The whole command, the whole diff: nothing of what is decided upon is left out. */
  #renderEffect(): unknown {
    const { toolCall } = this.permission;
    const command = this.#command();
    const content = askedContent(this.permission, this.entry);
    const isTold = command !== null || content.length > 0;
    const input = toolCall.rawInput ?? this.entry.rawInput;
    const rest = isTold ? null : (textField(input, 'diff', 'patch') ?? inputText(input));
    return html`${command === null ? nothing : renderRisks(command)}${content.map((item) => this.#renderContent(item))}${rest === null ? nothing : renderCommand(rest, 'Input')}`;
  }

  /** The name of a file stands above its diff as plain words: all buttons of this group are answers. */
  #renderContent(item: ToolCallContent): unknown {
    const view = renderToolContent([item], { folder: this.folder });
    if (item.type !== 'diff') return view;
    return html`<div class="permission-file">
        ${icon('fileText')}<bdi>${visibleText(shortPath(item.path, this.folder))}</bdi>
        ${item.oldText ? nothing : html`<span>new file</span>`}<diff-stat .diff=${item}></diff-stat>
      </div>
      ${view}`;
  }

  #renderPlace(rawInput: unknown): TemplateResult | typeof nothing {
    const cwd = textField(rawInput, 'cwd', 'workdir', 'working_directory') ?? this.folder;
    const { toolCall } = this.permission;
    const isNamed = (toolCall.content ?? this.entry.content).some(({ type }) => type === 'diff');
    if (isNamed && this.#command() === null) return nothing;
    const paths = (toolCall.locations ?? this.entry.locations).map(({ path }) => shortPath(path, this.folder));
    const where = this.#command() === null && paths.length > 0 ? paths : [cwd];
    return html`<div class="permission-where">${icon('folder')}<bdi>${visibleText(where.join(', '))}</bdi></div>`;
  }

  #renderOption(option: PermissionOption, n: number): TemplateResult {
    const isMain = option.kind === 'allow_once';
    return html`<button
      type="button"
      class="btn ${option.kind} ${isMain ? 'primary' : 'outline'}"
      ?disabled=${!this.isArmed || this.chosen !== null}
      @click=${() => this.#choose(option)}
    >
      ${n < 9 ? html`<kbd aria-hidden="true">${n + 1}</kbd>` : nothing}<span>${label(option.name, 200)}</span>
      ${option.kind.endsWith('_always') ? html`<small title="The agent remembers this itself; AcDeck stores nothing.">agent’s own</small>` : nothing}
    </button>`;
  }

  #choose({ optionId }: PermissionOption, extras?: PermissionExtras): void {
    if (!this.isArmed || this.chosen !== null) return;
    this.chosen = optionId;
    this.adding = null;
    const { permissionId } = this.permission;
    const more = extras ? { extras } : {};
    this.dispatchEvent(new UserActEvent({ type: 'answer_permission', permissionId, optionId, ...more }));
  }

  /** What is typed into a form is not an answer. */
  #onKeyDown(event: KeyboardEvent): void {
    if (this.adding !== null) {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      this.#back();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-9yna]$/i.test(event.key)) return;
    const words: Record<string, PermissionOption | undefined> = { n: this.#once('reject_once') };
    words.y = words.a = this.#once('allow_once');
    const key = event.key.toLowerCase();
    const option = words[key] ?? this.permission.options[Number(key) - 1];
    if (!option) return;
    event.preventDefault();
    if (key !== 'a') this.#choose(option);
    else if (this.isArmed && this.chosen === null) this.#add('rule');
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'permission-dock': PermissionDock;
  }
}

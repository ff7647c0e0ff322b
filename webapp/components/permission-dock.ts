import type { PermissionOption, ToolCallContent } from '@agentclientprotocol/sdk';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Permission, ToolEntry } from '../../server/protocol/entries.js';
import { UserActEvent } from '../state/acts.js';
import { controls } from '../styles/controls.js';
import { dock } from '../styles/dock.js';
import { renderCommand, renderToolContent } from '../tool-views/registry.js';
import '../tool-views/diff-stat.js';
import { commandOf, shortPath, textField } from '../tool-views/tool-input.js';
import { adoptStyles } from './adopt-styles.js';
import { icon } from './icon.js';
import { permissionDockStyles } from './permission-dock.styles.js';
import { toolCardStyles } from './tool-card.styles.js';
import { label, visibleText } from './visible-text.js';

/** So long after it appears nothing can answer it: nobody shall agree to what they had no time to see. */
const ARM_MS = 400;

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
  /** How many questions wait, this one included. */
  @property({ type: Number }) count = 1;

  @state() private isArmed = false;
  /** What was chosen here, until the server has said so. */
  @state() private chosen: string | null = null;
  #arming: ReturnType<typeof setTimeout> | undefined;

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
    const before = changed.get('permission');
    if (!changed.has('permission') || before?.permissionId === this.permission.permissionId) return;
    this.isArmed = false;
    this.chosen = null;
    clearTimeout(this.#arming);
    this.#arming = setTimeout(() => {
      this.isArmed = true;
    }, ARM_MS);
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
      <div class="permission-options">${options.map((option, n) => this.#renderOption(option, n))}</div>
    </div>`;
  }

  /** A title that only repeats the command would be read twice. */
  #title(): string {
    const title = label(this.permission.toolCall.title ?? this.entry.title, 300);
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
    const content = toolCall.content?.length ? toolCall.content : this.entry.content;
    const diff = textField(toolCall.rawInput, 'diff', 'patch');
    return html`${command === null ? nothing : renderCommand(command)}${content.map((item) => this.#renderContent(item))}${diff !== null && content.length === 0 ? renderCommand(diff) : nothing}`;
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
    </button>`;
  }

  #choose({ optionId }: PermissionOption): void {
    if (!this.isArmed || this.chosen !== null) return;
    this.chosen = optionId;
    const { permissionId } = this.permission;
    this.dispatchEvent(new UserActEvent({ type: 'answer_permission', permissionId, optionId }));
  }

  #onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return;
    const option = this.permission.options[Number(event.key) - 1];
    if (!option) return;
    event.preventDefault();
    this.#choose(option);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'permission-dock': PermissionDock;
  }
}

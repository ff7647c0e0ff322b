import type { PermissionOption, PermissionOptionKind } from '@agentclientprotocol/sdk';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { PermissionExtras } from '../../../server/protocol/api/rpc.js';
import type { Permission } from '../../../server/protocol/transcript/entries.js';
import { sessionCommand, UserActEvent } from '../../state/app/acts.js';
import { consume, outboxContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { controls } from '../../styles/controls.js';
import { dock } from '../../styles/dock.js';
import { oddCharacters } from '../../styles/odd-characters.js';
import { EndController } from '../../ui/end-in-sight.js';
import { clockTime, list, number } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { LightElement } from '../../ui/light-element.js';
import { renderExact } from '../../ui/marked-text.js';
import { sentenceWith } from '../../ui/sentence-parts.js';
import { oneLine } from '../../ui/visible-text.js';
import { toolCardStyles } from '../conversation/tool-card.styles.js';
import { renderRequest, renderWarnings } from '../request/render-request.js';
import { requestStyles } from '../request/request.styles.js';
import { type RequestParts, requestParts } from '../request/request-parts.js';
import { missingWords, requestWords, saysTheSame } from '../request/words.js';
import type { RuleChosenEvent } from './permission-always-event.js';
import { permissionDockStyles } from './permission-dock.styles.js';
import { permissionWords } from './words.js';

/** How many there were, so that their ids differ. */
let docks = 0;

/** So long after it appears nothing can answer it: nobody shall agree to what they had no time to see. */
const ARM_MS = 400;
/** A request that is still there so long after it was answered: the server has refused the answer. */
const REFUSED_MS = 1_000;
const ALL = 'all';

/**
 * Asks whether the agent may do something, and shows all of what that is, frozen as it was asked. Allow works only
 * after the end was on screen. Never takes the focus. Light DOM.
 * @fires user-act - The person chose an option.
 */
@customElement('permission-dock')
export class PermissionDock extends LightElement {
  static override styles = [controls, dock, toolCardStyles, requestStyles, oddCharacters, permissionDockStyles];

  /** The open requests, the oldest first. */
  @property({ attribute: false }) requests: readonly Permission[] = [];
  /** How many more the agent has made than can be open. */
  @property({ type: Number }) waiting = 0;
  /** The session's folder. */
  @property() folder = '';
  /** The session that asks, and what people call its agent. */
  @property() session = '';
  @property() agent = '';
  /** After so many minutes it is answered with no; 0 means never. */
  @property({ type: Number, attribute: 'reject-after' }) rejectAfter = 0;

  @state() private isArmed = false;
  /** What was chosen here, until the server has said so. */
  @state() private chosen: string | null = null;
  /** What the person is about to add to their answer, or all requests at once. */
  @state() private adding: 'rule' | 'note' | 'all' | null = null;
  /** The request that this tab shows; others may show another one. */
  @state() private shownId: string | null = null;
  /** The person wants to allow what could not be shown whole. */
  @state() private isUnseenAccepted = false;
  #arming: ReturnType<typeof setTimeout> | undefined;
  /** What is shown, by the digests of what is decided on. */
  #shownKey = '';
  /** What the shown request asked before the agent changed it. */
  #before: RequestParts | null = null;
  #last: Permission | null = null;
  /** Two sessions may be side by side, each with a request. */
  readonly #whyId = `permission-why-${++docks}`;
  readonly #noteId = `permission-note-${docks}`;
  readonly #end = new EndController(this, { box: '.permission-scroll', end: '.permission-end' });
  readonly #outbox = consume(this, outboxContext);
  #wasSent = false;
  /** Whether an answer to what is shown is on its way. */
  readonly #isSent = follow(
    this,
    () => this.#outbox.value,
    (commands) =>
      commands.some(
        ({ method, args }) =>
          method === 'answer_permission' && this.#answered.some(({ permissionId }) => permissionId === args[1]),
      ),
  );

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#arming);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.chosen !== null && this.#wasSent && !this.#isSent.value) this.#arm(REFUSED_MS);
    this.#wasSent = this.#isSent.value ?? false;
    if (changed.has('requests')) this.#follow(changed.get('requests') ?? []);
    // The answers to all come back one by one; nothing can be pressed until then.
    if (this.chosen === ALL && this.#wasSent && this.requests.length > 0) return;
    if (this.adding === ALL && !this.#isAlike) this.adding = null;
    const key = [this.adding === ALL, ...this.#answered.map((one) => `${one.permissionId} ${one.digest}`)].join(' ');
    if (key === this.#shownKey) return;
    this.#shownKey = key;
    this.isArmed = false;
    this.chosen = null;
    this.isUnseenAccepted = false;
    if (this.adding !== ALL) this.adding = null;
    this.#end.reset();
    this.#arm(ARM_MS);
  }

  /** Stays with the request that is shown; after its answer, with the one that takes its place. */
  #follow(before: readonly Permission[]): void {
    const { requests } = this;
    if (!requests.some(({ permissionId }) => permissionId === this.shownId)) {
      const place = Math.max(
        0,
        before.findIndex(({ permissionId }) => permissionId === this.shownId),
      );
      this.shownId = requests[Math.min(place, requests.length - 1)]?.permissionId ?? null;
    }
    const now = this.#shown;
    if (now?.permissionId !== this.#last?.permissionId) this.#before = null;
    else if (this.#last && now && this.#last.digest !== now.digest) this.#before = this.#partsOf(this.#last);
    this.#last = now;
  }

  #arm(ms: number): void {
    clearTimeout(this.#arming);
    this.#arming = setTimeout(() => {
      this.isArmed = true;
      this.chosen = null;
    }, ms);
  }

  get #shown(): Permission | null {
    return this.requests.find(({ permissionId }) => permissionId === this.shownId) ?? null;
  }

  /** The requests that the buttons answer. */
  get #answered(): readonly Permission[] {
    const shown = this.#shown;
    return this.adding === ALL ? this.requests : shown ? [shown] : [];
  }

  /** Whether Allow works: there was time to read, the end was in sight, and nothing is missing unnoticed. */
  get #canAllow(): boolean {
    return this.#canAnswer && this.#end.isSeen && (!this.#missing || this.isUnseenAccepted);
  }

  get #canAnswer(): boolean {
    return this.isArmed && this.chosen === null;
  }

  get #missing(): RequestParts['missing'] {
    return this.#answered.map((one) => this.#partsOf(one).missing).find((missing) => missing !== null) ?? null;
  }

  /** Whether all requests do the same kind of thing with the same program, so that one answer fits all. */
  get #isAlike(): boolean {
    if (this.requests.length < 2) return false;
    const all = this.requests.map((one) => this.#partsOf(one));
    const isSame = all.every(({ likeness, missing }) => likeness === all[0]!.likeness && missing === null);
    return isSame && this.requests.every(({ options }) => ofKind(options, 'allow_once').length === 1);
  }

  #partsOf(permission: Permission): RequestParts {
    const known = partsCache.get(permission);
    if (known?.folder === this.folder) return known.parts;
    const parts = requestParts(permission, this.folder);
    partsCache.set(permission, { folder: this.folder, parts });
    return parts;
  }

  /** For the key that says yes from an empty composer; it is as armed as the buttons are. */
  allowOnce(): void {
    if (this.adding === null && !this.#missing) this.#choose(this.#once('allow_once'));
  }

  /** For the shortcut that brings a person here. */
  override focus(): void {
    this.querySelector<HTMLElement>('.permission')?.focus();
  }

  protected override render(): TemplateResult | typeof nothing {
    const permission = this.#shown;
    if (!permission) return nothing;
    return html`<div
      class="dock permission ${this.adding === null ? '' : `adding-${this.adding}`}"
      role="group"
      aria-label=${requestWords.group}
      tabindex="-1"
      @keydown=${this.#onKeyDown}
    >
      ${this.adding === ALL ? this.#renderAllHead() : this.#renderHead(permission)}
      <div class="permission-view">
        <div class="permission-scroll" role="region" aria-label=${permissionWords.region} tabindex="0">
          ${this.#answered.map((one, n) => this.#renderOne(one, n))}
          <div class="permission-end" aria-hidden="true"></div>
        </div>
        ${this.#renderRest()}
      </div>
      ${this.#renderFoot(permission)}
    </div>`;
  }

  #renderHead(permission: Permission): TemplateResult {
    const { title, subtitle } = this.#partsOf(permission);
    return html`<div class="dock-head permission-head">
      ${icon('shieldQuestion')}
      <div class="permission-titles">
        <div class="dock-title"><bdi>${renderExact(oneLine(title, 300))}</bdi></div>
        ${subtitle === null ? nothing : html`<div class="permission-subtitle"><bdi>${renderExact(subtitle)}</bdi></div>`}
      </div>
      ${this.#renderPager()}
    </div>`;
  }

  #renderAllHead(): TemplateResult {
    return html`<div class="dock-head permission-head">
      ${icon('shieldQuestion')}<div class="dock-title">${permissionWords.allowAllOf(this.requests.length)}</div>
    </div>`;
  }

  /** Each can be looked at before any is answered; which one is shown here is nobody else's business. */
  #renderPager(): TemplateResult | typeof nothing {
    const count = this.requests.length;
    const at = this.requests.findIndex(({ permissionId }) => permissionId === this.shownId);
    const more =
      this.waiting > 0 ? html`<span class="dock-note">${permissionWords.moreWaiting(this.waiting)}</span>` : nothing;
    if (count < 2) return this.waiting > 0 ? html`<div class="dock-end">${more}</div>` : nothing;
    const turn = (step: number) => {
      this.shownId = this.requests[at + step]?.permissionId ?? this.shownId;
      this.#last = this.#shown;
      this.#before = null;
    };
    return html`<div class="dock-end permission-pager">
      ${more}
      <button class="icon-btn flip" type="button" aria-label=${permissionWords.previous} ?disabled=${at <= 0} @click=${() => turn(-1)}>${icon('chevronRight')}</button>
      <span class="dock-note">${permissionWords.position(number(at + 1), number(count))}</span>
      <button class="icon-btn" type="button" aria-label=${permissionWords.next} ?disabled=${at >= count - 1} @click=${() => turn(1)}>${icon('chevronRight')}</button>
    </div>`;
  }

  #renderOne(permission: Permission, n: number): TemplateResult {
    const parts = this.#partsOf(permission);
    const { adding } = this;
    return html`<div class="permission-one">
      ${adding === ALL ? html`<div class="permission-listed">${sentenceWith((slot) => permissionWords.listed(number(n + 1), slot), html`<bdi>${renderExact(oneLine(parts.title, 300))}</bdi>`)}</div>` : nothing}
      ${permission.changed ? this.#renderChanged(permission.changed.fields) : nothing} ${renderFreedom(permission)} ${renderWarnings(parts)}
      ${renderRequest(parts, this.folder)}
    </div>`;
  }

  #renderChanged(fields: NonNullable<Permission['changed']>['fields']): TemplateResult {
    const before = this.#before?.commands.join('\n') || this.#before?.title;
    return html`<div class="permission-changed" role="alert">
      ${icon('triangleAlert')}
      <div>
        <strong>${permissionWords.changed}</strong>${fields.length > 0 ? permissionWords.changedParts(list(fields.map((field) => permissionWords.fields[field]))) : nothing}
        ${before ? html`<div class="permission-before">${sentenceWith(permissionWords.before, html`<code>${renderExact(oneLine(before, 300), true)}</code>`)}</div>` : nothing}
      </div>
    </div>`;
  }

  #renderRest(): TemplateResult | typeof nothing {
    const lines = this.#end.linesLeft;
    if (lines === 0) return nothing;
    return html`<button class="permission-rest" type="button" @click=${() => this.#end.show()}>
      ${icon('arrowDown')} ${permissionWords.showRest}<span class="vh">, </span><span class="dock-note">${permissionWords.moreLines(lines)}</span>
    </button>`;
  }

  #renderFoot(permission: Permission): TemplateResult {
    if (this.adding === 'rule') return this.#renderAlways(permission);
    if (this.adding === 'note') return this.#renderNote();
    if (this.adding === ALL) return this.#renderAll();
    return html`<div class="permission-foot">
      ${this.#renderUnseen()} ${this.#renderWhy()}
      <div class="permission-options">${this.#renderOptions(permission)}</div>
    </div>`;
  }

  /** In our order and our words, no matter what the agent calls them and no matter where it puts them. */
  #renderOptions(permission: Permission): unknown {
    const { options } = permission;
    const isRemembered = this.#once('allow_once') || ofKind(options, 'allow_always').length > 0;
    return html`
      ${ofKind(options, 'allow_once').map((option, n) => this.#renderOption(option, n === 0 ? 'Y' : ''))}
      ${isRemembered && !isForFreeAgent(permission) ? this.#renderAdd('rule', 'A') : nothing}
      ${this.#isAlike ? this.#renderAdd(ALL) : nothing}
      <span class="permission-gap"></span>
      ${ofKind(options, 'reject_once').map((option, n) => this.#renderOption(option, n === 0 ? 'N' : ''))}
      ${ofKind(options, 'reject_always').map((option) => this.#renderOption(option, ''))}
      ${this.#once('reject_once') ? this.#renderAdd('note') : nothing}
    `;
  }

  #renderOption(option: PermissionOption, key: string): TemplateResult {
    const { kind, name } = option;
    const isAllow = kind.startsWith('allow');
    const isAmbiguous = ofKind(this.#shown?.options ?? [], kind).length > 1;
    const says = isAmbiguous || !saysTheSame(kind, name);
    const isOff = isAllow ? !this.#canAllow : !this.#canAnswer;
    return html`<button
      type="button"
      class="btn ${kind} ${kind === 'allow_once' && !isAmbiguous ? 'primary' : 'outline'}"
      ?disabled=${isOff}
      aria-describedby=${isAllow && isOff ? this.#whyId : nothing}
      @click=${() => this.#choose(option)}
    >
      <span>${requestWords.options[kind]}</span>${says ? html`<small><span class="vh">, </span>${sentenceWith(permissionWords.agentSays, html`<bdi>${renderExact(oneLine(name, 120))}</bdi>`)}</small>` : nothing}
      ${key ? html`<kbd aria-hidden="true">${key}</kbd>` : nothing}
    </button>`;
  }

  #renderAdd(what: 'rule' | 'note' | 'all', key = ''): TemplateResult {
    const names = {
      rule: requestWords.options.allow_always,
      note: permissionWords.denyWithNote,
      all: permissionWords.allowAllMore(this.requests.length),
    };
    const isOff = what === 'rule' ? !this.#canAllow : !this.#canAnswer;
    return html`<button
      type="button"
      class="btn ${what === 'note' ? 'quiet' : 'outline'} add-${what}"
      ?disabled=${isOff}
      aria-describedby=${what === 'rule' && isOff ? this.#whyId : nothing}
      @click=${() => this.#add(what)}
    ><span>${names[what]}</span>${key ? html`<kbd aria-hidden="true">${key}</kbd>` : nothing}</button>`;
  }

  /** Why Allow does not work yet. It comes and goes, so it is above the buttons: what is below would move them. */
  #renderWhy(): TemplateResult | typeof nothing {
    const isWaiting = this.isArmed && this.chosen === null && !this.#end.isSeen;
    const why = isWaiting ? permissionWords.scroll : this.rejectAfter > 0 ? this.#deadline() : null;
    return html`<div class="permission-why dock-note ${isWaiting ? 'held' : why ? 'told' : ''}" id=${this.#whyId} role="status">${why ?? nothing}</div>`;
  }

  /** What could not be shown whole is allowed only on purpose. */
  #renderUnseen(): TemplateResult | typeof nothing {
    const missing = this.#missing;
    if (!missing) return nothing;
    const accept = (event: Event) => {
      this.isUnseenAccepted = (event.target as HTMLInputElement).checked;
    };
    return html`<label class="permission-unseen"
      ><input type="checkbox" .checked=${this.isUnseenAccepted} @change=${accept} /> ${permissionWords.allowUnseen(missingWords(missing))}</label
    >`;
  }

  #renderAlways({ permissionId, options }: Permission): TemplateResult {
    return html`<permission-always
      class="permission-form"
      permission=${permissionId}
      session=${this.session}
      agent=${this.agent}
      ?can-store=${this.#once('allow_once') !== undefined}
      .agentOptions=${ofKind(options, 'allow_always')}
      @rule-chosen=${({ rule, option }: RuleChosenEvent) => {
        if (rule) this.#choose(this.#once('allow_once'), { rule });
        else if (option) this.#choose(option);
        else this.#back();
      }}
    ></permission-always>`;
  }

  #renderNote(): TemplateResult {
    return html`<form class="permission-note permission-form" @submit=${this.#onNote}>
      <label for=${this.#noteId}>${permissionWords.noteLabel}</label>
      <textarea id=${this.#noteId} rows="2" dir="auto" maxlength="20000" required @keydown=${this.#onNoteKey}></textarea>
      <div class="permission-acts">
        <button class="btn primary" type="submit">${permissionWords.denyAndSend}</button>
        <button class="btn" type="button" @click=${() => this.#back()}>${permissionWords.back}</button>
      </div>
    </form>`;
  }

  #renderAll(): TemplateResult {
    const isOff = !this.#canAllow;
    return html`<div class="permission-foot">
      ${this.#renderWhy()}
      <div class="permission-options">
        <button class="btn primary" type="button" ?disabled=${isOff} aria-describedby=${isOff ? this.#whyId : nothing} @click=${this.#allowAll}>
          <span>${permissionWords.allowAll(this.requests.length)}</span>
        </button>
        <button class="btn" type="button" @click=${() => this.#back()}>${permissionWords.back}</button>
      </div>
    </div>`;
  }

  #deadline(): string {
    return permissionWords.deniedAt(clockTime((this.#shown?.askedAt ?? 0) + this.rejectAfter * 60_000));
  }

  /** The agent's only option of that kind; of several, none is meant. */
  #once(kind: 'allow_once' | 'reject_once'): PermissionOption | undefined {
    const [option, ...others] = ofKind(this.#shown?.options ?? [], kind);
    return others.length === 0 ? option : undefined;
  }

  /** The person has asked for the form, so the focus goes there. */
  #add(what: 'rule' | 'note' | 'all'): void {
    if (what === 'rule') void import('./permission-always.js').catch(() => this.#back());
    this.adding = what;
    if (what === 'note') void this.updateComplete.then(() => this.querySelector('textarea')?.focus());
    if (what === ALL)
      void this.updateComplete.then(() => this.querySelector<HTMLElement>('.permission-scroll')?.focus());
  }

  #back(): void {
    const was = this.adding;
    this.adding = null;
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`.add-${was}`)?.focus());
  }

  #onNoteKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    (event.target as HTMLTextAreaElement).form?.requestSubmit();
  }

  #onNote(event: SubmitEvent): void {
    event.preventDefault();
    const note = this.querySelector('textarea')?.value.trim();
    if (note) this.#choose(this.#once('reject_once'), { note });
  }

  #choose(option: PermissionOption | undefined, extras: Omit<PermissionExtras, 'digest'> = {}): void {
    const permission = this.#shown;
    if (!option || !permission) return;
    if (option.kind.startsWith('allow') ? !this.#canAllow : !this.#canAnswer) return;
    this.chosen = option.optionId;
    this.adding = null;
    this.#answer(permission, option, extras);
  }

  readonly #allowAll = (): void => {
    if (!this.#canAllow || this.adding !== ALL) return;
    this.chosen = ALL;
    for (const permission of this.requests) this.#answer(permission, ofKind(permission.options, 'allow_once')[0]!);
  };

  /** The digest says what the person saw: if the agent has changed it since, the server refuses. */
  #answer(permission: Permission, { optionId }: PermissionOption, more: Omit<PermissionExtras, 'digest'> = {}): void {
    const { permissionId, digest = '' } = permission;
    const extras: PermissionExtras = { digest, ...more };
    this.dispatchEvent(
      new UserActEvent(sessionCommand('AcpBridge', 'answer_permission', permissionId, optionId, extras)),
    );
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
    if (event.ctrlKey || event.metaKey || event.altKey || !/^[yna]$/i.test(event.key)) return;
    event.preventDefault();
    const key = event.key.toLowerCase();
    if (key === 'n') this.#choose(this.#once('reject_once'));
    else if (key === 'y') this.allowOnce();
    else if (this.#canAllow && this.querySelector('.add-rule')) this.#add('rule');
  }
}

/** Taking a request apart costs something, and the page draws often. */
const partsCache = new WeakMap<Permission, { folder: string; parts: RequestParts }>();

function ofKind(options: readonly PermissionOption[], kind: PermissionOptionKind): PermissionOption[] {
  return options.filter((option) => option.kind === kind);
}

/** A task for an agent that asks less than usual: each one is asked for, so there is nothing to remember. */
function isForFreeAgent({ delegation }: Permission): boolean {
  return delegation?.freedom !== undefined && delegation.freedom !== 'asks';
}

/** How free the agent is that a task is meant for, where that is more than usual. */
function renderFreedom({ delegation }: Permission): TemplateResult | typeof nothing {
  if (!delegation?.freedom || delegation.freedom === 'asks') return nothing;
  return html`<div class="permission-changed">${icon('triangleAlert')}<div>${permissionWords.freedom[delegation.freedom]}</div></div>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'permission-dock': PermissionDock;
  }
}

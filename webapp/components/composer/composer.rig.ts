import { ContextProvider } from '@lit/context';
import { html } from 'lit';
import { type CommandContext, commandsContext } from '../../commands/command.js';
import type { UserAct } from '../../state/app/acts.js';
import { AppRig } from '../../state/app/app.rig.js';
import { provideApp } from '../../state/app/contexts.js';
import type { PageAct } from '../../state/app/page-acts.js';
import { perform } from '../../state/app/perform.js';
import { mount, until } from '../../ui/mount.rig.js';
import './prompt-composer.js';
import type { PromptComposer } from './prompt-composer.js';

/** A composer in a whole app without a page: what it fires is done, and what the stores hold comes back to it. */
export class ComposerRig {
  readonly app: AppRig;
  readonly element: PromptComposer;
  readonly acts: (UserAct | PageAct)[] = [];

  private constructor(app: AppRig, element: PromptComposer) {
    this.app = app;
    this.element = element;
  }

  static async open(fields: Partial<PromptComposer> = {}, app = new AppRig()): Promise<ComposerRig> {
    await app.connect();
    const box = document.createElement('div');
    document.body.append(box);
    provideApp(box)(app.context);
    const screen = { has: (_place) => true } as CommandContext['screen'];
    const run: CommandContext = { app: app.context, screen, act: () => {} };
    new ContextProvider(box, { context: commandsContext, initialValue: run });
    const element = await mount<PromptComposer>(html`<prompt-composer></prompt-composer>`);
    box.append(element.parentElement!);
    after(() => box.remove());
    Object.assign(element, { sessionId: 's1', agentName: 'Demo agent', ...fields });
    const rig = new ComposerRig(app, element);
    element.addEventListener('user-act', ({ act }) => {
      rig.acts.push(act);
      perform(app.context, act);
    });
    element.addEventListener('page-act', ({ act }) => rig.acts.push(act));
    app.context.composer.drafts.subscribe(() => rig.#follow());
    rig.#follow();
    await element.updateComplete;
    return rig;
  }

  #follow(): void {
    const { drafts } = this.app.context.composer;
    Object.assign(this.element, { value: drafts.textFor('s1'), chips: drafts.chipsFor('s1') });
  }

  get field(): HTMLTextAreaElement {
    return this.element.shadowRoot!.querySelector('textarea')!;
  }

  get strip(): ShadowRoot | null {
    return this.element.shadowRoot!.querySelector('composer-strip')?.shadowRoot ?? null;
  }

  get lines(): HTMLElement[] {
    return [...this.element.shadowRoot!.querySelectorAll<HTMLElement>('composer-menu [role=option]')];
  }

  /** The active line, as a screen reader hears of it. */
  get active(): string | null {
    const id = this.field.getAttribute('aria-activedescendant');
    return id ? this.textOf(this.element.shadowRoot!.querySelector(`#${id}`)!) : null;
  }

  textOf(element: Element): string {
    return element.textContent.replace(/\s+/g, ' ').trim();
  }

  actsOf<T extends (UserAct | PageAct)['type']>(type: T): Extract<UserAct | PageAct, { type: T }>[] {
    return this.acts.filter((act) => act.type === type) as Extract<UserAct | PageAct, { type: T }>[];
  }

  button(name: string, root: ShadowRoot | null = this.element.shadowRoot): HTMLButtonElement | undefined {
    return [...(root?.querySelectorAll('button') ?? [])].find(
      (button) => (button.getAttribute('aria-label') ?? button.textContent.trim()) === name,
    );
  }

  async type(text: string): Promise<void> {
    this.field.focus();
    this.field.value = text;
    this.field.setSelectionRange(text.length, text.length);
    this.field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await this.element.updateComplete;
  }

  async press(key: string, init: KeyboardEventInit = {}): Promise<boolean> {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true, ...init });
    const isLeft = this.field.dispatchEvent(event);
    await this.element.updateComplete;
    return isLeft;
  }

  async paste(text: string, ...files: File[]): Promise<boolean> {
    const clipboardData = new DataTransfer();
    if (text) clipboardData.setData('text/plain', text);
    for (const file of files) clipboardData.items.add(file);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    const isLeft = this.field.dispatchEvent(event);
    await this.element.updateComplete;
    return isLeft;
  }

  async menu(text: string): Promise<string[]> {
    await this.type(text);
    await until(() => this.lines.length > 0, `suggestions for ${text}`);
    return this.lines.map((line) => this.textOf(line));
  }
}

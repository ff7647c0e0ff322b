import { html, LitElement, type TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { withChosenKeys } from '../../commands/chosen-keys.js';
import { COMMAND_GROUPS, type Command, type CommandContext } from '../../commands/command.js';
import { dynamicCommands } from '../../commands/dynamic-commands.js';
import { formatKeys } from '../../commands/format-keys.js';
import { COMMANDS, isAvailable } from '../../commands/registry.js';
import { layer } from '../../styles/layer.js';
import { fuzzyFind } from '../../ui/fuzzy-find.js';
import type { CommandLayer } from './command-layers.js';
import { LayerController } from './layer-controller.js';
import './pick-list.js';
import { label } from '../../ui/visible-text.js';
import type { PickEvent, PickGroup, PickItem, PickList, QueryEvent } from './pick-list.js';
import { paletteWords } from './words.js';

const MOST_FOUND = 50;

/** Everything that can be done now, to be found by its words. */
@customElement('command-palette')
export class CommandPalette extends LitElement implements CommandLayer {
  static override styles = [layer];

  @state() private query = '';
  @state() private group: string | null = null;
  @state() private commands: readonly Command[] = [];

  @query('pick-list') private list!: PickList | null;

  readonly #layer = new LayerController(this);
  #context: CommandContext | null = null;

  get isOpen(): boolean {
    return this.#layer.isOpen;
  }

  show(context: CommandContext, group?: string): Promise<void> {
    this.#context = context;
    this.query = '';
    this.group = group ?? null;
    const all = [...withChosenKeys(COMMANDS, context.app.settings.value), ...dynamicCommands(context)];
    this.commands = all.filter(
      (command) => !command.isOnlyKey && isAvailable(command, context) && (!group || command.group === group),
    );
    this.ariaLabel = group ? paletteWords.choose(group) : paletteWords.commands;
    return this.#layer.open();
  }

  close(): void {
    this.#layer.close();
  }

  override focus(): void {
    this.list?.focus();
  }

  protected override render(): TemplateResult {
    return html`<pick-list
      label=${this.group ?? paletteWords.commands}
      placeholder=${this.group ? paletteWords.choose(label(this.group, 40)) : paletteWords.whatToDo}
      empty=${paletteWords.noCommands}
      .value=${this.query}
      .groups=${this.#groups()}
      @query=${(event: QueryEvent) => {
        this.query = event.query;
      }}
      @pick=${this.#onPick}
    ></pick-list>`;
  }

  #groups(): PickGroup[] {
    if (this.query.trim()) return [{ title: paletteWords.found, items: this.#find() }];
    if (this.group) return [{ title: label(this.group, 60), items: this.commands.map((command) => itemOf(command)) }];
    const names = [...COMMAND_GROUPS, ...new Set(this.commands.map(({ group }) => group))];
    return [...new Set(names)].map((title) => ({
      title: label(title, 60),
      items: this.commands.filter(({ group }) => group === title).map((command) => itemOf(command)),
    }));
  }

  #find(): PickItem[] {
    const found = fuzzyFind(this.query, this.commands, {
      words: ({ title }) => label(title, 200),
      about: ({ group, slash }) => `${group} ${slash ?? ''}`,
      limit: MOST_FOUND,
    });
    return found.map(({ item, marks }) => ({ ...itemOf(item), marks, note: label(item.group, 40) }));
  }

  #onPick({ itemId }: PickEvent): void {
    const command = this.commands.find(({ id }) => id === itemId);
    this.close();
    if (command && this.#context) command.run(this.#context);
  }
}

function itemOf({ id, title, keys, isCurrent = false }: Command): PickItem {
  return { id, title: label(title, 200), isCurrent, keys: keys?.[0] ? formatKeys(keys[0]) : [] };
}

declare global {
  interface HTMLElementTagNameMap {
    'command-palette': CommandPalette;
  }
}

import type { CommandContext } from '../../commands/command.js';
import type { Layer } from '../../commands/screen.js';

/** Something above the page that lists what a person can do, and goes away by itself. */
export interface CommandLayer extends HTMLElement {
  readonly isOpen: boolean;
  /** Resolves when it has the focus. */
  show(context: CommandContext, group?: string, layer?: Layer): Promise<void>;
  close(): void;
}

/** Where the layers come from; each is loaded when it is first asked for. */
const LAYERS: Readonly<Record<Layer, { readonly tag: string; load(): Promise<unknown> }>> = {
  palette: { tag: 'command-palette', load: () => import('./command-palette.js') },
  switcher: { tag: 'session-switcher', load: () => import('./session-switcher.js') },
  beside: { tag: 'session-switcher', load: () => import('./session-switcher.js') },
  askAgent: { tag: 'ask-agent-sheet', load: () => import('./ask-agent-sheet.js') },
  tour: { tag: 'guided-tour', load: () => import('./guided-tour.js') },
  shortcuts: { tag: 'shortcuts-sheet', load: () => import('./shortcuts-sheet.js') },
};

/** Opens a layer, or closes it if it is open and not asked for something else. */
export async function openLayer(
  host: HTMLElement,
  context: CommandContext,
  wanted: { layer: Layer; group: string | undefined },
): Promise<void> {
  const found = LAYERS[wanted.layer];
  await found.load();
  const known = host.querySelector<CommandLayer>(`:scope > ${found.tag}`);
  const element = known ?? host.appendChild(document.createElement(found.tag) as CommandLayer);
  if (element.isOpen && wanted.group === undefined) element.close();
  else await element.show(context, wanted.group, wanted.layer);
}

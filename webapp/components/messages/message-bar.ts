import { html, nothing, type TemplateResult } from 'lit';
import type { TextEntry, UserEntry } from '../../../server/protocol/transcript/entries.js';
import { promptWords } from '../../../server/protocol/transcript/reduce-turn.js';
import { UserActEvent } from '../../state/app/acts.js';
import { icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.js';
import type { EntryElement } from './message.js';
import { messageWords } from './words.js';

/** What is done often with a message, and the way to the rest. The code that does it comes with the first press. */
export function renderMessageBar(entry: UserEntry | TextEntry, isWritable: boolean): TemplateResult | typeof nothing {
  const text = promptWords(entry.content);
  const isSent = !entry.id.startsWith('sending ');
  if (text === '' && !isSent) return nothing;
  const copy = ({ currentTarget }: Event) =>
    currentTarget?.dispatchEvent(new UserActEvent({ type: 'copy', text, what: 'message' }));
  return html`<div class="message-bar" role="group" aria-label=${messageWords.actions}>
    ${text === '' ? nothing : renderButton('copy', messageWords.copy, messageWords.copyHint, copy)}
    ${isSent && isWritable && entry.turn > 0 ? (entry.kind === 'user' ? EDIT : RETRY) : nothing}
    ${isSent ? MORE : nothing}
  </div>`;
}

function renderButton(picture: IconName, name: string, title: string, onClick: (event: Event) => void): TemplateResult {
  return html`<button class="icon-btn" type="button" aria-label=${name} title=${title} @click=${onClick}>${icon(picture)}</button>`;
}

const EDIT = renderButton('pencil', messageWords.edit, messageWords.edit, (event) => run(event, 'edit'));
const RETRY = renderButton('rotateCw', messageWords.retry, messageWords.retryHint, (event) => run(event, 'retry'));
const MORE = html`<button
  class="icon-btn"
  type="button"
  aria-haspopup="menu"
  aria-label=${messageWords.more}
  title=${messageWords.moreHint}
  @click=${openMenu}
>
  ${icon('ellipsis')}
</button>`;

function run({ currentTarget }: Event, id: string): void {
  const element = entryOf(currentTarget);
  if (!element) return;
  void Promise.all([import('./message.js'), import('./message-actions.js')]).then(([found, actions]) => {
    const message = found.messageIn(element);
    if (message) actions.runMessageAction(message, id);
  });
}

function openMenu({ currentTarget }: Event): void {
  const element = entryOf(currentTarget);
  if (element) void openMessageMenu(element, currentTarget as HTMLElement);
}

/** Opens the menu of a message, at its button or another element of it. */
export async function openMessageMenu(element: EntryElement, anchor: HTMLElement): Promise<void> {
  const { showMessageMenu } = await import('./message-menu.js');
  showMessageMenu(element, anchor);
}

function entryOf(target: EventTarget | null): EntryElement | null {
  return (target as HTMLElement | null)?.closest<EntryElement>('transcript-entry') ?? null;
}

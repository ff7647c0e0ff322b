import { html, nothing, type TemplateResult } from 'lit';
import { icon } from './icon.js';
import type { IconName } from './icons.js';

/** What the plus can do: take files, or begin a word that asks for suggestions. */
export interface AttachDesk {
  take(files: readonly File[]): void;
  begin(sign: '@' | '/' | '#' | '!'): void;
  readonly isTouch: boolean;
}

const SIGNS: readonly { sign: '@' | '/' | '#' | '!'; picture: IconName; name: string }[] = [
  { sign: '@', picture: 'folder', name: 'Mention a file' },
  { sign: '#', picture: 'messageSquare', name: 'Mention a session' },
  { sign: '/', picture: 'zap', name: 'Commands' },
  { sign: '!', picture: 'terminal', name: 'Run a shell command' },
];

/** The plus beside the field and its menu. */
export function renderAttachMenu(desk: AttachDesk): TemplateResult {
  return html`<button class="icon-btn plus" type="button" aria-label="Attach" title="Attach files and more" popovertarget="attach">
      ${icon('plus')}
    </button>
    <div id="attach" class="attach" popover role="group" aria-label="Attach">
      ${renderPicker(desk, 'image', 'Pictures', { accept: 'image/*' })}
      ${renderPicker(desk, 'fileText', 'Files', {})}
      ${desk.isTouch ? renderPicker(desk, 'circleDot', 'Take a photo', { accept: 'image/*', capture: 'environment' }) : nothing}
      <hr />
      ${SIGNS.map(
        ({ sign, picture, name }) =>
          html`<button class="item" type="button" popovertarget="attach" popovertargetaction="hide" @click=${() => desk.begin(sign)}>
            ${icon(picture)}<span>${name}</span><kbd>${sign}</kbd>
          </button>`,
      )}
    </div>`;
}

/** A label with its field inside, so that the browser's own dialog opens without a script. */
function renderPicker(
  desk: AttachDesk,
  picture: IconName,
  name: string,
  { accept, capture }: { accept?: string; capture?: string },
): TemplateResult {
  const onChange = (event: Event) => {
    const field = event.target as HTMLInputElement;
    field.closest<HTMLElement>('[popover]')?.hidePopover();
    desk.take([...(field.files ?? [])]);
    // So that the same file can be chosen again.
    field.value = '';
  };
  return html`<label class="item">
    ${icon(picture)}<span>${name}</span>
    <input class="vh" type="file" multiple accept=${accept ?? nothing} capture=${capture ?? nothing} @change=${onChange} />
  </label>`;
}

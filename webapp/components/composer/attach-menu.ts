import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.js';
import { composerWords } from './words.js';

/** What the plus can do: take files, or begin a word that asks for suggestions. */
export interface AttachTarget {
  take(files: readonly File[]): void;
  begin(sign: '@' | '/' | '#' | '!'): void;
  readonly isTouch: boolean;
}

const SIGNS: readonly { sign: '@' | '/' | '#' | '!'; picture: IconName }[] = [
  { sign: '@', picture: 'folder' },
  { sign: '#', picture: 'messageSquare' },
  { sign: '/', picture: 'zap' },
  { sign: '!', picture: 'terminal' },
];

/** The plus beside the field and its menu. */
export function renderAttachMenu(desk: AttachTarget): TemplateResult {
  return html`<button class="icon-btn plus" type="button" aria-label=${composerWords.attach.name} title=${composerWords.attach.hint} popovertarget="attach">
      ${icon('plus')}
    </button>
    <div id="attach" class="attach" popover role="group" aria-label=${composerWords.attach.name}>
      ${renderPicker(desk, 'image', composerWords.attach.images, { accept: 'image/*' })}
      ${renderPicker(desk, 'fileText', composerWords.attach.files, {})}
      ${desk.isTouch ? renderPicker(desk, 'circleDot', composerWords.attach.photo, { accept: 'image/*', capture: 'environment' }) : nothing}
      <hr />
      ${SIGNS.map(
        ({ sign, picture }) =>
          html`<button class="item" type="button" popovertarget="attach" popovertargetaction="hide" @click=${() => desk.begin(sign)}>
            ${icon(picture)}<span>${composerWords.attach[sign]}</span><kbd>${sign}</kbd>
          </button>`,
      )}
    </div>`;
}

/** A label with its field inside, so that the browser's own dialog opens without a script. */
function renderPicker(
  desk: AttachTarget,
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

import { html, nothing, type TemplateResult } from 'lit';
import { formatKeys } from '../../commands/format-keys.js';
import { type Editor, editorAddress } from '../../state/work/editors.js';
import { absoluteIn } from '../../state/work/tree-paths.js';
import { icon } from '../../ui/icon.js';
import { nameLabel } from '../../ui/visible-text.js';
import { fileIcon } from './file-icons.js';
import { fileWords } from './words.js';

/** What stands above a file, and what its buttons do. */
export interface FileHead {
  /** Relative to the folder. */
  readonly path: string;
  readonly folder: string;
  readonly line: number | null;
  readonly hasBack: boolean;
  readonly isText: boolean;
  readonly canEdit: boolean;
  readonly isTreeHidden: boolean | null;
  readonly editors: readonly Editor[];
  /** Whether git has versions of it. */
  readonly hasVersions: boolean;
  back(): void;
  reveal(folder: string): void;
  toggleTree(): void;
  search(): void;
  goToLine(): void;
  edit(): void;
  copy(what: 'path' | 'relative' | 'link'): void;
  openIn(editor: Editor): void;
  download(): void;
  /** Shows the commits of the file. */
  history(): void;
  readonly isBlamed: boolean;
  /** Shows who wrote each line, or no longer. */
  blame(): void;
  /** Shows what is staged, or the last commit; without a name a person says which commit. */
  showVersion(name?: 'index' | 'HEAD'): void;
}

/** The name of a file with the folders that lead to it, and what can be done with it. */
export function renderFileHead(head: FileHead): TemplateResult {
  const { path, hasBack, isText, canEdit, isTreeHidden } = head;
  return html`<div class="file-head">
    ${
      hasBack
        ? html`<button type="button" class="icon-btn" aria-label=${fileWords.view.back} title=${fileWords.view.back} @click=${head.back}>${icon('arrowLeft')}</button>`
        : nothing
    }
    ${
      isTreeHidden === null
        ? nothing
        : html`<button type="button" class="icon-btn" aria-label=${isTreeHidden ? fileWords.tree.show : fileWords.tree.hide} title=${isTreeHidden ? fileWords.tree.show : fileWords.tree.hide} aria-pressed=${!isTreeHidden} @click=${head.toggleTree}>${fileIcon('panelLeft')}</button>`
    }
    ${renderCrumbs(path, head.reveal)}
    <span class="file-acts">
      ${canEdit ? html`<button type="button" class="btn" @click=${head.edit}>${icon('pencil')}${fileWords.edit}</button>` : nothing}
      ${isText ? html`<button type="button" class="icon-btn" aria-label=${fileWords.search.open} title=${fileWords.search.openHint} @click=${head.search}>${icon('search')}</button>` : nothing}
      <button type="button" class="icon-btn" aria-label=${fileWords.moreActions} title=${fileWords.moreActions} popovertarget="file-menu">${fileIcon('ellipsis')}</button>
    </span>
    ${renderMenu(head)}
  </div>`;
}

/** Each folder leads to itself in the tree. */
function renderCrumbs(path: string, reveal: (folder: string) => void): TemplateResult {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  return html`<nav class="crumbs" aria-label=${fileWords.view.path}>${parts.map((part, n) => {
    const folder = parts.slice(0, n + 1).join('/');
    return html`<button type="button" class="crumb" @click=${() => reveal(folder)}><bdi>${nameLabel(part, 80)}</bdi></button><span class="crumb-sep" aria-hidden="true">/</span>`;
  })}<bdi class="crumb-name" title=${nameLabel(path)}>${nameLabel(name, 120)}</bdi></nav>`;
}

function renderMenu(head: FileHead): TemplateResult {
  const { isText, folder, path, line } = head;
  const item = (picture: unknown, name: string, run: () => void, keys = '') =>
    html`<button type="button" class="menu-item" popovertarget="file-menu" popovertargetaction="hide" @click=${run}>${picture}<span>${name}</span>${keys ? html`<kbd>${keys}</kbd>` : nothing}</button>`;
  return html`<div class="file-menu" id="file-menu" popover role="group" aria-label=${fileWords.moreActions}>
    ${isText ? item(icon('locate'), fileWords.goToLine, head.goToLine, formatKeys('$mod+G').join('+')) : nothing}
    ${item(icon('copy'), fileWords.copyRelative, () => head.copy('relative'))}
    ${item(icon('copy'), fileWords.copyPath, () => head.copy('path'))}
    ${isText ? item(fileIcon('link'), fileWords.copyLink, () => head.copy('link')) : nothing}
    ${item(fileIcon('download'), fileWords.download, head.download)}
    <hr />
    ${head.editors.map((editor) => {
      const address = editorAddress(editor, absoluteIn(folder, path), line);
      return address
        ? html`<a class="menu-item" href=${address} @click=${() => head.openIn(editor)}>${icon('externalLink')}<span>${fileWords.openIn(editor.name)}</span></a>`
        : nothing;
    })}
    ${
      head.hasVersions
        ? html`<hr />
            ${item(icon('gitBranch'), fileWords.history, head.history)}
            ${isText ? item(icon('scrollText'), head.isBlamed ? fileWords.hideBlame : fileWords.showBlame, head.blame) : nothing}
            ${item(icon('fileText'), fileWords.version.ofHead, () => head.showVersion('HEAD'))}
            ${item(icon('fileText'), fileWords.version.staged, () => head.showVersion('index'))}
            ${item(icon('fileText'), fileWords.version.commit, () => head.showVersion())}`
        : nothing
    }
  </div>`;
}

import type { ContentBlock } from '@agentclientprotocol/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { uploadNameOf } from '../../../server/protocol/api/upload-name.js';
import { uploadIdOf } from '../../../server/protocol/api/uploads.js';
import { leftOutText } from '../../codes/left-out-words.js';
import { isDrawableData } from '../../pictures/drawable-image.js';
import { byteSize } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.js';
import { lateElement } from '../../ui/late-element.js';
import './markdown-view.js';
import { OpenFileEvent } from '../../ui/open-file-event.js';
import { label, nameLabel, visibleText } from '../../ui/visible-text.js';
import { OpenPictureEvent } from './open-picture-event.js';
import { withoutFence } from './strip-fence.js';
import { contentWords } from './words.js';

const needTerminalOutput = lateElement(() => import('./terminal-output.js'));
const needUploadImage = lateElement(() => import('./upload-image.js'));

/** Where a block stands: a person's own words are shown as typed, an agent's as markdown, a tool's as they came. */
export type BlockPlace = 'user' | 'agent' | 'tool';

const IMAGE_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
const SOUND_TYPES = new Set([
  'audio/wav',
  'audio/x-wav',
  'audio/mpeg',
  'audio/mp4',
  'audio/ogg',
  'audio/webm',
  'audio/flac',
]);
/** What programs print for a terminal has its colours as escape sequences. */
const STYLE_START = '\u001b[';
const LINK_SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/** One block of a message. `isOpen` while its text may grow. */
export function renderContentBlock(
  block: ContentBlock,
  place: BlockPlace,
  isOpen = false,
): TemplateResult | typeof nothing {
  switch (block.type) {
    case 'text':
      return renderText(place === 'user' ? block.text : leftOutText(block.text), place, isOpen);
    case 'image':
      return renderImage(block, place);
    case 'audio':
      return renderSound(block);
    case 'resource_link':
      return renderLink(block.title ?? block.name, uploadIdOf(block.uri) ? '' : block.uri);
    case 'resource':
      return renderResource(block.resource);
    default:
      // A newer server may pass on more.
      block satisfies never;
      return nothing;
  }
}

function renderText(text: string, place: BlockPlace, isOpen: boolean): TemplateResult {
  if (place === 'agent') return html`<markdown-view .text=${text} ?streaming=${isOpen}></markdown-view>`;
  if (place === 'user') return html`<div class="typed">${text}</div>`;
  const output = withoutFence(text);
  if (!output.includes(STYLE_START)) {
    return html`<pre class="plain" tabindex="0" aria-label=${contentWords.terminal.output}>${visibleText(output)}</pre>`;
  }
  needTerminalOutput();
  return html`<terminal-output .text=${output}></terminal-output>`;
}

function renderImage(
  { data, mimeType, uri }: Extract<ContentBlock, { type: 'image' }>,
  place: BlockPlace,
): TemplateResult {
  const uploadId = uploadIdOf(uri);
  const unnamed = place === 'user' ? contentWords.images.attached : contentWords.images.fromMessage;
  if (uploadId) {
    needUploadImage();
    return html`<upload-image class="picture" whole upload-id=${uploadId} alt=${label(uploadNameOf(uri ?? ''), 120) || unnamed}></upload-image>`;
  }
  if (!IMAGE_TYPES.has(mimeType) || !data) return renderLink(contentWords.images.image, uri ?? '');
  if (!isDrawableData(data, mimeType)) return renderChip('fileText', contentWords.images.tooHeavy);
  const name = (uri && nameLabel(nameOf(filePathOf(uri) ?? uri), 120)) || unnamed;
  return html`<button class="picture-open" type="button" aria-label=${contentWords.images.open(name)} title=${contentWords.images.open(name)} @click=${onOpenPicture}>
    <img class="picture" src="data:${mimeType};base64,${data}" alt=${name} />
  </button>`;
}

function onOpenPicture({ currentTarget }: Event): void {
  const button = currentTarget as HTMLElement;
  button.dispatchEvent(new OpenPictureEvent(button.querySelector('img')!));
}

/** Nothing sounds before a person presses play. */
function renderSound({ data, mimeType }: Extract<ContentBlock, { type: 'audio' }>): TemplateResult {
  const name = contentWords.audio(label(mimeType, 40), sizeOf(data));
  if (!SOUND_TYPES.has(mimeType) || !data) return renderChip('play', name);
  return html`<audio class="sound" controls preload="metadata" aria-label=${name} src="data:${mimeType};base64,${data}"></audio>`;
}

function renderResource(resource: Extract<ContentBlock, { type: 'resource' }>['resource']): TemplateResult {
  const name = nameOf(resource.uri);
  if (!('text' in resource)) return renderChip('fileText', contentWords.withSize(name, sizeOf(resource.blob)));
  return html`<details class="resource">
    <summary>${icon('fileText')} ${nameLabel(name)}</summary>
    <pre class="plain">${visibleText(resource.text)}</pre>
  </details>`;
}

/** Followed only if it leads to the web or to a mail; any other address is only shown. */
function renderLink(name: string, uri: string): TemplateResult {
  const path = filePathOf(uri);
  if (path !== null) return renderFile(name || nameOf(uri), path);
  if (!isFollowable(uri)) return renderChip('fileText', name || nameOf(uri), uri);
  return html`<a class="chip" href=${uri} target="_blank" rel="noopener noreferrer nofollow" title=${uri}>
    ${icon('externalLink')}<span>${nameLabel(name)}</span><span class="chip-note">${label(hostOf(uri), 60)}</span>
  </a>`;
}

/** A file of this machine opens beside the conversation, if it is one of the folder's. */
function renderFile(name: string, path: string): TemplateResult {
  const open = ({ currentTarget }: Event) => currentTarget?.dispatchEvent(new OpenFileEvent(path, null));
  return html`<button class="chip" type="button" title=${contentWords.openFile(nameLabel(path, 400))} @click=${open}>
    ${icon('fileText')}<span>${nameLabel(name)}</span>
  </button>`;
}

function filePathOf(uri: string): string | null {
  if (!URL.canParse(uri)) return null;
  const { protocol, host, pathname } = new URL(uri);
  if (protocol !== 'file:' || host !== '') return null;
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

function renderChip(picture: IconName, text: string, title = ''): TemplateResult {
  return html`<span class="chip" title=${title || nothing}>${icon(picture)}<span>${label(text)}</span></span>`;
}

function isFollowable(uri: string): boolean {
  return URL.canParse(uri) && LINK_SCHEMES.has(new URL(uri).protocol);
}

function hostOf(uri: string): string {
  return new URL(uri).host;
}

function nameOf(uri: string): string {
  return uri.split('/').filter(Boolean).at(-1) ?? uri;
}

function sizeOf(base64: string): string {
  return byteSize(Math.floor((base64.length * 3) / 4));
}

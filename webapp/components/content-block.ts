import type { ContentBlock } from '@agentclientprotocol/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { uploadIdOf } from '../../server/protocol/uploads.js';
import { compactNumber } from './format.js';
import { icon } from './icon.js';
import type { IconName } from './icons.js';
import { needElement } from './late-elements.js';
import './markdown-view.js';
import { OpenFileEvent } from './open-file-event.js';
import { label, visibleText } from './visible-text.js';
import { withoutFence } from './without-fence.js';

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
const LINK_SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/** One block of a message. `isOpen` while its text may grow. */
export function renderContentBlock(
  block: ContentBlock,
  place: BlockPlace,
  isOpen = false,
): TemplateResult | typeof nothing {
  switch (block.type) {
    case 'text':
      return renderText(block.text, place, isOpen);
    case 'image':
      return renderImage(block, place);
    case 'audio':
      return renderSound(block);
    case 'resource_link':
      return renderLink(block.title ?? block.name, uploadIdOf(block.uri) ? '' : block.uri);
    case 'resource':
      return renderResource(block.resource);
    default:
      return nothing;
  }
}

function renderText(text: string, place: BlockPlace, isOpen: boolean): TemplateResult {
  if (place === 'agent') return html`<markdown-view .text=${text} ?streaming=${isOpen}></markdown-view>`;
  if (place === 'user') return html`<div class="typed">${text}</div>`;
  return html`<pre class="plain" tabindex="0" aria-label="Output">${visibleText(withoutFence(text))}</pre>`;
}

function renderImage(
  { data, mimeType, uri }: Extract<ContentBlock, { type: 'image' }>,
  place: BlockPlace,
): TemplateResult {
  const uploadId = uploadIdOf(uri);
  if (uploadId) {
    needElement('upload-image');
    return html`<upload-image class="picture" whole upload-id=${uploadId} alt=${place === 'user' ? 'Attached image' : 'Image from the message'}></upload-image>`;
  }
  if (!IMAGE_TYPES.has(mimeType) || !data) return renderLink('Image', uri ?? '');
  return html`<img class="picture" src="data:${mimeType};base64,${data}" alt="Image from the message" />`;
}

/** Nothing sounds before a person presses play. */
function renderSound({ data, mimeType }: Extract<ContentBlock, { type: 'audio' }>): TemplateResult {
  const name = `Audio, ${label(mimeType, 40)}, ${sizeOf(data)}`;
  if (!SOUND_TYPES.has(mimeType) || !data) return renderChip('play', name);
  return html`<audio class="sound" controls preload="metadata" aria-label=${name} src="data:${mimeType};base64,${data}"></audio>`;
}

function renderResource(resource: Extract<ContentBlock, { type: 'resource' }>['resource']): TemplateResult {
  const name = nameOf(resource.uri);
  if (!('text' in resource)) return renderChip('fileText', `${name}, ${sizeOf(resource.blob)}`);
  return html`<details class="resource">
    <summary>${icon('fileText')} ${label(name)}</summary>
    <pre class="plain">${visibleText(resource.text)}</pre>
  </details>`;
}

/** Followed only if it leads to the web or to a mail; any other address is just told. */
function renderLink(name: string, uri: string): TemplateResult {
  const path = filePathOf(uri);
  if (path !== null) return renderFile(name || nameOf(uri), path);
  if (!isFollowable(uri)) return renderChip('fileText', name || nameOf(uri), uri);
  return html`<a class="chip" href=${uri} target="_blank" rel="noopener noreferrer nofollow" title=${uri}>
    ${icon('externalLink')}<span>${label(name)}</span><span class="chip-note">${label(hostOf(uri), 60)}</span>
  </a>`;
}

/** A file of this machine opens beside the conversation, if it is one of the folder's. */
function renderFile(name: string, path: string): TemplateResult {
  const open = ({ currentTarget }: Event) => currentTarget?.dispatchEvent(new OpenFileEvent(path, null));
  return html`<button class="chip" type="button" title="Open ${label(path, 400)}" @click=${open}>
    ${icon('fileText')}<span>${label(name)}</span>
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
  return `${compactNumber(Math.floor((base64.length * 3) / 4))}B`;
}

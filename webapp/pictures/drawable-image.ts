import { UPLOAD_LIMITS } from '../../server/protocol/api/uploads.js';
import { imagePixels } from '../../server/protocol/image-pixels.js';
import { isLightSvg } from './light-svg.js';

export const SVG_TYPE = 'image/svg+xml';
/** Where every kind of picture says how large it is. */
const HEAD_CHARS = 256 * 1024;

/** Whether the page may draw a picture: what it would have to hold, or to do for it, is bounded. */
export function isDrawable(bytes: Uint8Array, mimeType: string): boolean {
  if (mimeType === SVG_TYPE) return isLightSvg(decoded(bytes));
  const pixels = imagePixels(bytes, mimeType);
  return pixels === null || pixels <= UPLOAD_LIMITS.pixels;
}

/** The same for one that is written in Base64, without reading all of it. */
export function isDrawableData(data: string, mimeType: string): boolean {
  const bytes = bytesOf(mimeType === SVG_TYPE ? data : data.slice(0, HEAD_CHARS));
  return bytes !== null && isDrawable(bytes, mimeType);
}

/** The same for one that is its own address. */
export function isDrawableAddress(address: string): boolean {
  const found = /^data:([^;,]*)([^,]*),/i.exec(address);
  if (!found) return false;
  const [start, type = '', options = ''] = found;
  const mimeType = type.toLowerCase().replace('image/jpg', 'image/jpeg');
  const data = address.slice(start.length);
  if (/;\s*base64\s*$/i.test(options)) return isDrawableData(percentDecoded(data) ?? '', mimeType);
  // Only a drawing is written in letters; others than those of UTF-8 could say something else.
  const isPlain = /^(?:\s*;\s*(?:charset=)?(?:utf-?8|us-ascii))?\s*$/i.test(options);
  const markup = mimeType === SVG_TYPE && isPlain ? percentDecoded(data) : null;
  return markup !== null && isLightSvg(markup);
}

function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text.split('#')[0]!);
  } catch {
    return null;
  }
}

function bytesOf(base64: string): Uint8Array | null {
  try {
    const whole = base64.replace(/\s+/g, '');
    return Uint8Array.from(atob(whole.slice(0, whole.length - (whole.length % 4))), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Anything but UTF-8 could be read as something else than what is looked at here. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return '<';
  }
}

import { isDrawableAddress } from '../pictures/drawable-image.js';
import { isForeignHost, isOdd, stripHidden } from '../ui/hidden-characters.js';
import { decodeReferences } from './character-references.js';

/** A link that may be followed, and the host to name beside it when its text could mislead. */
export interface SafeLink {
  readonly href: string;
  readonly warnHost: string | null;
}

/** What an image's address asks for. */
export type ImageSource =
  | { readonly kind: 'inline'; readonly src: string }
  | { readonly kind: 'remote'; readonly src: string; readonly host: string }
  | { readonly kind: 'none' };

const SCHEMES = new Set(['http:', 'https:', 'mailto:']);
const LOOKS_LIKE_ADDRESS =
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^\s/@]*@)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?:[/?#]|$)/iu;
const ADDRESSES =
  /(?:[a-z][a-z0-9+.-]*:\/\/|www\.)[^\s<>()"'`]+|(?<![\p{L}\p{N}/.@_-])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#][^\s<>()"'`]*)?(?![\p{L}\p{N}_-])/giu;
/** Names of files end like hosts of some countries do. */
const FILE_NAME =
  /^[^/]*\.(?:[cm]?[jt]sx?|json|md|py|rs|sh|go|c|cc|cpp|h|hpp|java|rb|php|css|html?|ya?ml|toml|lock|txt|log|xml|svg|png|jpe?g|gif|pdf|sql|ini|cfg|conf|env|swift|kt|vue|zip|gz|exe|so|db|csv|map|ex|pl|ps|do|tf)$/i;
const INLINE_IMAGE = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|svg\+xml)[;,]/i;

/** The address if it is http, https or mailto; null for all else, relative ones too. */
export function safeLink(href: string, text: string): SafeLink | null {
  const url = parseAbsolute(href);
  if (!url || !SCHEMES.has(url.protocol)) return null;
  if (url.protocol === 'mailto:') return { href: url.href, warnHost: null };
  return { href: url.href, warnHost: misleads(url, text) ? url.host : null };
}

/** Data and blob images are in the page already; remote ones are asked for first; the rest isn't an image of ours. */
export function imageSource(href: string): ImageSource {
  const decoded = decodeReferences(href).trim();
  if (INLINE_IMAGE.test(decoded))
    return isDrawableAddress(decoded) ? { kind: 'inline', src: decoded } : { kind: 'none' };
  const url = parseAbsolute(decoded.startsWith('//') ? `https:${decoded}` : decoded);
  if (url?.protocol === 'blob:') return { kind: 'inline', src: url.href };
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return { kind: 'none' };
  return { kind: 'remote', src: url.href, host: url.host };
}

function parseAbsolute(href: string): URL | null {
  try {
    return new URL(decodeReferences(href));
  } catch {
    return null;
  }
}

/** Names before an `@`, letters outside ASCII in the host, and a text that has another address are the usual tricks. */
function misleads(url: URL, text: string): boolean {
  if (url.username !== '' || url.password !== '' || isForeignHost(url.hostname)) return true;
  const shown = stripHidden(text).trim();
  if (LOOKS_LIKE_ADDRESS.test(shown) && isOther(shown, url)) return true;
  return isOdd(text) || addressesIn(shown).some((address) => isOther(address, url));
}

/** Whether an address leads, or seems to lead, somewhere else than the link does. */
function isOther(address: string, url: URL): boolean {
  const claimed = parseAbsolute(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`);
  return claimed === null || claimed.username !== '' || withoutWww(claimed.hostname) !== withoutWww(url.hostname);
}

/** Addresses among other words; without `https://` or `www.` only those that are hardly the name of a file. */
function addressesIn(text: string): string[] {
  return (text.match(ADDRESSES) ?? []).filter((word) => /:\/\/|^www\./i.test(word) || !FILE_NAME.test(word));
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}

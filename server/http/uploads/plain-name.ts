const MOST_CHARS = 100;
const PLAIN = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,119}$/;
const EXTENSION = /\.[A-Za-z0-9]{1,10}$/;

/**
 * The name of a kept file: as near to the one that was sent as letters go that mean the same in a path, an address and
 * a shell. Agents show their model the end of the address, and some open it without decoding it.
 */
export function plainName(name: string, type: { readonly mimeType: string; readonly extension: string }): string {
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '');
  const plain = letters.replace(/[^A-Za-z0-9._-]+/g, '_');
  const [found = ''] = EXTENSION.exec(plain) ?? [];
  // A first character that hides a file, or makes an option of it, says nothing to anyone.
  const stem = plain.slice(0, plain.length - found.length).replace(/^[._-]+|[._-]+$/g, '');
  return `${stem.slice(0, MOST_CHARS) || 'file'}${found || ownExtension(type)}`;
}

/** Whether a name can be one that we gave. */
export function isPlainName(name: unknown): name is string {
  return typeof name === 'string' && PLAIN.test(name);
}

/** What has no extension gets that of its bytes, if they say one: a text may be anything. */
function ownExtension({ mimeType, extension }: { readonly mimeType: string; readonly extension: string }): string {
  return mimeType === 'text/plain' || mimeType === 'application/octet-stream' ? '' : `.${extension}`;
}

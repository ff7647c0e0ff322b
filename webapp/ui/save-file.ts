/** Hands a text, or bytes in pieces, to the browser as a file. */
export function saveFile(name: string, content: string | BlobPart[], type = 'text/plain'): void {
  const parts = typeof content === 'string' ? [content] : content;
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Later, because the browser only begins to read it now.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

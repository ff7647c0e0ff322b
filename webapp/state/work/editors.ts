/** An editor on the person's machine that opens files by its own address. */
export interface Editor {
  readonly id: string;
  readonly name: string;
  /** The address without place; the path comes after it, then a colon and the line. */
  readonly prefix: string;
}

/** Editors that we know how to call. */
export const EDITORS: readonly Editor[] = [
  { id: 'vscode', name: 'VS Code', prefix: 'vscode://file' },
  { id: 'vscode-insiders', name: 'VS Code Insiders', prefix: 'vscode-insiders://file' },
  { id: 'cursor', name: 'Cursor', prefix: 'cursor://file' },
  { id: 'windsurf', name: 'Windsurf', prefix: 'windsurf://file' },
  { id: 'zed', name: 'Zed', prefix: 'zed://file' },
];

/** The address that opens a file in an editor; null for a path that is not absolute or cannot be in an address. */
export function editorAddress({ prefix }: Editor, path: string, line: number | null): string | null {
  if (!path.startsWith('/') || /\p{Surrogate}/u.test(path)) return null;
  const escaped = path.split('/').map(encodeURIComponent).join('/');
  return `${prefix}${escaped}${line === null ? '' : `:${line}`}`;
}

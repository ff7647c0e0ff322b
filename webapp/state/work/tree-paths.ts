/** The folder that a path is in; empty for what is at the top. */
export function parentOf(path: string): string {
  const end = path.lastIndexOf('/');
  return end < 0 ? '' : path.slice(0, end);
}

/** The path of something in a folder. */
export function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A path as the server names it: relative to the folder. */
export function relativeTo(folder: string, path: string): string {
  const prefix = `${folder.replace(/\/+$/, '')}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : path;
}

/** The whole path of a file of the folder. */
export function absoluteIn(folder: string, path: string): string {
  return path.startsWith('/') ? path : `${folder.replace(/\/+$/, '')}/${path}`;
}

/** A place that was typed: a path, and which part of the file is meant. */
export interface TypedPlace {
  readonly path: string;
  readonly line: number | null;
  readonly to: number | null;
  readonly column: number | null;
}

/** Reads `path:12`, `path:12:5`, `path:3-9`, `path#L3` and `path#L3-L9`; anything else is a path. */
export function readPlace(typed: string): TypedPlace {
  const [, path = typed, first, last, column] =
    /^(.+?)(?::|#L?)(\d{1,9})(?:-L?(\d{1,9})|:(\d{1,9}))?:?$/.exec(typed.trim()) ?? [];
  const line = first ? Math.max(1, Number(first)) : null;
  const to = last && line !== null ? Math.max(line, Number(last)) : null;
  return { path: path.trim(), line, to, column: column ? Math.max(1, Number(column)) : null };
}

/** Reads `12`, `12:5` and `3-9`, for whoever goes to a line. */
export function readLinePlace(typed: string): Omit<TypedPlace, 'path'> | null {
  const { path, ...place } = readPlace(`x:${typed.trim()}`);
  return path === 'x' && place.line !== null ? place : null;
}

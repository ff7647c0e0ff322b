let found: Promise<string | null> | null = null;

/** The ripgrep that came with us; null where there is none for this machine, or it was not installed. */
export function findRipgrep(): Promise<string | null> {
  found ??= import('@vscode/ripgrep').then(
    ({ rgPath }) => rgPath,
    () => null,
  );
  return found;
}

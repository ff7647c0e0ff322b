import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = extname(import.meta.url);

/** The command by which an agent starts this program of ours with these arguments. */
export function ownProgram(...args: string[]): [string, ...string[]] {
  const file = fileURLToPath(new URL(`../main${SOURCE}`, import.meta.url));
  // From source the script is TypeScript and needs the loader that we run under ourselves.
  const loader = SOURCE === '.ts' ? ['--import', import.meta.resolve('tsx')] : [];
  return [process.execPath, ...loader, file, ...args];
}

import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = extname(import.meta.url);

/** Node's arguments that run a script of ours, named from this folder without its ending. */
export function ownScript(name: string): string[] {
  const file = fileURLToPath(new URL(`${name}${SOURCE}`, import.meta.url));
  // From source the script is TypeScript and needs the loader that we run under ourselves.
  return SOURCE === '.ts' ? ['--import', import.meta.resolve('tsx'), file] : [file];
}

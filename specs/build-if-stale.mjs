import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findStaleness } from './stale-build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reason = findStaleness('server', root) ?? findStaleness('webapp', root);
if (reason) {
  // On stderr: stdout belongs to the command that comes after.
  process.stderr.write(`Building AcDeck: ${reason}.\n`);
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 2, 2] });
  process.exitCode = status ?? 1;
}

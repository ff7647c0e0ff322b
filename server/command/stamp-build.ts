import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILD_STAMP, checkedOutCommit, PACKAGE_ROOT } from './version.js';

// Run by the build after the compiler: notes the commit, and makes the command a program.
writeFileSync(BUILD_STAMP, JSON.stringify({ commit: checkedOutCommit() }));
chmodSync(join(PACKAGE_ROOT, 'dist', 'server', 'main.js'), 0o755);

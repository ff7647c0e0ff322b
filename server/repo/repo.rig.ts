import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';

/** A folder with these files, removed after the test. */
export function folderWith(t: TestContext, files: Record<string, string | Buffer> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'acdeck-repo-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** For a git that knows nothing of whoever runs the tests: neither their settings nor the repository that they work in. */
export function gitEnv(home: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
}

/** Runs git in a folder, with nobody's config but its own, and gives what it prints. */
export function git(folder: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=T', '-c', 'user.email=t@example.org'];
  const options = { cwd: folder, env: gitEnv(folder), stdio: 'pipe', encoding: 'utf8' } as const;
  return execFileSync('git', [...identity, ...args], options);
}

import { randomUUID } from 'node:crypto';
import { lstat, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDocument } from 'yaml';

const MOST_BYTES = 1024 * 1024;

/**
 * Writes a session's title where Copilot keeps it: `workspace.yaml` of the session, below its data folder. Other keys
 * and comments stay. Does nothing if the agent keeps no such file of the session.
 */
export async function writeWorkspaceTitle(home: string, sessionId: string, title: string): Promise<void> {
  // The id comes from the agent and becomes a part of a path.
  if (!/^[\w-][\w.-]{0,199}$/.test(sessionId)) return;
  const file = join(home, 'session-state', sessionId, 'workspace.yaml');
  const stat = await lstat(file).catch(() => null);
  if (!stat?.isFile() || stat.size > MOST_BYTES) return;
  const document = parseDocument(await readFile(file, 'utf8'));
  if (document.errors.length > 0) throw new Error(`${file} is not valid YAML.`);
  const isOld = document.has('summary') && !document.has('name');
  if (isOld) document.set('summary', title);
  else {
    document.set('name', title);
    document.set('user_named', true);
  }
  await replaceFile(file, document.toString({ lineWidth: 0 }), stat.mode & 0o777);
}

/** Anyone who reads the file finds the old text or the new one, never a part. */
async function replaceFile(file: string, text: string, mode: number): Promise<void> {
  const fresh = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(fresh, 'wx', mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

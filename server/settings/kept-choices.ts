import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readPlainFile } from '../paths/plain-file.js';
import { makePrivateFolder, writePrivateFile } from './private-file.js';

/** What a person has once said yes to, kept in the data folder: which folders are trusted, which agents run by npx. */
export class KeptChoices {
  readonly #place: string;

  constructor(dataDir: string) {
    this.#place = join(dataDir, 'choices');
  }

  /** The print of what a folder brought when it was trusted, or null. */
  trustedPrint(folder: string): string | null {
    const { folder: told, fingerprint } = this.#read(trustFile(folder));
    return told === folder && typeof fingerprint === 'string' ? fingerprint : null;
  }

  trust(folder: string, fingerprint: string): void {
    this.#write(trustFile(folder), { folder, fingerprint, at: new Date().toISOString() });
  }

  distrust(folder: string): void {
    this.#write(trustFile(folder), { folder });
  }

  usesNpx(agentId: string): boolean {
    return this.#read(npxFile(agentId)).agentId === agentId;
  }

  useNpx(agentId: string): void {
    this.#write(npxFile(agentId), { agentId, at: new Date().toISOString() });
  }

  #read(name: string): Record<string, unknown> {
    try {
      const value: unknown = JSON.parse(readPlainFile(join(this.#place, name)));
      return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
    } catch {
      // No choice, or one that cannot be read: then nobody has said yes.
      return {};
    }
  }

  #write(name: string, value: object): void {
    makePrivateFolder(this.#place);
    writePrivateFile(join(this.#place, name), `${JSON.stringify(value)}\n`);
  }
}

function trustFile(folder: string): string {
  return `folder-${digest(folder)}.json`;
}

function npxFile(agentId: string): string {
  return `npx-${digest(agentId)}.json`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPlainFile } from '../paths/plain-file.js';
import { endGroup } from './end-group.js';
import { groupMembers, startTimeOf } from './process-table.js';

/** A group that runs, as written down for anyone who starts after us. */
interface ProcessRecord {
  group: number;
  startTime: string;
  marker: string;
  server: { pid: number; startTime: string };
}

/** Files about running groups, one each, in a folder that all our servers share. */
export class ProcessRecords {
  readonly #dir: string;
  readonly #pid: number;

  constructor(dir: string, pid: number = process.pid) {
    this.#dir = dir;
    this.#pid = pid;
  }

  /** Writes a group down; nothing if it has ended already. */
  async add(group: number, marker: string): Promise<void> {
    const [startTime, serverTime] = await Promise.all([startTimeOf(group), startTimeOf(this.#pid)]);
    if (!startTime || !serverTime) return;
    const record: ProcessRecord = { group, startTime, marker, server: { pid: this.#pid, startTime: serverTime } };
    mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
    const file = this.#fileOf(group);
    rmSync(`${file}.new`, { force: true });
    writeFileSync(`${file}.new`, JSON.stringify(record), { mode: 0o600, flag: 'wx' });
    renameSync(`${file}.new`, file);
  }

  remove(group: number): void {
    rmSync(this.#fileOf(group), { force: true });
  }

  /** Ends what servers that are no more have left running; gives back how many groups that were. */
  async reap(): Promise<number> {
    let ended = 0;
    for (const name of this.#names()) {
      const record = readRecord(join(this.#dir, name));
      if (record && (await isServed(record))) continue;
      if (record && (await isSame(record))) {
        await endGroup(record, 1_000);
        ended++;
      }
      rmSync(join(this.#dir, name), { force: true });
    }
    return ended;
  }

  #names(): string[] {
    try {
      return readdirSync(this.#dir).filter((name) => name.endsWith('.json'));
    } catch {
      return [];
    }
  }

  #fileOf(group: number): string {
    return join(this.#dir, `${group}.json`);
  }
}

async function isServed({ server }: ProcessRecord): Promise<boolean> {
  return (await startTimeOf(server.pid)) === server.startTime;
}

/**
 * Whether the group is the one that was written down. A number is not given to a new process while a group
 * still uses it, so a group without its leader is the old one.
 */
async function isSame({ group, startTime }: ProcessRecord): Promise<boolean> {
  const leader = await startTimeOf(group);
  return leader === null ? (await groupMembers(group)).length > 0 : leader === startTime;
}

function readRecord(file: string): ProcessRecord | null {
  try {
    const record = JSON.parse(readPlainFile(file)) as ProcessRecord;
    const isWhole = Number.isSafeInteger(record.group) && record.group > 1 && Number.isSafeInteger(record.server?.pid);
    return isWhole && typeof record.marker === 'string' && record.marker ? record : null;
  } catch {
    return null;
  }
}

import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPlainFile } from '../paths/plain-file.js';
import { type Clock, systemClock } from '../protocol/clock.js';
import { endKin } from './end-group.js';
import { Kin } from './kin.js';
import { runOf } from './marker.js';
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
  readonly #clock: Clock;

  constructor(dir: string, clock: Clock = systemClock) {
    this.#dir = dir;
    this.#clock = clock;
  }

  /** Writes a group down; nothing if it has ended already. */
  async add(group: number, marker: string): Promise<void> {
    const [startTime, serverTime] = await Promise.all([startTimeOf(group), startTimeOf(process.pid)]);
    if (!startTime || !serverTime) return;
    const record: ProcessRecord = { group, startTime, marker, server: { pid: process.pid, startTime: serverTime } };
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
      if (record && (await endLeft(record, this.#clock))) ended++;
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

/** Ends what is left of a group and of the run that it was part of; false if nothing was. */
async function endLeft(record: ProcessRecord, clock: Clock): Promise<boolean> {
  const run = runOf(record.marker) ?? record.marker;
  const groups = (await isSame(record)) ? [record] : [];
  const kin = new Kin({ isMarked: (marker) => marker.startsWith(run), groups: groups.map(({ group }) => ({ group })) });
  await endKin(kin, { graceMs: 1_000, killMs: 5_000, clock });
  return kin.seen.length > 0;
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

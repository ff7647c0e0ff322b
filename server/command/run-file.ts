import { readPlainFile } from '../paths/plain-file.js';
import { startOfProcess } from './process-identity.js';

/** What a running server leaves for other starts in its folder. It holds no secret: whoever wants in asks at the socket. */
export interface RunRecord {
  readonly folder: string;
  readonly pid: number;
  /** Tells this process from a later one of the same number. */
  readonly started: string;
  /** Where it answers; null until it listens and after it has stopped. */
  readonly door: RunDoor | null;
}

/** The port for browsers, and the socket at which programs ask for a way in. */
export interface RunDoor {
  readonly port: number;
  readonly socket: string;
}

/** The record in a run file; null when it is gone or not one of ours, which counts as nobody running. */
export function readRunFile(path: string): RunRecord | null {
  try {
    const record: unknown = JSON.parse(readPlainFile(path));
    return isRunRecord(record) ? record : null;
  } catch {
    return null;
  }
}

/** Says whether the process that wrote the record still runs. */
export function isRunning(record: RunRecord): boolean {
  return record.started === startOfProcess(record.pid);
}

function isRunRecord(value: unknown): value is RunRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { folder, pid, started, door } = value as Record<string, unknown>;
  const isWhole = typeof folder === 'string' && Number.isSafeInteger(pid) && typeof started === 'string';
  return isWhole && (door === null || isDoor(door));
}

function isDoor(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { port, socket } = value as Record<string, unknown>;
  return Number.isSafeInteger(port) && typeof socket === 'string';
}

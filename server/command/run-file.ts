import { readFileSync } from 'node:fs';
import { startOfProcess } from './process-identity.js';

/** What a running server leaves for other starts in its folder; only its owner can read the file. */
export interface RunRecord {
  readonly folder: string;
  readonly pid: number;
  /** Tells this process from a later one of the same number. */
  readonly started: string;
  /** Where it answers, with the launch token; null until it listens and after it has stopped. */
  readonly door: { readonly port: number; readonly token: string } | null;
}

/** The record in a run file; null when it is gone or not one of ours, which counts as nobody running. */
export function readRunFile(path: string): RunRecord | null {
  try {
    const record: unknown = JSON.parse(readFileSync(path, 'utf8'));
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
  const { port, token } = value as Record<string, unknown>;
  return Number.isSafeInteger(port) && typeof token === 'string';
}

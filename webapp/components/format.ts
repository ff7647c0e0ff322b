const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A length of time as one short word: `0.2s`, `12s`, `3m 05s`, `2h 10m`. */
export function duration(ms: number): string {
  if (ms < 10 * SECOND) return `${(Math.max(0, ms) / SECOND).toFixed(1)}s`;
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)}s`;
  const minutes = Math.floor(ms / MINUTE);
  if (ms < HOUR) return `${minutes}m ${String(Math.floor((ms % MINUTE) / SECOND)).padStart(2, '0')}s`;
  return `${Math.floor(ms / HOUR)}h ${String(minutes % 60).padStart(2, '0')}m`;
}

/** The time of day, or the date if that was another day. */
export function timeOf(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  const format: Intl.DateTimeFormatOptions = isToday
    ? { hour: '2-digit', minute: '2-digit' }
    : { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' };
  return new Intl.DateTimeFormat(undefined, format).format(at);
}

/** How long ago, in as few letters as possible: `now`, `5m`, `3h`, `2d`, then the date. */
export function ago(at: number, now: number): string {
  const ms = now - at;
  if (ms < MINUTE) return 'now';
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}m`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)}h`;
  if (ms < 7 * DAY) return `${Math.floor(ms / DAY)}d`;
  return new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' }).format(at);
}

/** A count of tokens or bytes: `950`, `12k`, `1.2M`. */
export function compactNumber(n: number): string {
  return new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(n).toLowerCase();
}

/** The size of a file: `950 B`, `12 kB`, `1.2 MB`. */
export function byteSize(bytes: number): string {
  const [unit, by] = bytes < 1_000 ? ['B', 1] : bytes < 1_000_000 ? ['kB', 1_000] : ['MB', 1_000_000];
  const n = bytes / by;
  return `${n < 10 && by > 1 ? n.toFixed(1) : Math.round(n)} ${unit}`;
}

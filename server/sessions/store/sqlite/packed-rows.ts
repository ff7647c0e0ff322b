import { type SqlRow, type SqlValue, textOf } from './sqlite-connection.js';
import { StorageFault } from './storage-fault.js';

/** A column to read, and whether it holds text or a whole number. */
export interface Column {
  readonly name: string;
  readonly isNumber: boolean;
}

/** A row by the names of its columns. */
export type PackedRow = Readonly<Record<string, SqlValue>>;

/**
 * The SQL for a value that holds many rows. libsql makes an object for each value that it gives back, which takes far longer
 * than to find it: thousands of rows are read as one.
 */
export function packed(columns: readonly Column[]): string {
  const values = columns.map(({ name, isNumber }) => `CAST(${name} AS ${isNumber ? 'INTEGER' : 'TEXT'})`);
  return `CAST(json_group_array(json_array(${values.join(', ')})) AS BLOB) AS packed`;
}

/** The rows in such a value, by the names of their columns. */
export function unpack(columns: readonly Column[], row: SqlRow | null): PackedRow[] {
  return valuesIn(row).map((values) =>
    Object.fromEntries(columns.map(({ name, isNumber }, i) => [name, values[i] ?? (isNumber ? null : '')])),
  );
}

/** Whatever stands in a damaged file, SQLite makes JSON of it. */
function valuesIn(row: SqlRow | null): SqlValue[][] {
  try {
    return JSON.parse(textOf(row?.packed)) as SqlValue[][];
  } catch {
    throw new StorageFault('corrupt', 'The history file is damaged.');
  }
}

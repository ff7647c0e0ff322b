import { type SqlRow, type SqlValue, textOf } from './sqlite-connection.js';
import { StorageFault } from './storage-fault.js';
import { parseText } from './stored-text.js';

/** A column to read, and what it holds. */
export interface Column {
  readonly name: string;
  readonly kind: 'number' | 'text' | 'json';
}

/**
 * The SQL for a value that holds many rows. libsql makes an object for each value that it gives back, which takes far longer
 * than to find it: thousands of rows are read as one. Whatever stands in a damaged file, SQLite makes JSON of it.
 */
export function packed(columns: readonly Column[]): string {
  return `CAST(json_group_array(json_array(${columns.map(castOf).join(', ')})) AS BLOB) AS packed`;
}

/** The same with what is JSON already as it is, which is read in one go; in a damaged file it may be anything. */
export function packedAsIs(columns: readonly Column[]): string {
  const format = columns.map(({ kind }) => (kind === 'number' ? '%d' : '%s')).join(',');
  const values = columns.map((column) => (column.kind === 'text' ? `json_quote(${castOf(column)})` : castOf(column)));
  return `CAST('[' || coalesce(group_concat(printf('[${format}]', ${values.join(', ')})), '') || ']' AS BLOB) AS packed`;
}

/** A row as text and numbers, by the names of its columns. */
export type PackedRow = Readonly<Record<string, SqlValue>>;

/** What `packed` has read. */
export function unpack(columns: readonly Column[], row: SqlRow | null): PackedRow[] {
  const rows = parseText<SqlValue[][] | null>(textOf(row?.packed), null);
  if (!rows) throw new StorageFault('corrupt', 'The history file is damaged.');
  return rows.map((values) =>
    Object.fromEntries(columns.map(({ name, kind }, i) => [name, values[i] ?? (kind === 'number' ? null : '')])),
  );
}

/** What `packedAsIs` has read: the values of each row, in the order of the columns; null if they cannot be told apart. */
export function unpackAsIs(columns: readonly Column[], row: SqlRow | null): unknown[][] | null {
  const rows = parseText<unknown[][] | null>(textOf(row?.packed), null);
  return rows?.every(({ length }) => length === columns.length) ? rows : null;
}

function castOf({ name, kind }: Column): string {
  return `CAST(${name} AS ${kind === 'number' ? 'INTEGER' : 'TEXT'})`;
}

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { client as acdeck } from './clients/acdeck.js';
import type { WebClient } from './clients/client.js';
import { client as raw } from './clients/raw.js';
import { visit } from './first-minute.js';
import { read } from './reading.js';

/** Measures another client as ours is measured, in the same run, and prints the three side by side. */
export async function compareWith(path: string): Promise<void> {
  const { client } = (await import(pathToFileURL(resolve(path)).href)) as { client: WebClient };
  const columns: Record<string, Record<string, number>> = {};
  for (const each of [raw, acdeck, client]) {
    const reading = await read(each, { chars: 200_000, piece: 20, rate: 200, tabs: 1 });
    columns[each.name] = { ...(await visit(each)), ...reading };
  }
  console.table(
    Object.fromEntries(
      Object.keys(columns.raw!).map((row) => [
        row,
        Object.fromEntries(Object.entries(columns).map(([name, all]) => [name, Math.round(all[row]!)])),
      ]),
    ),
  );
}

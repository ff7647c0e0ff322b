import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { AREAS, ROOMS } from './layers.js';

export const PAGE = 'specs/README.md';
const [BEGIN, END] = ['<!-- made by `npm run docs:rooms` from layers.ts -->', '<!-- end -->'];

/** The page with the picture and the tables as `layers.ts` has them now. */
export function withRooms(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no place for the rooms.`);
  return [before, BEGIN, '\n\n', picture(), '\n\n', tables(), '\n\n', END, after].join('');
}

/** Features and who imports whom. What only says "everybody uses it" is left out: the tables have it. */
function picture(): string {
  const arrows = new Set<string>();
  for (const [room, { imports }] of Object.entries(ROOMS)) {
    for (const other of imports) {
      const [from, to] = [featureOf(room), featureOf(other)];
      if (from !== to && !USED_BY_ALL.has(to))
        arrows.add(`  ${from.replace('/', '.')}["${from}"] --> ${to.replace('/', '.')}["${to}"]`);
    }
  }
  return ['```mermaid', 'flowchart LR', ...[...arrows].sort(), '```'].join('\n');
}

const USED_BY_ALL = new Set([
  'server/protocol',
  'server/ports',
  'server/paths',
  'server/text',
  'server/diagnostics',
  'webapp/styles',
  'webapp/ui',
]);

/** `server/agents/parse` belongs to `server/agents`; what stands at the top is a feature of its own. */
function featureOf(room: string): string {
  return room.split('/').slice(0, 2).join('/');
}

function tables(): string {
  return Object.entries(AREAS)
    .map(([area, rooms]) => {
      const rows = Object.entries(rooms).map(([room, { holds, imports }]) => [
        `\`${room}\``,
        holds,
        imports.map((other) => shortly(other, room)).join(', '),
      ]);
      return `**${area}**\n\n${table([['room', 'holds', 'imports'], ...rows])}`;
    })
    .join('\n\n');
}

/** In columns, as the formatter wants it. */
function table([head, ...rows]: readonly string[][]): string {
  const widths = head!.map((_, i) => Math.max(...[head!, ...rows].map((row) => row[i]!.length)));
  const line = (cells: readonly string[], filler = ' ') =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!, filler)).join(' | ')} |`;
  return [
    line(head!),
    line(
      head!.map(() => ''),
      '-',
    ),
    ...rows.map((row) => line(row)),
  ].join('\n');
}

/** Rooms of the same feature are neighbours, and called by their last name. */
function shortly(other: string, room: string): string {
  const feature = `${featureOf(room)}/`;
  return other.startsWith(feature) ? other.slice(feature.length) : other;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(PAGE, withRooms(readFileSync(PAGE, 'utf8')));
}

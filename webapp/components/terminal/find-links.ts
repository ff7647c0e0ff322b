import type { IBufferRange, ILink, ILinkProvider, Terminal } from '@xterm/xterm';
import { splitPaths } from '../../markdown/find-paths.js';

/** What links in a terminal lead to. Only what is there to read is a link, so that it leads where it says. */
export interface LinkTargets {
  openFile(path: string, line: number | null): void;
  openPage(address: string): void;
}

/** A line that was broken into more rows than this is not looked at whole. */
const MOST_ROWS = 20;
const ADDRESS = /\bhttps?:\/\/[^\s"'<>`{}|\\^]{3,2000}/g;

/** Finds addresses and names of files in what a terminal shows. */
export class LinkFinder implements ILinkProvider {
  readonly #terminal: Terminal;
  readonly #targets: LinkTargets;

  constructor(terminal: Terminal, targets: LinkTargets) {
    this.#terminal = terminal;
    this.#targets = targets;
  }

  provideLinks(row: number, callback: (links: ILink[] | undefined) => void): void {
    const { text, places } = this.#lineAt(row);
    const links = linksIn(text).map(({ start, end, ...target }): ILink => {
      const [from, to] = [places[start]!, places[end - 1]!];
      const range: IBufferRange = { start: from, end: to };
      const activate = () => {
        if (target.kind === 'page') this.#targets.openPage(target.address);
        else this.#targets.openFile(target.path, target.line);
      };
      return { range, text: text.slice(start, end), activate };
    });
    callback(links.length > 0 ? links : undefined);
  }

  /** The whole line that a row is a part of, and in which cell each of its characters is. */
  #lineAt(row: number): { text: string; places: { x: number; y: number }[] } {
    const buffer = this.#terminal.buffer.active;
    let first = row - 1;
    while (first > 0 && row - first < MOST_ROWS && buffer.getLine(first)?.isWrapped) first--;
    const places: { x: number; y: number }[] = [];
    let text = '';
    for (let y = first; y < first + MOST_ROWS; y++) {
      const line = buffer.getLine(y);
      if (!line || (y > first && !line.isWrapped)) break;
      for (let x = 0; x < line.length; x++) {
        const cell = line.getCell(x);
        // The second half of a wide character.
        if (!cell || cell.getWidth() === 0) continue;
        const chars = cell.getChars() || ' ';
        text += chars;
        for (let n = 0; n < chars.length; n++) places.push({ x: x + 1, y: y + 1 });
      }
    }
    return { text, places };
  }
}

type FoundLink = { start: number; end: number } & (
  | { kind: 'page'; address: string }
  | { kind: 'file'; path: string; line: number | null }
);

/** The addresses and the names of files in a line. */
export function linksIn(text: string): FoundLink[] {
  const pages = [...text.matchAll(ADDRESS)].flatMap(({ 0: found, index }): FoundLink[] => {
    const address = trimEnd(found);
    if (!URL.canParse(address)) return [];
    return [{ kind: 'page', address, start: index, end: index + address.length }];
  });
  const files: FoundLink[] = [];
  let at = 0;
  for (const piece of splitPaths(text, false)) {
    const length = typeof piece === 'string' ? piece.length : piece.text.length;
    if (typeof piece !== 'string') {
      files.push({ kind: 'file', path: piece.path, line: piece.line, start: at, end: at + length });
    }
    at += length;
  }
  const isInPage = ({ start }: FoundLink) => pages.some((page) => start >= page.start && start < page.end);
  return [...pages, ...files.filter((file) => !isInPage(file))];
}

/** A stop or a bracket after an address is the sentence's. */
function trimEnd(address: string): string {
  const end = address.replace(/[.,;:!?]+$/, '');
  return end.endsWith(')') && !end.includes('(') ? end.slice(0, -1) : end;
}

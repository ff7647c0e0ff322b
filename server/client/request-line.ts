import { basename } from 'node:path';
import { filesIn, readCall, readCommand, type Telling } from '../protocol/call-reading.js';
import { parsePatch } from '../protocol/transcript/parse-patch.js';
import { cutName } from '../text/cut-text.js';

const LINE_CHARS = 200;
const MOST_FILES = 3;

/** A request in one line: its title and, where that doesn't say it, the command or the files that it is about. */
export function requestLine(title: string, decided: string | undefined): string {
  const [first = ''] = title.split('\n');
  const about = aboutIn(decided).filter((words) => !title.includes(words));
  return cutName(`${first}${about.length > 0 ? `: ${about.join(', ')}` : ''}`.replace(/\s+/g, ' ').trim(), LINE_CHARS);
}

/** The command of a call, else the names of its files; what a title leaves out. */
function aboutIn(decided: string | undefined): string[] {
  try {
    const { toolCall, told } = JSON.parse(decided ?? '{}') as { toolCall?: Telling; told?: Telling };
    const { inputs, diffs, places } = readCall([toolCall, told].map((telling) => telling ?? {}));
    const command = inputs.map(readCommand).findLast((text) => text !== null);
    if (command) return [command];
    const patched = inputs.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.is === 'patch' ? (parsePatch(part.text) ?? []) : [])),
    );
    const paths = [...places, ...[...diffs, ...patched].map(({ path }) => path), ...inputs.flatMap(filesIn)];
    return [...new Set(paths.map((path) => basename(path)))].filter(Boolean).slice(0, MOST_FILES);
  } catch {
    // It is cut; the page shows all of it.
    return [];
  }
}

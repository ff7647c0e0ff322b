import { basename } from 'node:path';
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
    const { toolCall, told } = JSON.parse(decided ?? '{}') as Record<'toolCall' | 'told', Told | null>;
    const { command, args } = { ...Object(toolCall?.rawInput), ...Object(told?.rawInput) } as Record<string, unknown>;
    const words = [command, args].flat().filter((word) => typeof word === 'string');
    if (words.length > 0) return [words.join(' ')].filter(Boolean);
    const places = [toolCall?.locations, told?.locations].flatMap((list) => (Array.isArray(list) ? list : []));
    const names = places.flatMap((place: unknown) => {
      const { path } = Object(place) as { path?: unknown };
      return typeof path === 'string' ? [basename(path)] : [];
    });
    return [...new Set(names)].filter(Boolean).slice(0, MOST_FILES);
  } catch {
    // It is cut; the page shows all of it.
    return [];
  }
}

interface Told {
  readonly rawInput?: unknown;
  readonly locations?: unknown;
}

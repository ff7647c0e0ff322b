import { cutName } from '../text/cut-text.js';

const LINE_CHARS = 200;

/** A request in one line: its title and, where that doesn't say it, the command that it is about. */
export function requestLine(title: string, decided: string | undefined): string {
  const [first = ''] = title.split('\n');
  const command = commandIn(decided);
  const words = command && !title.includes(command) ? `${first}: ${command}` : first;
  return cutName(words.replace(/\s+/g, ' ').trim(), LINE_CHARS);
}

function commandIn(decided: string | undefined): string | null {
  try {
    const { toolCall, told } = JSON.parse(decided ?? '{}') as Record<'toolCall' | 'told', { rawInput?: unknown }>;
    const { command, args } = { ...Object(toolCall?.rawInput), ...Object(told?.rawInput) } as Record<string, unknown>;
    const words = [command, args].flat().filter((word) => typeof word === 'string');
    return words.join(' ') || null;
  } catch {
    // It is cut; the page shows all of it.
    return null;
  }
}

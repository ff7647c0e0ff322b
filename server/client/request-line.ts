import { basename } from 'node:path';
import { own } from '../protocol/own.js';
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

/** Fields of a tool's input that name its file, and those that bring a patch. */
const PATH_FIELDS = ['path', 'file_path', 'filePath', 'absolute_path', 'fileName'];
const PATCH_FIELDS = ['input', 'patch', 'diff'];

/** The command of a call, else the names of its files; what a title leaves out. */
function aboutIn(decided: string | undefined): string[] {
  try {
    const { toolCall, told } = JSON.parse(decided ?? '{}') as Record<'toolCall' | 'told', unknown>;
    const calls = [toolCall, told].map((call) => fieldsIn(call));
    const inputs = calls.flatMap(inputsOf);
    const field = (name: string) => inputs.map((input) => own(input, name)).findLast((value) => value !== undefined);
    const words = [field('command'), field('args')].flat().filter((word) => typeof word === 'string');
    if (words.length > 0) return [words.join(' ')].filter(Boolean);
    const places = calls.flatMap(({ locations, content }) => [...partsOf(locations), ...partsOf(content)]);
    const patched = PATCH_FIELDS.flatMap((name) => parsePatch(String(field(name) ?? '')) ?? []);
    const paths = [...places, ...patched].map(({ path }) => path).concat(PATH_FIELDS.map(field));
    const names = paths.flatMap((path) => (typeof path === 'string' ? [basename(path)] : []));
    return [...new Set(names)].filter(Boolean).slice(0, MOST_FILES);
  } catch {
    // It is cut; the page shows all of it.
    return [];
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** A call's input as such, and as JSON in a text, as Kimi tells it. */
function inputsOf({ rawInput, content }: Fields): Fields[] {
  const texts = partsOf(content).map(({ content: block }) => fieldsIn(block).text);
  return [...texts.map(jsonIn), fieldsIn(rawInput)];
}

function jsonIn(text: unknown): Fields {
  try {
    return fieldsIn(JSON.parse(String(text)));
  } catch {
    return {};
  }
}

function partsOf(list: unknown): Fields[] {
  return Array.isArray(list) ? list.map(fieldsIn) : [];
}

function fieldsIn(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

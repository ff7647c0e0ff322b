import { homedir } from 'node:os';
import { relative, resolve } from 'node:path';
import type { AskedCall } from '../protocol/api/permission-rule.js';
import { objectIn } from '../protocol/read-json.js';
import { type CallFacts, factsOf } from './call-facts.js';
import { isCutTitle } from './cut-title.js';

/** Words at the beginning of a title or a field that say the opposite of reading, no matter what else is said. */
const DEED =
  /^[^\w/]*(is_?new|str_replac|undo|add\b|writ|edit|creat|delet|remov|mov|renam|run|exec|append|overwrit|replac|insert|patch|sav|updat|modif|instal|chang|put\b|set\b|rm\b|unlink|truncat|(down|up)load|send|post|publish|bash|shell)/i;

/** A text that may name another place, in a field that should only be words. */
const NAMES_PLACE = /(?:^|[\s"'`=:(,;|&<>])(?:[~/]|\$|\w+:\/\/)/;

const READER = /^read · (.+)$/s;

/** How an agent asks for a file of the prompt itself, without an input: by these sentences, which name it twice. */
const ASKED_BY_TITLE = /^Allow access to absolute path: (\/.+)$/;
const askedByText = (path: string) => `The Agent needs access to read an attached file outside your workspace: ${path}`;

/**
 * The files and folders that a call reads, if it does nothing else as far as anyone can tell: every field of it is
 * understood and none of them writes, runs or fetches. Null for any other call.
 */
export function onlyReads(call: AskedCall): string[] | null {
  const facts = factsOf(call);
  if (!isRead(call, facts) || goesUp(call)) return null;
  if (facts.paths.length > 0) return [...facts.paths];
  const path = pathInTitle(call);
  return path === null ? null : [path];
}

function isRead({ toolCall, entry }: AskedCall, facts: CallFacts): boolean {
  const { kind, kinds, commands, maybeCommands, urls, workdir, writes, isUnderstood, isTooLong } = facts;
  const titles = [toolCall.title, entry?.title].filter((title): title is string => Boolean(title));
  const isSaid = kind === 'read' || (kind === 'other' && areReader(titles, facts.paths));
  if (!isSaid || kinds.some((other) => other !== kind)) return false;
  if (writes || !isUnderstood || isTooLong || workdir !== null) return false;
  if (commands.length + maybeCommands.length + urls.length > 0) return false;
  const content = [...(toolCall.content ?? []), ...(entry?.content ?? [])];
  // Some agents give the input as a text of JSON, or only as what they show.
  const shown = content.flatMap((item) =>
    item.type === 'content' && item.content.type === 'text' ? wordsIn(item.content.text) : [],
  );
  if (!content.every((item) => item.type === 'content' && item.content.type === 'text')) return false;
  const given = [toolCall.rawInput, entry?.rawInput].flatMap((value) => wordsIn(value));
  const isPath = (word: string) => facts.paths.some((path) => word === path || word === `file://${path}`);
  const named = [...titles, ...(toolCall.name ? [toolCall.name] : [])];
  if ([...named, ...given, ...shown].some((word) => DEED.test(word))) return false;
  if (!given.every((word) => isPath(word) || !NAMES_PLACE.test(word))) return false;
  // Without a path, `pathInTitle` reads title and text, which must be those of one agent.
  const whole = named.filter((title) => !isCutTitle(title, facts.paths));
  const places = facts.paths.length === 0 ? [] : [...whole, ...shown].flatMap(placesIn);
  return places.every((place) => facts.paths.some((path) => isSpellingOf(place, path, facts.cwd)));
}

/** The words of a text for people that name a place. */
function placesIn(text: string): string[] {
  const words = text.split(/[\s"'`“”‘’()[\]{},;|&<>=]+/).map((word) => word.replace(/(?<!\.)[.:]$/, ''));
  return words.filter((word) => /[/\\]|^[~$]/.test(word));
}

/** Whether a word is a path as agents write it for people: from the folder or home on, its end, or with dots for a part. */
function isSpellingOf(word: string, path: string, cwd: string): boolean {
  const spellings = [path, `file://${path}`, relative(cwd, path), `~/${relative(homedir(), path)}`];
  if (spellings.includes(word) || (/^[\w-]/.test(word) && path.endsWith(`/${word}`))) return true;
  const [start = '', ...rest] = word.split(/\.{3}|…/);
  const [end = ''] = rest;
  return rest.length === 1 && spellings.some((whole) => whole.startsWith(start) && whole.endsWith(end));
}

/** Whether titles name a tool that reads, and what it is given and nothing else; some agents (goose) tell no kind. */
function areReader(titles: readonly string[], paths: readonly string[]): boolean {
  const isReader = (title: string) => {
    const [, rest] = READER.exec(title) ?? [];
    return rest !== undefined && (paths.includes(rest) || isCutTitle(title, paths));
  };
  return titles.length > 0 && titles.every(isReader);
}

/** Every text of an input, and the name of every switch that is on: a known field can still say that it writes. */
function wordsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') {
    const object = objectIn(value);
    return object === null ? [value] : wordsIn(object, name);
  }
  if (value === true) return [name];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => wordsIn(item, key));
}

/** Whether a path is written so that it leads elsewhere where a folder on its way is a link. */
function goesUp({ toolCall, entry }: AskedCall): boolean {
  const said = [toolCall.rawInput, entry?.rawInput, toolCall.locations, entry?.locations];
  return /(?:^|[/\\"])\.\.(?:[/\\"]|$)/.test(JSON.stringify(said));
}

function pathInTitle({ toolCall, entry }: AskedCall): string | null {
  const tellings = [toolCall, ...(entry ? [entry] : [])];
  const paths = tellings.map(({ title, content, rawInput, locations }) => {
    const [, path] = ASKED_BY_TITLE.exec(title ?? '') ?? [];
    const [item, ...others] = content ?? [];
    const text = item?.type === 'content' && item.content.type === 'text' ? item.content.text : null;
    const isAlone = others.length === 0 && rawInput == null && (locations ?? []).length === 0;
    return path && isAlone && text === askedByText(path) && resolve(path) === path ? path : null;
  });
  const [path = null] = paths;
  return paths.every((other) => other === path) ? path : null;
}

import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, normalize, resolve } from 'node:path';
import { isInside } from '../paths/resolve-path.js';
import type { AskedCall } from '../protocol/api/permission-rule.js';
import { factsOf } from './call-facts.js';
import { isCutTitle } from './cut-title.js';
import { saidTexts } from './guarded-call.js';
import { mayLeave, shellCommand } from './match-command.js';

const MOST_CHARS = 200_000;

/**
 * Whether a call touches folders of AcDeck itself, where its history and settings are: by a path that leads there, all
 * links followed, by a word with wildcards that would find it, or by its name in the middle of a script. Whoever works in
 * such a folder may, and so may anyone touch an open file there: by its whole path, and in a command as a word of its own.
 */
export function touchesPlaces(
  call: AskedCall,
  places: readonly string[],
  { home = homedir(), isOpen = () => false }: TouchOptions = {},
): boolean {
  const closed = places.map(realOrSame).filter((place) => !isInside(call.cwd, place));
  if (closed.length === 0) return false;
  const facts = factsOf(call);
  const inputs = [call.toolCall.rawInput, call.entry?.rawInput].flatMap((input) => saidTexts(input));
  const title = isCutTitle(facts.title, inputs) ? '' : facts.title;
  const texts = [title, ...inputs];
  const spoken = texts.map((text) => text.slice(0, MOST_CHARS));
  // What a command does with a path beyond naming it can't be seen: only whole words of a plain one are let through.
  const isScript = title !== '' && (facts.kind === 'execute' || facts.kind === 'other');
  const titles = isScript ? [shellCommand(title)] : [];
  const scripts = [...facts.commands, ...facts.maybeCommands, ...titles];
  const isPlain = scripts.every(
    ({ split }) => split.isPlain && split.parts.length === 1 && !mayLeave(split.parts[0]!, isOpen),
  );
  const isLetIn = isPlain ? isOpen : () => false;
  const run = scripts.flatMap(({ split }) => split.parts.flat()).filter((word) => !isLetIn(word));
  if (closed.some((place) => run.some((word) => names(word, place, home)))) return true;
  if (closed.some((place) => spoken.some((text) => names(text, place, home, isLetIn)))) return true;
  const commands = [...facts.commands, ...spoken.map(shellCommand)];
  const named = [...facts.paths, ...commands.flatMap(({ split }) => split.parts.flat())].flatMap(pathsIn);
  const words = named.filter((word) => !isLetIn(word.replace(/^\/+/, '/')));
  const base = facts.workdir ?? facts.cwd;
  return words.some((word) => closed.some((place) => leadsInto(atHome(word, home), base, place)));
}

interface TouchOptions {
  readonly home?: string;
  readonly isOpen?: ((path: string) => boolean) | undefined;
}

/** A path may stand behind an option's equals sign, or after a redirection. */
function pathsIn(word: string): string[] {
  return [word, ...word.split(/[=:,<>]/)].filter(
    (piece) => piece !== '' && !piece.includes('\0') && piece.length < 4096,
  );
}

function atHome(word: string, home: string): string {
  return word.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, home);
}

function leadsInto(word: string, base: string, place: string): boolean {
  const path = normalize(isAbsolute(word) ? word : resolve(base, word));
  if (isInside(path, place) || isInside(realOrSame(path), place)) return true;
  return /[*?[{]/.test(path) && couldFind(path.split('/'), place.split('/'));
}

/** Whether a path with wildcards can be at or below a place: each of its parts fits, as far as both go. */
function couldFind(parts: readonly string[], place: readonly string[]): boolean {
  if (parts.includes('**')) return true;
  return parts.length >= place.length && place.every((name, n) => fitsName(parts[n]!, name));
}

function fitsName(glob: string, name: string): boolean {
  const pattern = glob
    .replace(/[.+^$()|\\]/g, '\\$&')
    .replace(/\{[^}]*\}?/g, '.*')
    .replace(/\[[^\]]*\]?/g, '.')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.');
  return new RegExp(`^${pattern}$`).test(name);
}

/** Whether a text holds the path of a place, however it is written; not where it goes on to an open file, and ends there. */
function names(text: string, place: string, home: string, isOpen: (path: string) => boolean = () => false): boolean {
  const inHome = isInside(place, home) ? [place.slice(home.length)] : [];
  const spellings = [place, ...inHome.flatMap((rest) => [`~${rest}`, `$HOME${rest}`, `\${HOME}${rest}`])];
  return spellings.some((spelling) => {
    for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, at + 1)) {
      const [path = ''] = /^[^\s"'`,;|&<>()]+/.exec(text.slice(at)) ?? [];
      if (!/[\w.-]/.test(text[at + spelling.length] ?? '') && !isOpen(path)) return true;
    }
    return false;
  });
}

/** Where a path leads, as far as it exists. */
function realOrSame(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realOrSame(above), path.slice(above === '/' ? 1 : above.length + 1));
  }
}

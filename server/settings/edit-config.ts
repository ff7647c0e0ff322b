import { isMap, isScalar } from 'yaml';
import { parseConfig } from './parse-config.js';

/** Sets one top-level setting to a plain word and leaves every other character of the text as it is. */
export function editConfig(text: string, key: string, word: string): string {
  const { document } = parseConfig(text, 'settings');
  const map = isMap(document.contents) ? document.contents : null;
  const value = map?.get(key, true);
  if (isScalar(value) && value.range) return text.slice(0, value.range[0]) + word + text.slice(value.range[1]);
  const isOpenEnded = !map?.flow && !/^\.\.\./m.test(text);
  if (isOpenEnded) return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${key}: ${word}\n`;
  // A map in braces, or a document with an end mark: here the library has to write the file anew.
  if (map) map.set(key, word);
  else document.contents = document.createNode({ [key]: word });
  return document.toString();
}

import type { CodeWorkerClient } from './code-worker-client.js';
import { languageName } from './language-names.js';
import type { LineSpans } from './line-spans.js';

/** Larger code stays plain: nobody reads it by colour, and it would hold up all other code. */
export const LONGEST_CODE = 200_000;
const MOST_ENTRIES = 300;

const cache = new Map<string, Promise<LineSpans | null>>();

/** Colours for a whole piece of code, or null if it stays plain. Answers for the same code are kept. */
export function highlightCode(worker: CodeWorkerClient, written: string, code: string): Promise<LineSpans | null> {
  const language = languageName(written);
  if (language === '' || code.length > LONGEST_CODE || code === '') return Promise.resolve(null);
  const key = `${language} ${code.length} ${hash(code)}`;
  const found = cache.get(key) ?? worker.ask('highlight', { language, code, stream: null }).catch(() => null);
  // Set anew on each use, so that the first of the map is the one not used for longest.
  cache.delete(key);
  cache.set(key, found);
  if (cache.size > MOST_ENTRIES) cache.delete(cache.keys().next().value!);
  return found;
}

/** cyrb53: 53 good bits, fast. A clash would give wrong colours and never wrong text. */
function hash(text: string): number {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}

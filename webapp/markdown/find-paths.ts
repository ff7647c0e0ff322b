/** A file named in a text, with the line if one was given. */
export interface FilePath {
  readonly path: string;
  readonly line: number | null;
}

/** A piece of text: plain, or the name of a file. */
export type PathPiece = string | (FilePath & { readonly text: string });

const EXTENSIONS =
  'astro|bash|bat|c|cc|cfg|clj|cmake|conf|cpp|cs|css|csv|cts|cxx|dart|diff|dockerfile|env|erl|ex|exs|fish|fs|go|gql|gradle|graphql|groovy|h|hcl|hpp|hs|htm|html|ini|ipynb|java|jl|js|json|json5|jsonc|jsonl|jsx|kt|kts|less|lock|log|lua|m|md|mdx|mjs|ml|mm|mts|nix|patch|php|pl|prisma|proto|ps1|py|pyi|r|rb|rs|rst|sass|scala|scss|sh|sql|svelte|svg|swift|tex|tf|toml|ts|tsx|txt|vue|wasm|wat|xml|yaml|yml|zig|zsh|cjs|png|jpg|jpeg|gif|webp|pdf';
const SEGMENT = String.raw`[\p{L}\p{N}_@.+\-\[\]()$]+`;
const PLACE = String.raw`(?::(\d{1,7})(?::\d{1,7})?(?:-\d{1,7})?|#L(\d{1,7})(?:-L?\d{1,7})?)`;
const START = String.raw`(?:~\/|\.{1,2}\/|\/)?`;
/** With a folder, or with a line: a bare name such as `node.js` is more often a word than a file. */
const WITH_FOLDER = new RegExp(`^(${START}(?:${SEGMENT}\\/)+${SEGMENT}\\.(?:${EXTENSIONS}))${PLACE}?$`, 'iu');
const BARE = new RegExp(`^((?:\\.\\/)?${SEGMENT}\\.(?:${EXTENSIONS}))${PLACE}$`, 'iu');
const BARE_IN_CODE = new RegExp(
  `^((?:\\.\\/)?${SEGMENT}\\.(?:${EXTENSIONS})|(?:${START}(?:${SEGMENT}\\/)*)(?:Makefile|Dockerfile|\\.[a-z]{2,20}rc|\\.gitignore|\\.env))${PLACE}?$`,
  'iu',
);
const DOMAIN = /^(?:www\.|[\w-]+\.(?:com|org|net|io|dev|app|ai|co|edu|gov|me|xyz|ru|de|uk)(?:\/|$))/i;
const LONGEST = 400;
const WORD = /[^\s"'`<>,;!?|*=]+/g;

/** The file that the whole of `text` names, or null. In code a bare name is enough. */
export function parsePath(text: string, inCode: boolean): FilePath | null {
  if (text.length > LONGEST || text.includes('//') || DOMAIN.test(text)) return null;
  const match = WITH_FOLDER.exec(text) ?? (inCode ? BARE_IN_CODE : BARE).exec(text);
  if (!match) return null;
  const line = match[2] ?? match[3];
  return { path: match[1]!, line: line === undefined ? null : Number(line) };
}

/** `text` cut at the files it names; a name at the end is left alone while more may come. */
export function splitPaths(text: string, mayGrow: boolean): PathPiece[] {
  if (!text.includes('.')) return [text];
  const pieces: PathPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(WORD)) {
    const word = trimPunctuation(match[0]);
    const start = match.index + match[0].indexOf(word);
    if (word === '' || (mayGrow && start + word.length === text.length)) continue;
    const found = parsePath(word, false);
    if (!found) continue;
    pieces.push(text.slice(from, start), { ...found, text: word });
    from = start + word.length;
  }
  pieces.push(text.slice(from));
  return pieces;
}

/** Brackets around a word and stops after it are the sentence's: no file name ends with one. */
function trimPunctuation(word: string): string {
  return word.replace(/^[[({]+/, '').replace(/[.:)\]}]+$/, '');
}

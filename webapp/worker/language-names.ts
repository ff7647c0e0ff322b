import { own } from '../../server/protocol/own.js';

/** Other names and file extensions of the languages that we colour; a language's own name needs no entry. */
const ALIASES: Readonly<Record<string, string>> = {
  js: 'javascript',
  cjs: 'javascript',
  mjs: 'javascript',
  node: 'javascript',
  ts: 'typescript',
  cts: 'typescript',
  mts: 'typescript',
  py: 'python',
  pyi: 'python',
  python3: 'python',
  rb: 'ruby',
  rs: 'rust',
  golang: 'go',
  kt: 'kotlin',
  kts: 'kotlin',
  cs: 'csharp',
  'c#': 'csharp',
  'c++': 'cpp',
  cc: 'cpp',
  cxx: 'cpp',
  hpp: 'cpp',
  h: 'c',
  m: 'objective-c',
  sh: 'bash',
  zsh: 'bash',
  shell: 'bash',
  fish: 'bash',
  console: 'shellsession',
  'shell-session': 'shellsession',
  ps1: 'powershell',
  pwsh: 'powershell',
  yml: 'yaml',
  htm: 'html',
  svg: 'xml',
  md: 'markdown',
  mdx: 'markdown',
  json5: 'jsonc',
  jsonl: 'json',
  webmanifest: 'json',
  lock: 'yaml',
  docker: 'dockerfile',
  make: 'makefile',
  mk: 'makefile',
  ex: 'elixir',
  exs: 'elixir',
  erl: 'erlang',
  hs: 'haskell',
  ml: 'ocaml',
  pl: 'perl',
  jl: 'julia',
  clj: 'clojure',
  tf: 'hcl',
  gql: 'graphql',
  tex: 'latex',
  patch: 'diff',
  cfg: 'ini',
  conf: 'ini',
  properties: 'ini',
  env: 'bash',
  sass: 'scss',
  vim: 'viml',
  proto: 'protobuf',
  regexp: 'regex',
};

/** The name under which the language is loaded: of what an author wrote after the fence, or of a file's extension. */
export function languageName(written: string): string {
  const name = written.trim().toLowerCase();
  return Object.hasOwn(ALIASES, name) ? own(ALIASES, name)! : name;
}

/** The language of a file, by its name alone. */
export function languageOfFile(path: string): string {
  const file = path.split(/[\\/]/).at(-1) ?? '';
  const extension = /\.([^.]+)$/.exec(file)?.[1];
  return languageName(extension ?? file);
}

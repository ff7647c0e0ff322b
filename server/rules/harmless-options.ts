/** What may follow the first words of a command without making it do more than those words say. */
export interface ListedCommand {
  /** The first words; `*` is the name of a script. */
  readonly words: readonly string[];
  readonly flags: ReadonlySet<string>;
  /** Options with a value, attached or as the next word. */
  readonly valued: ReadonlySet<string>;
  /** Options whose value, if any, is attached: `--color=never`. */
  readonly attached: ReadonlySet<string>;
  /** Whether `-5` is an option. */
  readonly takesNumber: boolean;
  readonly operands: Operands;
  /** `words`: options are whole words, never several letters behind one dash. */
  readonly style: 'letters' | 'words';
  /** One of these has to be there, or the program would do something else. */
  readonly needs: readonly string[];
  /** What has to follow the first words at least. */
  readonly example: readonly string[];
  /** What none of the words that follow may have in it. */
  readonly never: RegExp | null;
}

/**
 * `inside`: names of what is in the folder, which may have to fit a pattern too. A pattern alone is for each operand;
 * `script` is for the first, the others are `inside`.
 */
type Operands = 'none' | 'any' | 'inside' | RegExp | { readonly script: RegExp } | { readonly inside: RegExp };

const SCRIPT = /^[A-Za-z][\w:.-]*$/;
/** Filters of jq that read neither variables nor other files. `.env` is a field. */
const JQ_FILTER =
  /^(?!.*(?:(?<!(?<![.\d])\.)\b(?:env|import|include|modulemeta|get_search_list|input_filename)\b|\bENV\b|__prog))/s;
/** Packages of Go that are here; with a version they come from the network. */
const GO_PACKAGES = { inside: /^[^@]*$/ };
/** By these git runs another program, to look at a signature. */
const SIGNATURES = /%[-+ ]?G/;

/**
 * Options: `-p` is alone, `-n:` has a value, `--color?` may have one attached, `-#` is a number. None of them may
 * run a program, write a file or turn off what an option that a person saw has turned on.
 */
function listed(
  commands: string,
  options: string,
  operands: Operands,
  {
    style = 'letters',
    needs = [],
    example = [],
    never = null,
  }: Partial<Pick<ListedCommand, 'style' | 'needs' | 'example' | 'never'>> = {},
): ListedCommand[] {
  const names = options.split(' ').filter((name) => name !== '');
  const ending = (mark: string) =>
    new Set(names.filter((name) => name.endsWith(mark)).map((name) => name.slice(0, -1)));
  const rest = {
    flags: new Set(names.filter((name) => !/[:?#]$/.test(name))),
    valued: ending(':'),
    attached: ending('?'),
    takesNumber: names.includes('-#'),
    ...{ operands, style, needs, example, never },
  };
  return commands.split(', ').map((words) => ({ words: words.split(' '), ...rest }));
}

const DIFF =
  '-p -u -U: --unified: --stat? --shortstat --numstat --name-only --name-status --summary --color? --no-color ' +
  '--word-diff? -w -b --ignore-all-space --ignore-space-change --ignore-blank-lines -M? -C? --find-renames? --minimal ' +
  '--patience --histogram --no-ext-diff --no-textconv --no-renames --relative --compact-summary -z --diff-filter: --no-patch -s';
const LOG =
  `${DIFF} -# -n: --max-count: --oneline --graph --all --decorate? --no-decorate --author: --committer: --grep: --since: ` +
  '--until: --after: --before: --format: --pretty? --abbrev-commit --date: --merges --no-merges --first-parent --reverse ' +
  '--follow -i -S: -G: --branches? --tags? --remotes? --skip:';
const GREP =
  '-n -i -l -L -c -w -x -v -h -H -o -E -F -P -r -R -s -q -a -e: -A: -B: -C: -m: --include: --exclude: --exclude-dir: ' +
  '--color? --line-number --ignore-case --count --files-with-matches --only-matching --recursive --max-count: --context:';
const CARGO =
  '-q --quiet -v --verbose --release -r --workspace --all --lib --bins --tests --examples --benches --all-targets ' +
  '--all-features --no-default-features --locked --offline --frozen -p: --package: --features: -F: -j: --jobs: --bin: ' +
  '--test: --example: --exclude: --message-format: --color: --profile:';
const GO = '-v -race -json -tags: -p: -x -short -trimpath';

/** The only commands for which a rule may speak of how they begin. Others are allowed word by word. */
export const LISTED: readonly ListedCommand[] = [
  ...listed(
    'git status',
    '-s --short -b --branch --porcelain? -v --verbose --long --show-stash -u? --untracked-files? --ignored? -z --ahead-behind --renames --no-renames',
    'inside',
  ),
  ...listed('git diff', `${DIFF} --cached --staged --merge-base --exit-code --check`, 'inside'),
  ...listed('git log, git show', LOG, 'inside', { never: SIGNATURES }),
  ...listed('git shortlog', '-s -n -e -c --all --since: --until: --no-merges', 'inside'),
  ...listed('git blame', '-L: -w -M -C -s -e -l --date: --color-lines', 'inside'),
  ...listed(
    'git ls-files',
    '-s -o -m -d -c -z -t --cached --others --modified --deleted --exclude-standard --stage --full-name',
    'inside',
  ),
  ...listed(
    'git grep',
    '-n -i -l -L -c -w -v -h -H -E -F -P -q -e: -A: -B: -C: --line-number --ignore-case --count --cached --color? --and --or --not',
    'inside',
  ),
  ...listed(
    'git rev-parse',
    '--show-toplevel --abbrev-ref --short? --git-dir --is-inside-work-tree --verify --symbolic-full-name -q --show-prefix --show-cdup',
    'inside',
  ),
  ...listed('git branch', '-a -r -v -vv --list --all --remotes --show-current --no-color --no-column', 'none'),
  ...listed('git tag', '-l --list -n --no-column', 'none'),
  ...listed('git remote', '-v --verbose', 'none'),
  ...listed('git stash list', '', 'none'),
  ...listed('git describe', '--tags --all --always --dirty --abbrev? --long', 'none'),
  ...listed('git add', '-A --all -u --update -v --verbose -N --intent-to-add', 'inside'),
  ...listed('git commit', '-m: --message: -q --quiet -s --signoff -v --verbose', 'none', {
    needs: ['-m', '--message'],
    example: ['-m', 'x'],
  }),
  ...listed(
    'git fetch',
    '-q --quiet -v --verbose -p --prune -t --tags --all --progress --no-tags',
    /^(origin|upstream)$/,
  ),
  ...listed(
    'npm test, npm t, npm run *, npm run-script *',
    '-s --silent -q --quiet --verbose --if-present --no-color',
    'none',
    { style: 'words' },
  ),
  ...listed(
    'npm ls, npm list, npm outdated',
    '-a --all -l --long --json --parseable -s --silent --depth:',
    /^@?[A-Za-z][\w./-]*$/,
    { style: 'words' },
  ),
  ...listed('cargo test', `${CARGO} --no-fail-fast --doc`, /^[A-Za-z_][\w:]*$/),
  ...listed('cargo build, cargo check, cargo clippy', CARGO, 'none'),
  ...listed('cargo fmt --check', '--all -v -q --quiet', 'none'),
  ...listed(
    'cargo tree',
    '-q -v --depth: -p: --package: -i: --invert: -e: --edges: --duplicates -d --workspace',
    'none',
  ),
  ...listed(
    'go test',
    `${GO} -run: -count: -cover -timeout: -bench: -benchmem -failfast -parallel: -skip: -shuffle:`,
    GO_PACKAGES,
    { style: 'words' },
  ),
  ...listed('go vet, go build', GO, GO_PACKAGES, { style: 'words' }),
  ...listed('go list', '-json -deps -test', GO_PACKAGES, { style: 'words' }),
  ...listed(
    'pytest',
    '-q -v -vv -x -s -l -k: -m: -rA -ra --maxfail: --tb: --lf --ff --sw --no-header --durations: --exitfirst --quiet --verbose',
    'inside',
    { style: 'words' },
  ),
  ...listed('mypy', '--strict --ignore-missing-imports --no-error-summary --pretty --show-error-codes', 'inside', {
    style: 'words',
  }),
  ...listed('ruff check', '-q -v --quiet --verbose --statistics', 'inside', { style: 'words' }),
  ...listed('tsc --noEmit', '--pretty --skipLibCheck --strict', 'none', { style: 'words' }),
  ...listed(
    'ls',
    '-# -l -a -A -h -t -r -R -S -1 -d -F -i -n -p -s -G -X -U --all --almost-all --color? --human-readable --reverse --recursive --group-directories-first --full-time',
    'inside',
  ),
  ...listed('cat', '-n -b -s -A -e -t -v -E -T --number', 'inside'),
  ...listed('head, tail', '-# -n: -c: -q -v --lines: --bytes: --quiet', 'inside'),
  ...listed('wc', '-l -w -c -m -L --lines --words --bytes --chars', 'inside'),
  ...listed('grep, egrep, fgrep', GREP, 'inside'),
  ...listed(
    'rg',
    '-n -i -l -c -w -v -F -S -s -o -N -H -A: -B: -C: -g: -t: -T: -m: -e: --files --hidden --no-ignore --glob: --type: --line-number --count --heading --no-heading --sort: --color: --max-count: --context:',
    'inside',
  ),
  ...listed(
    'find',
    '-name: -iname: -path: -ipath: -type: -maxdepth: -mindepth: -size: -mtime: -mmin: -print -print0 -not -o -a -and -or -empty -prune',
    'inside',
    { style: 'words' },
  ),
  ...listed('sed', '-n --quiet --silent', { script: /^\d+(,(\d+|\$))?p$/ }, { example: ['1p'] }),
  ...listed(
    'sort',
    '-n -r -u -f -b -h -V -g -M -s -c -z -d -i -k: -t: --numeric-sort --reverse --unique --key: --stable',
    'inside',
  ),
  ...listed('uniq', '-c -d -u -i --count --repeated --unique', 'none'),
  ...listed('cut', '-d: -f: -c: -b: -s', 'inside'),
  ...listed('tr', '-d -s -c', 'any'),
  ...listed('nl', '-b: -w: -s:', 'inside'),
  ...listed('diff, cmp', '-u -r -q -w -b -B -i -s -N --brief --unified --recursive --color?', 'inside'),
  ...listed('stat', '-L --dereference', 'inside'),
  ...listed('file', '-b -i -L --brief --mime --mime-type', 'inside'),
  ...listed('du', '-s -h -a -c -k -m -d: --max-depth: --summarize --human-readable', 'inside'),
  ...listed('df', '-h -T -k', 'inside'),
  ...listed('tree', '-a -d -L: -f -i -s -h -I: -P: --dirsfirst --noreport', 'inside'),
  ...listed('md5sum, sha1sum, sha256sum', '-b -t', 'inside'),
  ...listed('basename, dirname', '', 'any'),
  ...listed('realpath, readlink', '-f -e -m', 'inside'),
  ...listed('jq', '-r -c -M -S -e -n -s -a', { script: JQ_FILTER }, { example: ['.'] }),
  ...listed('echo', '-n -e -E', 'any'),
  ...listed('date', '-u -R', /^\+/),
  ...listed('pwd, whoami, uname', '-a -s -r -m -P -L', 'none'),
  ...listed('which', '-a', 'any'),
];

/** The listed command that words begin with; the longest, if there are several. */
export function listedCommand(words: readonly string[]): ListedCommand | null {
  const fits = LISTED.filter(({ words: first }) =>
    first.every((word, n) => (word === '*' ? SCRIPT.test(words[n] ?? '') : word === words[n])),
  );
  return fits.sort((a, b) => b.words.length - a.words.length)[0] ?? null;
}

/** Whether a command does nothing beyond what its first, listed words say. `isInside` judges operands. */
export function isHarmless(words: readonly string[], isInside: (operand: string) => boolean): boolean {
  const command = listedCommand(words);
  if (!command || words.slice(command.words.length).some((word) => command.never?.test(word))) return false;
  const seen = new Set<string>();
  const operands: string[] = [];
  let [at, isOver] = [command.words.length, false];
  while (at < words.length) {
    const word = words[at++]!;
    if (isOver || !word.startsWith('-') || word === '-') operands.push(word);
    else if (word === '--') isOver = true;
    else {
      const option = readOption(command, word);
      if (!option) return false;
      for (const name of option.names) seen.add(name);
      // What the program might take for an option isn't a value.
      if (option.takesNext && !isValue(words[at++])) return false;
    }
  }
  // Programs that run scripts hand them all that comes after this.
  if (isOver && command.style === 'words') return false;
  const hasNeeded = command.needs.length === 0 || command.needs.some((name) => seen.has(name));
  return hasNeeded && areHarmless(command, operands, isInside);
}

function areHarmless(
  { operands: judged }: ListedCommand,
  operands: readonly string[],
  isInside: (operand: string) => boolean,
): boolean {
  if (judged === 'none') return operands.length === 0;
  if (judged === 'any') return true;
  if (judged === 'inside') return operands.every(isInside);
  if (judged instanceof RegExp) return operands.every((operand) => judged.test(operand));
  if ('inside' in judged) return operands.every((operand) => judged.inside.test(operand) && isInside(operand));
  const [script, ...files] = operands;
  return script !== undefined && judged.script.test(script) && files.every(isInside);
}

function readOption(command: ListedCommand, word: string): { names: string[]; takesNext: boolean } | null {
  const { flags, valued, attached, takesNumber, style } = command;
  const equals = word.indexOf('=');
  const name = equals < 0 ? word : word.slice(0, equals);
  if (flags.has(word)) return { names: [word], takesNext: false };
  if (valued.has(name) && (word.startsWith('--') || style === 'words')) return { names: [name], takesNext: equals < 0 };
  if (attached.has(name) && (word.startsWith('--') || equals < 0)) return { names: [name], takesNext: false };
  if (takesNumber && /^-\d+$/.test(word)) return { names: [], takesNext: false };
  if (word.startsWith('--') || style === 'words') return null;
  return readLetters(command, word);
}

/** `-la`, `-n5`, `-U3`: the letters behind one dash, until one takes the rest as its value. */
function readLetters(
  { flags, valued, attached }: ListedCommand,
  word: string,
): { names: string[]; takesNext: boolean } | null {
  const names: string[] = [];
  for (let n = 1; n < word.length; n++) {
    const name = `-${word[n]}`;
    names.push(name);
    if (flags.has(name)) continue;
    if (valued.has(name)) return { names, takesNext: n === word.length - 1 };
    if (attached.has(name) && n === 1) return /^[\w%]*$/.test(word.slice(2)) ? { names, takesNext: false } : null;
    return null;
  }
  return { names, takesNext: false };
}

function isValue(word: string | undefined): boolean {
  return word !== undefined && (!word.startsWith('-') || /^-\d+\w?$/.test(word));
}

import type { ToolKind } from '@agentclientprotocol/sdk';

const words = (text: string): string[] => text.split(' ');

/** Names under which shipped agents give their tools something. Written out, so that it doesn't follow the code it checks. */
const NAMES = words(
  'command cmd commands script shell_command bash code args cwd workdir working_directory dir_path directory dir path ' +
    'file_path filePath filepath fileName file_name filename file absolute_path abs_path target_file source destination ' +
    'old_path new_path src dest from to target output output_file uri url urls href paths files edits operations changes ' +
    'replacements steps fileChanges patch diff input unified_diff patchText content contents file_text fileText text ' +
    'new_text old_text newText oldText new_str old_str new_string old_string newString oldString before after insert_text ' +
    'new_source code_edit instructions pattern query regex glob prompt description title status kind type thought timeout ' +
    'limit offset run_in_background replace_all overwrite create_dirs parsed_cmd call_id started_at_ms view_range env ' +
    'notebook_path todos method server tool arguments unheard_of Path COMMAND',
);
const PATHS = words(
  'src/a.ts /work/a/src/a.ts /etc/hosts ../b.ts .git/hooks/pre-commit ~/.bashrc secret/x mine.txt . /work/a',
);
const COMMANDS = [
  'npm test',
  'git status',
  'rm -rf x',
  'touch one.txt',
  "sh -c 'git status && rm x'",
  'cat src/a.ts | sh',
  'create',
  'view',
  'str_replace',
  ' ',
];
const TEXTS = ['one', 'one\ntwo\n', 'GET', 'https://example.org/x', '{"path":"src/a.ts"}', 'DROP TABLE users;'];
const PATCHES = [
  '*** Begin Patch\n*** Add File: mine.txt\n+one\n*** End Patch\n',
  '*** Begin Patch\n*** Update File: src/a.ts\n*** Move to: src/b.ts\n@@\n-one\n+two\n*** End Patch\n',
  '*** Begin Patch\n*** Delete File: src/a.ts\n*** End Patch\n',
  '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,1 +1,1 @@\n-one\n+two\n',
  '@@ -1,1 +1,1 @@\n-one\n+two\n',
  'diff --git a/work/a/src/a.ts b/work/a/src/a.ts\nnonsense\n',
];
const KINDS: readonly (ToolKind | undefined)[] = [
  ...(['read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch', 'switch_mode', 'other'] as const),
  ...(['execute', 'edit', 'edit', undefined, undefined] as const),
];
const TITLES = [
  'Run',
  'write · src/a.ts',
  'Read src/a.ts',
  'edit: {"path":"src/a.ts"}',
  'npm test',
  '',
  'Fetch https://example.org/x',
];

/** A generated call: what was told of it, and the request. */
export interface CallForm {
  readonly from: string;
  readonly cwd: string;
  readonly told: readonly object[];
  readonly request: object;
}

/** Calls with every name of a field, by itself and beside others, in every kind of call. The same for a seed. */
export function callForms(count: number, seed: number): CallForm[] {
  const maker = new FormMaker(seed);
  return Array.from({ length: count }, (_, n) => maker.make(n));
}

class FormMaker {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  make(n: number): CallForm {
    const input = this.#fields(1 + this.#below(4), NAMES[n % NAMES.length]!);
    const call = { kind: this.#one(KINDS), title: this.#one(TITLES), ...this.#given(input), ...this.#places() };
    const lot = this.#below(4);
    const told = [
      { ...call, ...(lot === 1 ? { rawInput: this.#fields(2) } : {}), ...(lot === 2 ? { rawInput: {} } : {}) },
    ];
    return {
      from: 'form',
      cwd: '/work/a',
      told: lot === 0 ? [] : told,
      request: lot === 3 ? { title: call.title } : call,
    };
  }

  /** As the input, as JSON in its place, or as JSON that is shown. */
  #given(input: object): object {
    const lot = this.#below(12);
    if (lot === 0) return { rawInput: JSON.stringify(input) };
    if (lot > 1) return { rawInput: input };
    return { content: [{ type: 'content', content: { type: 'text', text: JSON.stringify(input) } }] };
  }

  #places(): object {
    const lot = this.#below(6);
    const path = this.#one(PATHS);
    if (lot === 0) return { locations: [{ path }] };
    return lot === 1 ? { content: [{ type: 'diff', path, oldText: 'one', newText: 'two' }] } : {};
  }

  #fields(count: number, first = this.#one(NAMES), depth = 2): Record<string, unknown> {
    const names = [first, ...this.#partners(first), ...Array.from({ length: count - 1 }, () => this.#one(NAMES))];
    return Object.fromEntries(names.map((name) => [name, this.#value(name, depth)]));
  }

  /** What usually is beside a name. */
  #partners(name: string): string[] {
    if (this.#below(3) === 0) return [];
    if (/^old|^before/.test(name)) return [name.replace(/^old/, 'new').replace('before', 'after'), 'file_path'];
    if (/^(?:source|from|src)$/.test(name)) return [{ source: 'destination', from: 'to', src: 'dest' }[name]!];
    if (/^(?:content|patch|diff|edits|new_str)/.test(name)) return ['path'];
    return name === 'arguments' ? ['server', 'tool'] : [];
  }

  #value(name: string, depth: number): unknown {
    const lot = this.#below(20);
    if (lot === 0) return this.#one([null, '', false, true, 7, [], {}]);
    if (lot === 1) return this.#list(depth);
    if (lot === 2) return depth > 0 ? this.#fields(2, undefined, depth - 1) : 'deep';
    if (/^(?:command|cmd|script|shell_command|bash|code|COMMAND)$/.test(name)) return this.#command();
    if (/^(?:commands|args|paths|files|edits|operations|changes|replacements|steps|todos|parsed_cmd)$/.test(name)) {
      return name === 'changes' && lot > 10 ? { [this.#one(PATHS)]: this.#fields(2, 'content', 0) } : this.#list(depth);
    }
    if (/^(?:patch|diff|input|unified_diff|patchText)$/.test(name))
      return this.#one([...PATCHES, ...PATCHES, ...TEXTS]);
    if (/^(?:timeout|limit|offset|started_at_ms)$/.test(name)) return 5;
    if (/^(?:run_in|replace_all|overwrite|create_dirs)/.test(name)) return true;
    if (/path|file|dir|cwd|source|dest|from|^to$|target|output|src|uri/i.test(name) && !/text/i.test(name))
      return this.#one(PATHS);
    if (/url|href/.test(name)) return 'https://example.org/x';
    if (name === 'arguments' || name === 'env') return depth > 0 ? this.#fields(2, undefined, depth - 1) : { A: 'b c' };
    return this.#one([...TEXTS, ...TEXTS, ...PATCHES]);
  }

  #command(): unknown {
    const command = this.#one(COMMANDS);
    const lot = this.#below(6);
    if (lot === 0) return command.split(' ');
    return lot === 1 ? ['bash', '-lc', command] : command;
  }

  #list(depth: number): unknown[] {
    const item = (): unknown => {
      const lot = this.#below(5);
      if (lot < 2 && depth > 0)
        return this.#fields(2, this.#one(['path', 'old_string', 'content', 'command']), depth - 1);
      return lot === 2 ? { identifier: 'git status', readOnly: true } : this.#one([...PATHS, ...COMMANDS]);
    };
    const [same, count] = [this.#below(2) === 0, 1 + this.#below(3)];
    const strings = () => this.#one([...PATHS, ...COMMANDS]);
    return Array.from({ length: count }, same ? strings : item);
  }

  #one<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!;
  }

  /** A whole number from 0 on. */
  #below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  }
}

import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'vite';
import { type MethodKind, type Role, SERVER_METHODS } from '../server/protocol/api/rpc.js';
import { OFFERED } from '../server/rpc/offered-methods.js';

const SOURCE = 'server/protocol/api/rpc.ts';
export const PAGE = 'specs/rpc-methods.md';
export const ROLE_LIST = 'specs/method-roles.txt';

const HEAD = `# Methods

What the server offers its tabs, made by \`npm run docs:rpc\` from the table in \`${SOURCE}\`: change it there. The types are in
\`server/protocol\`; how long and how large an argument may be is in \`server/rpc\`.

A call is JSON-RPC 2.0 with its arguments in order: \`{"jsonrpc":"2.0","id":1,"method":"Sessions.open","params":{"args":["…"]}}\`. One that
fails is answered with a number, a message for developers and \`data: { name, reason }\`, as \`server/protocol/api/rpc-error.ts\` lists them.

A **command** is an act of a person. Its first argument is an id, made when the person acts, by which a repeat is known and not done
again. Each method needs a **role**: \`viewer\` looks at sessions, \`approver\` also answers agents and stops them, \`full\` also works with
them, \`owner\` also decides about the computer. Today every tab is the owner’s.
`;

/** The page of documentation, from the table's values and from what its source says beside them. */
export function rpcPage(source = readFileSync(SOURCE, 'utf8')): string {
  const written = new WrittenTable(source);
  const classes = Object.entries(SERVER_METHODS).map(([className, methods]) => {
    const entries = Object.entries(methods).map(([name, method]) =>
      describe(name, method, written.method(className, name)),
    );
    return [`## ${className}`, '', written.sentence(className), '', ...entries, ''].join('\n');
  });
  return [HEAD, ...classes].join('\n');
}

/** Who may call what: checked in, so that no role changes without a line that a reviewer sees. */
export function roleList(): string {
  const lines = [...OFFERED.values()].map(({ name, kind, role }) => `${name}: ${role}, ${kind}\n`);
  return lines.sort().join('');
}

const BEFORE: Record<MethodKind, readonly string[]> = {
  call: [],
  command: ['cmdId: string'],
  session_command: ['cmdId: string', 'sessionId: string'],
};

function describe(name: string, { kind, role }: { kind: MethodKind; role: Role }, written: WrittenMethod): string {
  const args = [...BEFORE[kind], ...written.args].join(', ');
  const words = kind === 'call' ? role : `command, ${role}`;
  return `- \`${name}(${args}): ${written.result}\` (${words})\\\n  ${written.sentence}`;
}

interface WrittenMethod {
  readonly args: readonly string[];
  readonly result: string;
  readonly sentence: string;
}

/** The few parts of a syntax tree that are looked at. */
interface Node {
  readonly start: number;
  readonly end: number;
}
interface Properties extends Node {
  readonly properties: readonly { readonly key: Node & { readonly name: string }; readonly value: Node }[];
}
interface Entry extends Node {
  readonly typeArguments?: { readonly params: readonly (Node & { readonly elementTypes?: readonly Node[] })[] } | null;
}

/** The table as it is written: the types and the comments, which no value has. */
class WrittenTable {
  readonly #source: string;
  readonly #comments: readonly (Node & { value: string })[];
  readonly #table: Properties;

  constructor(source: string) {
    const { program, comments } = parseSync('rpc.ts', source);
    this.#source = source;
    this.#comments = comments;
    const table = program.body.flatMap((statement) => {
      if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration')
        return [];
      return statement.declaration.declarations.flatMap(({ id, init }) =>
        id.type === 'Identifier' && id.name === 'SERVER_METHODS' && init?.type === 'TSAsExpression'
          ? [init.expression]
          : [],
      );
    })[0];
    this.#table = table as unknown as Properties;
  }

  sentence(className: string): string {
    return this.#commentBefore(find(this.#table, className).key);
  }

  method(className: string, name: string): WrittenMethod {
    const { key, value } = find(find(this.#table, className).value as Properties, name);
    const [args, result] = (value as Entry).typeArguments?.params ?? [];
    return {
      args: args?.elementTypes?.map((type) => this.#text(type)) ?? [],
      result: result ? this.#text(result) : 'Done',
      sentence: this.#commentBefore(key),
    };
  }

  #text({ start, end }: Node): string {
    return this.#source.slice(start, end).replace(/\s+/g, ' ');
  }

  #commentBefore({ start }: Node): string {
    const comment = this.#comments.findLast(({ end }) => end <= start && this.#source.slice(end, start).trim() === '');
    if (!comment) throw new Error(`${this.#source.slice(start, start + 40)}… has no sentence above it in ${SOURCE}.`);
    return comment.value
      .replace(/^\s*\*/gm, '')
      .replace(/\s+/g, ' ')
      .trim();
  }
}

function find({ properties }: Properties, name: string): Properties['properties'][number] {
  return properties.find(({ key }) => key.name === name)!;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(PAGE, rpcPage());
  writeFileSync(ROLE_LIST, roleList());
}

import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'vite';
import type { MethodKind } from '../server/protocol/api/rpc.js';
import { OFFERED, type OfferedMethod } from '../server/rpc/offered-methods.js';

const SOURCE = 'server/protocol/api/rpc.ts';
export const PAGE = 'specs/rpc-methods.md';
export const ROLE_LIST = 'specs/method-roles.txt';

const HEAD = `# Methods

What the server offers its tabs, made by \`npm run docs:rpc\` from the contract in \`${SOURCE}\` and the entries in \`server/rpc\`: change
it there. The types are in \`server/protocol\`; how long and how large an argument may be is in \`server/rpc\`.

A call is JSON-RPC 2.0 with its arguments in order: \`{"jsonrpc":"2.0","id":1,"method":"Sessions.open","params":{"args":["…"]}}\`. One that
fails is answered with a number, a message for developers and \`data: { name, reason }\`, as \`server/protocol/api/rpc-error.ts\` lists them.

A **command** is an act of a person. Its first argument is an id, made when the person acts, by which a repeat is known and not done
again. Each method needs a **role**: \`viewer\` looks at sessions, \`approver\` also answers agents and stops them, \`full\` also works with
them, \`owner\` also decides about the computer. Today every tab is the owner’s.
`;

/** The page of documentation, from what the contract says and from the entries of the server. */
export function rpcPage(source = readFileSync(SOURCE, 'utf8')): string {
  const written = new WrittenContract(source);
  const classes = written.classes.map(({ name, sentence, methods }) => {
    const entries = methods.map((method) => describe(method, OFFERED.get(`${name}.${method.name}`)!));
    return [`## ${name}`, '', sentence, '', ...entries, ''].join('\n');
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

function describe({ name, args, result, sentence }: WrittenMethod, { kind, role }: OfferedMethod): string {
  const all = [...BEFORE[kind], ...args].join(', ');
  const words = kind === 'call' ? role : `command, ${role}`;
  return `- \`${name}(${all}): ${result}\` (${words})\\\n  ${sentence}`;
}

interface WrittenMethod {
  readonly name: string;
  readonly args: readonly string[];
  readonly result: string;
  readonly sentence: string;
}

interface WrittenClass {
  readonly name: string;
  readonly sentence: string;
  readonly methods: readonly WrittenMethod[];
}

/** The few parts of a syntax tree that are looked at. */
interface Node {
  readonly start: number;
  readonly end: number;
}
/** A member of an interface, with what stands after its colon. */
interface Member extends Node {
  readonly key: Node & { readonly name: string };
  readonly typeAnnotation: { readonly typeAnnotation: WrittenType };
}
interface WrittenType extends Node {
  readonly members?: readonly Member[];
  readonly typeArguments?: { readonly params: readonly (Node & { readonly elementTypes?: readonly Node[] })[] } | null;
}

/** The contract as it is written: the types and the comments, which no value has. */
class WrittenContract {
  readonly classes: readonly WrittenClass[];
  readonly #source: string;
  readonly #comments: readonly (Node & { value: string })[];

  constructor(source: string) {
    const { program, comments } = parseSync('rpc.ts', source);
    this.#source = source;
    this.#comments = comments;
    const contract = program.body.flatMap((statement) =>
      statement.type === 'ExportNamedDeclaration' &&
      statement.declaration?.type === 'TSInterfaceDeclaration' &&
      statement.declaration.id.name === 'ServerMethods'
        ? [statement.declaration.body.body as unknown as readonly Member[]]
        : [],
    )[0]!;
    this.classes = contract.map(({ key, typeAnnotation }) => ({
      name: key.name,
      sentence: this.#commentBefore(key),
      methods: typeAnnotation.typeAnnotation.members!.map((member) => this.#method(member)),
    }));
  }

  #method({ key, typeAnnotation }: Member): WrittenMethod {
    const [args, result] = typeAnnotation.typeAnnotation.typeArguments?.params ?? [];
    return {
      name: key.name,
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

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(PAGE, rpcPage());
  writeFileSync(ROLE_LIST, roleList());
}

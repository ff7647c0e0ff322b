import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A small generator, so that a damage can be made again from its number. */
export function randomFrom(seed: number): () => number {
  let state = (seed + 1) * 7919;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Some bytes changed or the end cut off; the first pages, which hold the schema, more often. */
export function damagedBytes(bytes: Buffer, seed: number): Buffer {
  const random = randomFrom(seed);
  const kind = random();
  if (kind < 0.15) return bytes.subarray(0, Math.floor(random() * bytes.length));
  const start = Math.floor(random() * (kind < 0.4 ? 8192 : bytes.length));
  const length = 1 + Math.floor(random() * 40);
  for (let i = 0; i < length; i++) {
    const at = kind < 0.7 ? start + i : Math.floor(random() * bytes.length);
    bytes[at % bytes.length] = Math.floor(random() * 256);
  }
  return bytes;
}

/** What somebody does to a file that is in use. */
export type Mischief =
  | { kind: 'delete'; paths: string[] }
  | { kind: 'truncate'; path: string; part: number }
  | { kind: 'move over'; path: string; text: string }
  | { kind: 'copy over'; path: string; from: string }
  | { kind: 'damage'; path: string; seed: number }
  | { kind: 'flip'; path: string; seed: number; bits: number }
  | { kind: 'zero'; path: string; seed: number; blocks: number };

const DEEDS: { [K in Mischief['kind']]: (what: Extract<Mischief, { kind: K }>) => void } = {
  delete: ({ paths }) => {
    for (const path of paths) rmSync(path, { recursive: true });
  },
  truncate: ({ path, part }) => inPlace(path, (fd, size) => ftruncateSync(fd, Math.floor(size * part))),
  'move over': ({ path, text }) => {
    writeFileSync(`${path}.theirs`, text);
    renameSync(`${path}.theirs`, path);
  },
  // As `cp` does it: the file stays the same one, and all that is in it is another.
  'copy over': ({ path, from }) => writeFileSync(path, readFileSync(from)),
  damage: ({ path, seed }) =>
    inPlace(path, (fd, size) => {
      const bytes = Buffer.alloc(size);
      readSync(fd, bytes, 0, size, 0);
      const damaged = damagedBytes(bytes, seed);
      writeSync(fd, damaged, 0, damaged.length, 0);
      ftruncateSync(fd, damaged.length);
    }),
  flip: ({ path, seed, bits }) =>
    inPlace(path, (fd, size) => {
      const random = randomFrom(seed);
      const byte = Buffer.alloc(1);
      for (let i = 0; i < bits; i++) {
        const at = Math.floor(random() * size);
        readSync(fd, byte, 0, 1, at);
        byte[0]! ^= 1 << Math.floor(random() * 8);
        writeSync(fd, byte, 0, 1, at);
      }
    }),
  zero: ({ path, seed, blocks }) =>
    inPlace(path, (fd, size) => {
      const random = randomFrom(seed);
      for (let i = 0; i < blocks; i++) {
        const at = Math.floor((random() * size) / BLOCK_BYTES) * BLOCK_BYTES;
        writeSync(fd, Buffer.alloc(Math.min(BLOCK_BYTES, size - at)), 0, Math.min(BLOCK_BYTES, size - at), at);
      }
    }),
};

const BLOCK_BYTES = 512;

function inPlace(path: string, act: (fd: number, size: number) => void): void {
  const fd = openSync(path, 'r+');
  act(fd, fstatSync(fd).size);
  closeSync(fd);
}

/** Does mischief from a process of its own: to open and close a database in the process that uses it takes its locks away. */
export class Vandal {
  readonly #child: ChildProcess;
  readonly #lines: Interface;

  constructor() {
    const rig = fileURLToPath(import.meta.url);
    this.#child = spawn(process.execPath, ['--import', 'tsx', rig, 'vandal'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#child.stdout! });
  }

  async do(what: Mischief): Promise<void> {
    this.#child.stdin!.write(`${JSON.stringify(what)}\n`);
    await once(this.#lines, 'line');
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === 'vandal') {
  for await (const line of createInterface({ input: process.stdin })) {
    const what = JSON.parse(line) as Mischief;
    (DEEDS[what.kind] as (what: Mischief) => void)(what);
    console.log('done');
  }
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inTime } from '../../server/testing/until.rig.js';
import { ROOT } from '../project-root.js';

/** The user that owns nothing. */
const NOBODY = '65534';

const AS_NOBODY = ['--reuid', NOBODY, '--regid', NOBODY, '--clear-groups'];

/** Why there can be no second user here; false where there can. */
export const NO_STRANGER: string | false = whyNoStranger();

function whyNoStranger(): string | false {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'a second user needs Linux and root, to become somebody else';
  // A root without the right to change users, or a Node in a home that is closed to others, is not enough.
  const { status } = spawnSync('setpriv', [...AS_NOBODY, process.execPath, '--version'], { cwd: '/', env: {} });
  return status === 0 ? false : 'a second user needs setpriv, and a Node that everybody may run';
}

/** What a stranger has found out. */
export type Finding =
  | { kind: 'listening' | 'watching' }
  | { kind: 'request' | 'upgrade'; method: string; url: string; rawHeaders: string[]; body?: string }
  | { kind: 'bytes'; base64: string }
  | { kind: 'argument'; word: string }
  | { kind: 'secret'; secret: string; word: string };

type FindingOf<K extends Finding['kind']> = Extract<Finding, { kind: K }>;

/** A process of another user of this computer, who tries to get in. */
export class Stranger {
  readonly findings: Finding[] = [];
  readonly #child: ChildProcess;
  readonly #news = new EventEmitter();
  readonly #ended: Promise<unknown>;

  private constructor(args: readonly string[]) {
    const node = [process.execPath, '--input-type=module', '-', ...args];
    this.#child = spawn('setpriv', [...AS_NOBODY, ...node], { stdio: ['pipe', 'pipe', 'inherit'], cwd: '/', env: {} });
    this.#ended = once(this.#child, 'close');
    this.#child.stdin!.end(readFileSync(join(ROOT, 'specs/rigs/stranger.mjs')));
    createInterface({ input: this.#child.stdout! }).on('line', (line) => {
      this.findings.push(JSON.parse(line) as Finding);
      this.#news.emit('news');
    });
  }

  /** Takes a port that was ours, as soon as it is free, and answers there. */
  static async squatting(port: number): Promise<Stranger> {
    const stranger = new Stranger(['squat', String(port)]);
    await stranger.found('listening');
    return stranger;
  }

  /** Reads the arguments of every process from now on. */
  static async watching(): Promise<Stranger> {
    const stranger = new Stranger(['watch']);
    await stranger.found('watching');
    return stranger;
  }

  all<K extends Finding['kind']>(kind: K): FindingOf<K>[] {
    return this.findings.filter((finding): finding is FindingOf<K> => finding.kind === kind);
  }

  /** The first finding of a kind, now or later. */
  async found<K extends Finding['kind']>(kind: K): Promise<FindingOf<K>> {
    for (;;) {
      const [first] = this.all(kind);
      if (first) return first;
      await inTime(once(this.#news, 'news'), () => `a stranger who finds something ${kind}`);
    }
  }

  /** Ends it; once is enough. */
  async leave(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}

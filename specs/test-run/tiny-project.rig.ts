import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../project-root.js';

const TSX = join(ROOT, 'node_modules/tsx/dist/loader.mjs');
const IMPORTS = "import assert from 'node:assert/strict';\nimport { describe, it } from 'node:test';\n";

/** How a command ended, and what it printed. */
export interface Outcome {
  code: number | null;
  output: string;
}

/** A project of its own, run and judged by the real `npm test`. Its rules are those that its tests name. */
export class TinyProject {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'acdeck-planted-')));

  constructor(rules: readonly string[], tests: Record<string, string>) {
    for (const name of ['specs', 'server', 'webapp']) mkdirSync(join(this.folder, name));
    this.write('package.json', '{ "scripts": { "check": "true" } }');
    this.write('specs/q.md', rules.map((id) => `- **${id}** A rule.\n`).join(''));
    for (const [name, text] of Object.entries(tests)) this.write(`server/${name}.test.ts`, IMPORTS + text);
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.folder, path), text);
  }

  /** The command, still running. */
  start(...words: string[]): ChildProcess {
    return this.startScript('run-tests.ts', ...words);
  }

  /** Another command of `specs`. */
  startScript(script: string, ...words: string[]): ChildProcess {
    // The runner of this very test has left its mark here, by which another would take itself for a part of it.
    const { NODE_TEST_CONTEXT: _ours, ...env } = process.env;
    const command = ['--import', TSX, join(ROOT, 'specs', script), ...words];
    return spawn(process.execPath, command, { cwd: this.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  }

  async run(...words: string[]): Promise<Outcome> {
    return await ended(this.start(...words));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Waits for the end of a command. */
export async function ended(child: ChildProcess): Promise<Outcome> {
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, output: `${output}${signal ? `ended by ${signal}` : ''}` };
}

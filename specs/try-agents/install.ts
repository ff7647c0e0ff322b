import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { TriedAgent } from './agents.js';

const run = promisify(execFile);

/** An agent's files on this machine. */
export interface Installed {
  program: string;
  version: string;
  /** Folders that come first on its PATH. */
  path: readonly string[];
}

/** Where the agents are kept between runs; they are no dependencies of ours. */
export const CACHE = process.env.TRY_AGENTS_CACHE ?? join(tmpdir(), 'try-agents-cache');

/** Installs an agent from the registry, unless it is there. */
export async function install(agent: TriedAgent): Promise<Installed> {
  if (agent.packages.length === 0) return { program: agent.program, version: 'of this project', path: [] };
  const node = agent.needsNode22 ? [await newerNode()] : [];
  const modules = join(CACHE, agent.id, 'node_modules');
  const program = join(modules, agent.program);
  if (!existsSync(program)) await npmInstall(dirname(modules), agent.packages, node);
  return {
    program,
    version: versionIn(dirname(modules), agent.packages[0] ?? ''),
    path: [...node, join(modules, '.bin')],
  };
}

/** npm takes older versions of a package in silence when Node is too old for the newest, so this comes first. */
async function newerNode(): Promise<string> {
  const bin = join(CACHE, 'node22', 'node_modules', 'node', 'bin');
  if (!existsSync(join(bin, 'node'))) await npmInstall(join(CACHE, 'node22'), ['node@22'], []);
  return bin;
}

async function npmInstall(folder: string, packages: readonly string[], path: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', ...packages];
  await run('npm', args, { cwd: folder, env: { ...process.env, PATH: [...path, process.env.PATH].join(':') } });
}

function versionIn(folder: string, spec: string): string {
  const name = spec.replace(/(.)@.*$/, '$1');
  const manifest = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8');
  return String(JSON.parse(manifest).version);
}

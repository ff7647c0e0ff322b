import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestPlace } from '../rigs/server-process.rig.js';
import type { TriedAgent } from './agents.js';
import type { Installed } from './install.js';

const WIRETAP = fileURLToPath(new URL('./wiretap.ts', import.meta.url));
const MODEL_KEY = 'key-of-nobody';

/** Everything one agent is tried in: a project, a home, our data, and a PATH on which the agent is found. */
export interface TryPlace extends TestPlace {
  home: string;
  /** What the agent and our server said to each other. */
  trace: string;
  /** What the agent shows the model to be let in. */
  modelKey: string;
  /** What all places of an agent are in. */
  root: string;
  /** Marks all processes of this place, whoever started them; that of the agent's first place marks those of all. */
  mark: string;
  env: Record<string, string>;
  /** The same for a person who has just installed the agent: an empty home, no settings, no keys. */
  bare(): TryPlace;
  /** The same for another project and other data of ours. */
  another(name: string): TryPlace;
}

/** Makes the folders of a try; nothing of the person's own home or keys is in reach of the agent. */
export function makeTryPlace(agent: TriedAgent, installed: Installed, modelUrl: string): TryPlace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), `try-${agent.id}-`)));
  const [folder, home, bin] = ['project', 'home', 'bin'].map((name) => join(root, name)) as [string, string, string];
  for (const path of [folder, home, bin]) mkdirSync(path);
  const trace = join(root, 'trace.jsonl');
  if (!agent.trustsGit) initGit(folder);
  const address = { url: modelUrl, key: MODEL_KEY, home };
  for (const [path, text] of Object.entries(agent.files?.(address) ?? {})) writeBelow(home, path, text);
  writeCommand(
    join(bin, agent.command),
    [process.execPath, '--import', import.meta.resolve('tsx'), WIRETAP, trace, installed.program],
    installed.path,
  );
  const env = { ...bareEnvironment(), ...homeAt(home), PATH: [bin, process.env.PATH].join(':') };
  const marked = (mark: string) => ({ mark, env: { ...env, ...agent.env(address), TRY_AGENTS_MARK: mark } });
  const place: TryPlace = {
    ...{
      folder,
      home,
      trace,
      modelKey: MODEL_KEY,
      dataDir: join(root, 'data'),
      root,
      ...marked(root),
    },
    bare: () => {
      const bare = join(root, 'bare-home');
      mkdirSync(bare, { recursive: true });
      const mark = join(root, 'bare');
      const bareEnv = { ...env, ...homeAt(bare), TRY_AGENTS_MARK: mark };
      return { ...place, home: bare, dataDir: join(root, 'bare-data'), mark, env: bareEnv };
    },
    another: (name) => {
      const other = join(root, `${name}-project`);
      mkdirSync(other, { recursive: true });
      if (!agent.trustsGit) initGit(other);
      return { ...place, folder: other, dataDir: join(root, `${name}-data`), ...marked(join(root, name)) };
    },
    remove: async () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  };
  return place;
}

/**
 * A person's keys and folders set to nothing, and a way out that leads nowhere: a tried agent reaches
 * nobody but our model.
 */
function bareEnvironment(): Record<string, string> {
  const own = Object.keys(process.env).filter((name) => /KEY|TOKEN|SECRET|PASSWORD|PROXY$|^XDG_|SANDBOX/i.test(name));
  const nowhere = Object.fromEntries(
    ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].map((name) => [name, 'http://127.0.0.1:9']),
  );
  return { ...Object.fromEntries(own.map((name) => [name, ''])), ...nowhere, NO_PROXY: '127.0.0.1,localhost' };
}

/** Where agents look for their settings (OpenCode by the second); a server in tests has another place for its own. */
function homeAt(home: string): Record<string, string> {
  return { HOME: home, XDG_CONFIG_HOME: join(home, '.config') };
}

function initGit(folder: string): void {
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
}

function writeBelow(home: string, path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}

/** A command that is found on PATH and runs the agent behind the wiretap. */
function writeCommand(path: string, command: readonly string[], pathFolders: readonly string[]): void {
  const words = command.map((word) => `'${word}'`).join(' ');
  writeFileSync(path, `#!/bin/sh\nPATH='${pathFolders.join(':')}':"$PATH" exec ${words} "$@"\n`);
  chmodSync(path, 0o755);
}

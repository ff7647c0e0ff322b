import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { TestApp } from '../e2e/app.rig.js';
import { ROOT } from '../project-root.js';
import type { TestPlace } from './server-process.rig.js';

/** What the agent does when it is prompted with `turn N`. */
export interface ToldTurn {
  updates: object[];
  requests: { method: string; params: object }[];
  /** It rests so many milliseconds after so many updates. */
  pace?: [count: number, ms: number];
}

/** What there is before the app starts. */
export interface ToldPlay {
  turns: (folder: string) => ToldTurn[];
  /** The files of the folder: their paths in it, and what stands in them. */
  files?: Readonly<Record<string, string>>;
  /** What people read in pictures. */
  agentName?: string;
  folderName?: string;
}

/** The whole app with an agent that says what it was told to. */
export class ToldApp {
  readonly app: TestApp;

  private constructor(app: TestApp) {
    this.app = app;
  }

  /** Starts it and waits for the agent. */
  static async start(play: ToldPlay): Promise<ToldApp> {
    const app = await TestApp.start({
      agent: `${process.execPath} ${join(ROOT, 'specs/rigs/told-agent.mjs')}`,
      env: (place) => ({ TOLD_FILE: prepare(place, play), TOLD_LOG: logOf(place) }),
      ...(play.folderName ? { folderName: play.folderName } : {}),
    });
    // What a page complains of is the tests' business.
    app.expectTrouble(/./);
    await app.server.line('ready');
    return new ToldApp(app);
  }

  /** Runs it for as long as `use` takes. */
  static async use<T>(play: ToldPlay, use: (told: ToldApp) => Promise<T>): Promise<T> {
    const told = await ToldApp.start(play);
    try {
      return await use(told);
    } finally {
      await told.app.stop();
    }
  }

  /** When the agent asked its last question, on the clock that all pages share. */
  async lastAskedAt(): Promise<number> {
    const times = await readFile(logOf(this.app.place), 'utf8');
    return Number(times.trim().split('\n').at(-1));
  }
}

/** A piece of an answer. */
export function says(text: string, messageId = 'answer'): object {
  return { sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } };
}

const logOf = ({ dataDir }: TestPlace) => join(dirname(dataDir), 'asked.log');

/** Writes the folder's files and what the agent is told, beside the folder. */
function prepare({ folder, dataDir }: TestPlace, { turns, files = {}, agentName = 'Told' }: ToldPlay): string {
  const paths = Object.keys(files);
  for (const below of new Set(paths.map((path) => dirname(path)))) mkdirSync(join(folder, below), { recursive: true });
  for (const path of paths) writeFileSync(join(folder, path), files[path]!);
  const initialize = { protocolVersion: 1, agentInfo: { name: 'told', title: agentName, version: '1.0.0' } };
  const told = join(dirname(dataDir), 'told.json');
  writeFileSync(told, JSON.stringify({ initialize, session: { sessionId: 'one' }, turns: turns(folder) }));
  return told;
}

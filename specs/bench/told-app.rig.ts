import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TestApp } from '../e2e/app.rig.js';
import type { AppPage } from '../e2e/app-page.rig.js';
import { ROOT } from '../read-sources.js';
import { makePlace } from '../rigs/server-process.rig.js';

/** What the agent does when it is prompted with `turn N`. */
export interface ToldTurn {
  updates: object[];
  requests: { method: string; params: object }[];
  /** It rests so many milliseconds after so many updates. */
  pace?: [count: number, ms: number];
}

/** The whole app with an agent that says what it was told to. */
export class ToldApp {
  readonly app: TestApp;
  readonly #logFile: string;
  readonly #remove: () => Promise<void>;

  private constructor(app: TestApp, logFile: string, remove: () => Promise<void>) {
    this.app = app;
    this.#logFile = logFile;
    this.#remove = remove;
  }

  /** Runs it for as long as `use` takes. */
  static async use<T>(turns: ToldTurn[], use: (told: ToldApp) => Promise<T>): Promise<T> {
    const place = await makePlace();
    const [file, log] = [join(place.folder, 'told.json'), join(place.folder, 'asked.log')];
    const initialize = { protocolVersion: 1, agentInfo: { name: 'told', title: 'Told', version: '1.0.0' } };
    await writeFile(file, JSON.stringify({ initialize, session: { sessionId: 'one' }, turns }));
    const app = await TestApp.start({
      agent: `${process.execPath} ${join(ROOT, 'specs/rigs/told-agent.mjs')}`,
      env: () => ({ TOLD_FILE: file, TOLD_LOG: log }),
    });
    const told = new ToldApp(app, log, place.remove);
    try {
      await app.server.line('ready');
      return await use(told);
    } finally {
      await told.#stop();
    }
  }

  /** When the agent asked its last question, on the clock that all pages share. */
  async lastAskedAt(): Promise<number> {
    return Number((await readFile(this.#logFile, 'utf8')).trim().split('\n').at(-1));
  }

  /** What a page complains of is the tests' business, not a figure. */
  async #stop(): Promise<void> {
    this.app.expectTrouble(/./);
    await this.app.stop();
    await this.#remove();
  }
}

/** A piece of an answer. */
export function says(text: string, messageId = 'answer'): object {
  return { sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } };
}

/** Sends a prompt and waits for the end of its turn. */
export async function playTurn(tab: AppPage, turn: number): Promise<void> {
  await tab.prompt(`turn ${turn}`);
  await tab.stopButton.waitFor();
  await tab.waitForIdle();
}

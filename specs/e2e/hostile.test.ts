import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { seededCases } from '../../server/testing/seeded.rig.js';
import { HOSTILE_MARKDOWN } from '../../webapp/markdown/hostile-markdown.rig.js';
import { ROOT } from '../project-root.js';
import { everyFieldOf } from '../rigs/every-field.rig.js';
import type { TestTab } from '../rigs/test-tab.rig.js';
import { TestApp } from './app.rig.js';
import type { AppPage } from './app-page.rig.js';
import { openAll, strangersIn } from './hostile-page.rig.js';

type Fields = Record<string, unknown>;

/** With as many as there are snippets, each of them was in each field. */
const TURNS = Math.min(HOSTILE_MARKDOWN.length, seededCases(4).numRuns);

/** Snippet after snippet; each turn begins with another one, so that a field gets another one too. */
function snippetsFrom(start: number): () => string {
  let n = start;
  return () => HOSTILE_MARKDOWN[n++ % HOSTILE_MARKDOWN.length]!;
}

/** Each call and message has its own name, so that none takes the place of another. */
function updatesOf(next: () => string): Fields[] {
  return (everyFieldOf('SessionUpdate', next) as Fields[]).map((update, n) => ({
    ...update,
    ...('toolCallId' in update ? { toolCallId: `${next()} ${n}` } : {}),
    ...('messageId' in update ? { messageId: `${next()} ${n}` } : {}),
  }));
}

function requestsOf(method: string, params: unknown[]): { method: string; params: unknown }[] {
  return params.map((one) => ({ method, params: one }));
}

/** Every form of every update, question for permission, form and address. */
function turn(n: number): { updates: unknown[]; requests: unknown[] } {
  const next = snippetsFrom(Math.floor((n * HOSTILE_MARKDOWN.length) / TURNS));
  return {
    updates: updatesOf(next),
    requests: [
      ...requestsOf('session/request_permission', everyFieldOf('RequestPermissionRequest', next)),
      ...requestsOf('elicitation/create', everyFieldOf('CreateElicitationRequest', next)),
    ],
  };
}

function tellAgent(folder: string): string {
  const [facts] = everyFieldOf('InitializeResponse', snippetsFrom(0)) as Fields[];
  const [session] = everyFieldOf('NewSessionResponse', snippetsFrom(0)) as Fields[];
  const told = {
    initialize: { ...facts, protocolVersion: 1 },
    session: { ...session, sessionId: 'one' },
    turns: Array.from({ length: TURNS }, (_, n) => turn(n)),
  };
  const file = join(folder, 'told.json');
  writeFileSync(file, JSON.stringify(told));
  return file;
}

describe('hostile words in every field that an agent can fill', () => {
  let app: TestApp;
  let tab: AppPage;
  let witness: TestTab;
  before(async () => {
    app = await TestApp.start({
      agent: `${process.execPath} ${join(ROOT, 'specs/rigs/told-agent.mjs')}`,
      env: ({ folder }) => ({ TOLD_FILE: tellAgent(folder) }),
    });
    tab = await app.open();
    await tab.page.evaluate(() => {
      globalThis.pwned = () => console.error('a script ran');
    });
    witness = await app.witness();
  });
  after(() => app.stop());

  const isOver = (turn: number) => witness.transcript?.turn.n === turn && witness.transcript.turn.status === 'idle';

  /** Answers what the agent asks until the turn is over; while something is asked, looks whether all of it can be seen. */
  async function answerAll(turn: number): Promise<string[]> {
    const strangers: string[] = [];
    for (;;) {
      await witness.until(() => isOver(turn) || witness.transcript!.pending.length > 0);
      const [pending] = witness.transcript!.pending;
      if (!pending) return strangers;
      await tab.page.locator('permission-dock, question-dock').waitFor();
      strangers.push(...(await tab.page.evaluate(strangersIn)));
      await witness.settle(pending);
      await witness.until(() => !witness.transcript!.pending.includes(pending));
    }
  }

  for (let n = 0; n < TURNS; n += 1) {
    it(`[HC1] [HC2] [HC3] [UX40] are words, turn ${n + 1} of ${TURNS}`, async () => {
      assert.ok(HOSTILE_MARKDOWN.length >= 60, 'the corpus is large enough');
      const number = witness.transcript!.turn.n + 1;
      await witness.prompt(`turn ${n}`);
      await witness.until(() => witness.transcript?.turn.n === number);
      assert.deepEqual(await answerAll(number), []);
      await tab.page.evaluate(openAll);
      assert.deepEqual(await tab.page.evaluate(strangersIn), []);
    });
  }
});

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ROOT } from '../project-root.js';
import { TestApp } from './app.rig.js';
import type { AppPage } from './app-page.rig.js';
import { eventually } from './eventually.rig.js';
import { nameOf, type Station, VisitTrace } from './visit-trace.rig.js';

type Leg = 'yours' | 'other' | 'server';

/** Where each part of the page takes place; a heading that is not here, or not there, fails. */
const LEGS: Readonly<Record<string, Leg>> = {
  'A message / In your tab': 'yours',
  'A message / On the server': 'server',
  'A message / In every tab': 'other',
  'A permission / From the agent to the log': 'server',
  'A permission / In every tab, before the answer': 'other',
  'A permission / In your tab, with the answer': 'yours',
  'A permission / From the log to the agent': 'server',
  'A crash / On the server, when it dies': 'server',
  'A crash / On the server, when it comes back': 'server',
  'A crash / In every tab, after the crash': 'other',
};

/** The stations of each part of the page. */
function readJourneys(): Map<string, Station[]> {
  const page = readFileSync(join(ROOT, 'specs/journey.md'), 'utf8');
  const parts = new Map<string, Station[]>();
  let [journey, part] = ['', ''];
  for (const line of page.split('\n')) {
    const [, level, title] = /^(##+) (.*)$/.exec(line) ?? [];
    if (level === '##') journey = title!;
    if (level === '###') part = `${journey} / ${title}`;
    if (level === '###') parts.set(part, []);
    const [, number, path, called] = /^(\d+)\. \[[^\]]+\]\(\.\.\/([^)]+)\) `(#?\w+)` /.exec(line) ?? [];
    if (/^\d+\./.test(line)) assert.ok(called, `"${line}" names a file and a function`);
    if (!called) continue;
    assert.equal(Number(number), parts.get(part)!.push({ path: path!, called }), line);
  }
  return parts;
}

const journeys = readJourneys();
const stationsOf = (leg: Leg): Station[] => {
  const all = [...journeys].filter(([part]) => LEGS[part] === leg).flatMap(([, stations]) => stations);
  return [...new Map(all.map((station) => [nameOf(station), station])).values()];
};

describe('the journeys', () => {
  let app: TestApp;
  let [one, two] = [] as unknown as [AppPage, AppPage];
  let traces: Record<Leg, VisitTrace>;

  before(async () => {
    // File by file, as the page names them; a build has them in bundles.
    app = await TestApp.start({ isDev: true, env: () => ({ NODE_OPTIONS: '--inspect-port=127.0.0.1:0' }) });
    [one, two] = [await app.open(), await app.open()];
    await Promise.all([one.waitForConnection(), two.waitForConnection()]);
    // A rehearsal: what is loaded late is there afterwards, and can be watched.
    for (const run of [crash, message, ask, answer]) await run();
    traces = {
      server: await VisitTrace.ofServer(app.server),
      yours: await VisitTrace.ofPage(one.page),
      other: await VisitTrace.ofPage(two.page),
    };
  });
  after(async () => {
    for (const trace of Object.values(traces ?? {})) trace.close();
    await app.stop();
  });

  /** Writes a prompt in one tab until the other one has it too, so that nothing of that is under way any more. */
  async function write(text: string): Promise<void> {
    await one.composer.fill(text);
    await eventually(
      () => two.composer.inputValue(),
      (value) => value === text,
      'The other tab should have the draft',
    );
  }

  async function idle(): Promise<void> {
    await Promise.all([one.waitForIdle(), two.waitForIdle()]);
  }

  async function replies(count: number): Promise<void> {
    const replied = (tab: AppPage) => tab.page.locator('transcript-entry markdown-view').count();
    for (const tab of [one, two])
      await eventually(
        () => replied(tab),
        (found) => found >= count,
        'The reply should be there',
      );
  }

  async function message(): Promise<void> {
    const known = await one.page.locator('transcript-entry markdown-view').count();
    await write('Tell me what you can do.');
    await clear();
    await one.composer.press('Enter');
    await replies(known + 1);
    await idle();
  }

  async function ask(): Promise<void> {
    await write('Edit a file, but ask me first.');
    await clear();
    await one.composer.press('Enter');
    await Promise.all([one.permission.waitFor(), two.permission.waitFor()]);
  }

  async function answer(): Promise<void> {
    // To leave the composer is an act too; here it is done before.
    const allow = one.answerButton('Allow');
    await eventually(
      () => allow.isEnabled(),
      (isEnabled) => isEnabled,
      'Allow should be armed',
    );
    await allow.focus();
    await clear();
    await allow.press('Enter');
    await Promise.all([one, two].map((tab) => tab.permission.waitFor({ state: 'detached' })));
    await idle();
  }

  async function crash(): Promise<void> {
    const rows = (tab: AppPage) => tab.page.locator('transcript-entry .panel-actions').count();
    const known = await rows(two);
    await write('Crash in the middle of your answer.');
    await clear();
    await one.composer.press('Enter');
    await eventually(
      () => rows(two),
      (found) => found > known,
      'The other tab should show the crash',
    );
  }

  async function clear(): Promise<void> {
    for (const trace of Object.values(traces ?? {})) await trace.clear();
  }

  /** The stations of a part in the order of their first visits, as soon as the last of them was visited. */
  async function visited(part: string, listed: readonly string[]): Promise<string[]> {
    const visits = await eventually(
      () => traces[LEGS[part]!].visits(),
      (found) => found.includes(listed.at(-1)!),
      `"${part}" should come to its end`,
    );
    return visits.filter((name) => listed.includes(name));
  }

  it('[J1] name functions that exist', async () => {
    assert.deepEqual([...journeys.keys()].sort(), Object.keys(LEGS).sort());
    const missing = [...journeys.values()].flat().filter(({ path }) => !existsSync(join(ROOT, path)));
    assert.deepEqual(missing, []);
    const unknown: Record<string, string[]> = {};
    for (const [leg, trace] of Object.entries(traces)) unknown[leg] = await trace.watch(stationsOf(leg as Leg));
    assert.deepEqual(unknown, { server: [], yours: [], other: [] });
  });

  const runs: [parts: string[], run: () => Promise<void>][] = [
    [['A message / In your tab', 'A message / On the server', 'A message / In every tab'], () => message()],
    [['A permission / From the agent to the log', 'A permission / In every tab, before the answer'], () => ask()],
    [['A permission / In your tab, with the answer', 'A permission / From the log to the agent'], () => answer()],
    [
      [
        'A crash / On the server, when it dies',
        'A crash / On the server, when it comes back',
        'A crash / In every tab, after the crash',
      ],
      () => crash(),
    ],
  ];
  for (const [parts, run] of runs) {
    it(`[J1] pass their stations in order: ${parts.join(', ')}`, async () => {
      await run();
      for (const part of parts) {
        const listed = journeys.get(part)!.map(nameOf);
        assert.deepEqual(await visited(part, listed), listed, part);
      }
    });
  }
});

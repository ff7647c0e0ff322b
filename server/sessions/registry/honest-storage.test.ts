import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { HistoryNews } from '../../protocol/api/app-state.js';
import type { PermissionRule } from '../../protocol/api/permission-rule.js';
import { seeded } from '../../testing/seeded.rig.js';
import type { Mischief } from '../store/damage.rig.js';
import { FellowServer } from './fellow-server.rig.js';
import { newsOf, startServer, Trial, textIn, Workshop } from './honest-storage.rig.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let workshop: Workshop;
before(async () => {
  workshop = await Workshop.open();
});
after(() => workshop.close());

/** What a trial has shown: what was on screen before, what is there after a restart, and what people were told. */
interface Outcome {
  readonly before: Map<string, string>;
  readonly after: Map<string, string>;
  /** Told while it ran, the same to both tabs. */
  readonly told: HistoryNews[];
  readonly toldAtStart: HistoryNews[];
  readonly trial: Trial;
}

/** A turn streams, two tabs watch, somebody does something to the file; the turn goes on, another one follows, then a restart. */
async function suffer(mischief: (trial: Trial) => Mischief): Promise<Outcome> {
  const trial = await Trial.begin(workshop);
  const { server, tabs, apps } = trial;
  server.prompt('First');
  await server.tick();
  await trial.stream(1);
  await trial.endTurn();
  server.prompt('Second');
  await server.tick();
  await trial.stream(3);
  await workshop.do(mischief(trial));
  await trial.stream(4);
  await trial.endTurn();
  server.prompt('Next');
  await server.tick();
  await trial.stream(1);
  await trial.endTurn();
  server.clock.pass(5000);
  const told = trial.newsIn(apps[0]);
  assert.deepEqual(trial.newsIn(apps[1]), told, 'both tabs are told the same');
  assert.deepEqual(tabs[0].transcript, tabs[1].transcript);
  assert.equal(
    server.app.current.banners.find(({ id }) => id === 'storage'),
    undefined,
    'writes work again',
  );
  const before = new Map([...workshop.shown, ['First', trial.shownNow()]]);
  const text = (words: string) => `${JSON.stringify([{ type: 'text', text: words }])}`;
  const said = Array.from({ length: 7 }, (_, i) => `[said ${i + 2}] `).join('');
  const turns = [
    ['First', '[said 1] '],
    ['Second', said],
    ['Next', '[said 9] '],
  ];
  const lines = turns.flatMap(([words, reply]) => [`user: ${text(words!)}`, `agent: ${text(reply!)}`]);
  assert.equal(before.get('First'), lines.join('\n'));
  const seqs = server.events().map(({ seq }) => seq);
  assert.deepEqual(
    seqs,
    Array.from({ length: tabs[0].replica!.seq }, (_, i) => i + 1),
    'the log has no holes',
  );
  const { shown, news } = await trial.restart();
  return { before, after: shown, told, toldAtStart: news, trial };
}

/** Every session is as it was, or a person was told what it has lost. */
function checkHonesty({ before, after, told, toldAtStart }: Outcome): void {
  const news = [...told, ...toldAtStart];
  for (const [title, text] of before) {
    const now = after.get(title);
    const isNamed = news.some(({ lost, gaps }) => [...lost.titles, ...gaps.titles].includes(title));
    const isCounted = news.some(({ lost }) => lost.more > 0);
    if (now === undefined) assert.ok(isNamed || isCounted, `“${title}” is gone without a word`);
    else if (!isSame(text, now)) assert.ok(isNamed, `“${title}” has changed without a word:\n${now}`);
  }
}

/** Nobody can know of a letter that was changed in the file; whole pieces are never missing unseen. */
function isSame(text: string, now: string): boolean {
  if (text === now) return true;
  const changed = [...text].filter((letter, i) => letter !== now[i]).length;
  return text.length === now.length && changed <= 40;
}

/** The numbers of damages; each makes another one. */
function damages(t: TestContext, count: number): number[] {
  const { seed, numRuns } = seeded(t, count);
  return Array.from({ length: numRuns }, (_, n) => seed * 1_000 + n);
}

function lossIn(news: readonly HistoryNews[]): number {
  return news.reduce((sum, { lost, gaps }) => sum + lost.titles.length + lost.more + gaps.pieces, 0);
}

describe('a history file in use', () => {
  it('[D24] that is deleted, with its side files or without, is written again with nothing lost', async () => {
    const deletions: ((trial: Trial) => string[])[] = [
      ({ path }) => [path],
      ({ path }) => [path, `${path}-wal`, `${path}-shm`],
      ({ path }) => [`${path}-wal`],
      ({ path }) => [`${path}-shm`],
      ({ dir }) => [dir],
    ];
    for (const paths of deletions) {
      const { before, after, told, toldAtStart, trial } = await suffer((trial) => ({
        kind: 'delete',
        paths: paths(trial),
      }));
      assert.deepEqual(
        told.map(({ cause, aside }) => [cause, aside]),
        [['deleted', null]],
      );
      assert.deepEqual([lossIn(told), told[0]!.kept.sessions, toldAtStart], [0, 5, []]);
      assert.deepEqual(after, before);
      const modes = readdirSync(trial.dir).map((name) => statSync(`${trial.dir}/${name}`).mode & 0o077);
      assert.deepEqual(new Set(modes), new Set([0]), 'it is for its owner only');
    }
  });

  it('[D24] that is written again keeps its journal when the connection to the old one is collected', async () => {
    const trial = await Trial.begin(workshop);
    await workshop.do({ kind: 'delete', paths: [trial.path, `${trial.path}-wal`, `${trial.path}-shm`] });
    trial.server.prompt('First');
    await trial.stream(1);
    const { ino } = statSync(`${trial.path}-wal`);
    for (let i = 0; i < 5; i++) {
      collectGarbage();
      await setImmediate();
    }
    assert.equal(statSync(`${trial.path}-wal`).ino, ino);
    await trial.restart();
  });

  it('[D25] whose place another file takes goes on with nothing lost, and the other file is kept', async () => {
    for (const text of ['', 'not a database', 'SQLite format 3\0 but not really']) {
      const { before, after, told } = await suffer(({ path }) => ({ kind: 'move over', path, text }));
      assert.deepEqual([told.length, told[0]!.cause, lossIn(told)], [1, 'replaced', 0]);
      assert.equal(readFileSync(told[0]!.aside!, 'utf8'), text);
      assert.deepEqual(after, before);
    }
  });

  it('[D25] that is written over is written again from memory, and what memory has not is named', async () => {
    const strangers = await Workshop.open();
    const from = strangers.base;
    const outcome = await suffer(({ path }) => ({ kind: 'copy over', path, from: `${from}/acdeck.db` }));
    strangers.close();
    const { after, before, told } = outcome;
    assert.deepEqual([told.length, told[0]!.cause], [1, 'replaced']);
    assert.deepEqual(told[0]!.lost.titles.toSorted(), [...workshop.shown.keys()].toSorted());
    assert.deepEqual([...after], [['First', before.get('First')]]);
    checkHonesty(outcome);
    assert.ok(existsSync(told[0]!.aside!));
  });

  it('[D25] that is written over has rules, folders and answered acts again from memory', async () => {
    const trial = await Trial.begin(workshop);
    const { server } = trial;
    const rule = {
      id: 'r',
      createdAt: 1,
      createdBy: 'me',
      effect: 'allow',
      agentId: null,
    } as unknown as PermissionRule;
    server.store.changeRules([{ keep: rule }], { cmdId: 'made', result: '1', at: Date.now() });
    server.store.folders.remember('/work/a', { port: 4711 });
    server.clock.pass(1000);
    const strangers = await Workshop.open();
    await workshop.do({ kind: 'copy over', path: trial.path, from: `${strangers.base}/acdeck.db` });
    strangers.close();
    server.clock.pass(1000);
    assert.deepEqual(
      trial.newsIn(trial.apps[0]).map(({ cause }) => cause),
      ['replaced'],
    );
    assert.deepEqual([server.store.rules.list(), server.store.resultOf('made')], [[rule], '1']);
    assert.equal(server.store.folders.facts('/work/a').port, 4711);
    await trial.restart();
  });

  it('[D26] that is cut short keeps what is left of it, with what memory has', async () => {
    const kept: number[] = [];
    for (const part of [0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.999]) {
      const outcome = await suffer(({ path }) => ({ kind: 'truncate', path, part }));
      assert.equal(outcome.told.length, 1, `a part of ${part}`);
      assert.ok(['truncated', 'damaged'].includes(outcome.told[0]!.cause));
      assert.equal(outcome.after.get('First'), outcome.before.get('First'));
      assert.ok(existsSync(outcome.told[0]!.aside!));
      checkHonesty(outcome);
      kept.push(outcome.after.size);
    }
    assert.deepEqual(kept.toSorted(), kept, 'the more is left, the more is kept');
    assert.equal(kept.at(-1), 5);
  });

  it('[D28] whose journal is damaged keeps what memory has, and a killed server says what is lost', async (t) => {
    for (const seed of damages(t, 8)) {
      const outcome = await suffer(({ path }) => ({ kind: 'flip', path: `${path}-wal`, seed, bits: 12 }));
      checkHonesty(outcome);
    }
    let told = 0;
    for (const seed of damages(t, 2)) {
      const dir = workshop.newDir();
      const fellow = new FellowServer(dir);
      const { text } = await fellow.do({ kind: 'stream', times: 20 });
      await fellow.kill();
      await workshop.do({ kind: 'flip', path: `${dir}/acdeck.db-wal`, seed, bits: 2 });
      const server = await startServer(dir, '/work/b');
      const news = newsOf(server);
      const shown = textIn(server, server.id);
      const isKept = shown.startsWith(text.slice(0, -4));
      assert.ok(isKept || news.length > 0, `${shown} is not ${text}, without a word`);
      told += news.length;
      server.store.close();
    }
    assert.ok(told > 0, 'a journal that SQLite would drop a part of is seen');
  });

  it('[D30] that servers share is written anew once, and none of them loses anything', async () => {
    const cases: ((path: string) => Mischief)[] = [
      (path) => ({ kind: 'delete', paths: [path] }),
      (path) => ({ kind: 'delete', paths: [path, `${path}-wal`, `${path}-shm`] }),
      (path) => ({ kind: 'move over', path, text: 'not a database' }),
      (path) => ({ kind: 'truncate', path, part: 0.4 }),
    ];
    for (const mischief of cases) {
      const trial = await Trial.begin(workshop);
      const fellow = new FellowServer(trial.dir);
      try {
        trial.server.prompt('First');
        await trial.stream(2);
        await fellow.do({ kind: 'stream', times: 3 });
        await workshop.do(mischief(trial.path));
        // Both write at the same time, and both will find it out.
        const [theirs] = await Promise.all([fellow.do({ kind: 'stream', times: 3 }), trial.stream(3)]);
        trial.server.clock.pass(1000);
        await fellow.do({ kind: 'look' });
        await fellow.do({ kind: 'stream', times: 2 });
        await trial.stream(2);
        const { ino } = statSync(trial.path);
        const { text, news } = await fellow.do({ kind: 'stream', times: 1 });
        assert.equal(statSync(trial.path).ino, ino, 'they have settled on one file');
        assert.ok(theirs.text.length < text.length);
        assert.deepEqual([news.length, trial.newsIn(trial.apps[0]).length], [1, 1]);
        assert.equal(news[0]!.cause, trial.newsIn(trial.apps[0])[0]!.cause);
        const ours = trial.shownNow();
        await fellow.do({ kind: 'end' });
        trial.server.registry.close();
        trial.server.store.close();
        const [a, b] = [await startServer(trial.dir), await startServer(trial.dir, '/work/b')];
        assert.equal(textIn(a, a.id), `${ours}`);
        assert.equal(textIn(b, b.id), `${text}`);
        for (const server of [a, b]) server.store.close();
      } finally {
        await fellow.kill();
      }
    }
  });

  it('[D29] is looked at while nothing is written, and every tab is told', async () => {
    const trial = await Trial.begin(workshop);
    await workshop.do({ kind: 'delete', paths: [trial.path] });
    trial.server.clock.pass(1000);
    for (const tab of trial.apps)
      assert.deepEqual(
        trial.newsIn(tab).map(({ cause }) => cause),
        ['deleted'],
      );
    assert.ok(existsSync(trial.path));
    await workshop.do({ kind: 'flip', path: trial.path, seed: 1, bits: 200 });
    trial.server.clock.pass(1000);
    for (const tab of trial.apps)
      assert.deepEqual(
        trial.newsIn(tab).map(({ cause }) => cause),
        ['deleted', 'damaged'],
      );
    await trial.restart();
  });

  it('[D35] that cannot be written anew now is tried again, and everything is held until then', async () => {
    const trial = await Trial.begin(workshop);
    const { server } = trial;
    server.prompt('First');
    await trial.stream(2);
    const obstacle = `${trial.path}.new-0`;
    mkdirSync(obstacle);
    await workshop.do({ kind: 'delete', paths: [trial.path] });
    await trial.stream(3);
    const banner = () => server.app.current.banners.find(({ id }) => id === 'storage');
    assert.ok(banner()!.about.code === 'storage');
    assert.throws(() => server.prompt('Next'), { name: 'storage' });
    server.clock.pass(5000);
    assert.deepEqual([banner()?.severity, trial.newsIn(trial.apps[0])], ['error', []]);
    rmSync(obstacle, { recursive: true });
    server.clock.pass(1000);
    assert.equal(banner(), undefined);
    assert.deepEqual(
      trial.newsIn(trial.apps[0]).map(({ cause }) => cause),
      ['deleted'],
    );
    await trial.stream(1);
    await trial.endTurn();
    const shown = trial.shownNow();
    assert.match(shown, /\[said 1\] .*\[said 6\] /);
    assert.equal((await trial.restart()).shown.get('First'), shown);
  });

  it('[D27] that is damaged at any place keeps what can be read, and says what cannot', async (t) => {
    const counts = { told: 0, atStart: 0, unseen: 0, lost: 0, sessions: 0 };
    const places = damages(t, 30);
    for (const seed of places) {
      const outcome = await suffer(({ path }) => ({ kind: 'damage', path, seed }));
      try {
        checkHonesty(outcome);
      } catch (error) {
        throw new Error(`Damage ${seed}: ${(error as Error).message}`);
      }
      if (outcome.told.length > 0) counts.told++;
      else if (outcome.toldAtStart.length > 0) counts.atStart++;
      else counts.unseen++;
      if (lossIn([...outcome.told, ...outcome.toldAtStart]) > 0) counts.lost++;
      counts.sessions += outcome.after.size;
    }
    assert.ok(counts.told > places.length / 2 && counts.sessions > 0.95 * places.length * 5, JSON.stringify(counts));
  });
});

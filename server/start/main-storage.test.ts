import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { insist } from '../../specs/rigs/insist.rig.js';
import { makePlace, ServerProcess, type TestPlace } from '../../specs/rigs/server-process.rig.js';
import { signIn } from '../../specs/rigs/sign-in.rig.js';
import { TestTab } from '../../specs/rigs/test-tab.rig.js';
import { NO_AGENT, TestHome } from '../acdeck.rig.js';
import type { HistoryNews } from '../protocol/api/app-state.js';
import { entriesOf } from '../protocol/transcript/entry-list.js';
import { until } from '../testing/until.rig.js';

/** The real command with the demo agent, and tabs at the session that it shows. */
async function serve(t: TestContext, place: TestPlace, count: number) {
  const server = await ServerProcess.start(place, { port: 0, env: () => ({ ACDECK_DEMO_PACE: '0' }) });
  const credentials = await signIn(server.url);
  const at = () => `ws://127.0.0.1:${server.port}`;
  const tabs = Array.from({ length: count }, () => new TestTab(at, () => credentials));
  t.after(async () => {
    for (const tab of tabs) tab.close();
    await server.stop('SIGKILL');
  });
  await server.line('ready');
  for (const tab of tabs) {
    await tab.open();
    await insist(tab, () => tab.followOpen());
    await tab.until(({ transcript }) => transcript?.agentSessionId != null);
  }
  return { server, tabs };
}

/** What its banners say of the history file, once they say anything. */
async function newsIn(tab: TestTab): Promise<HistoryNews[]> {
  const banners = await until(
    async () => (await insist(tab, ({ AcpBridge }) => AcpBridge.get_current_state())).app.banners,
    (all) => all.some(({ about }) => about.code === 'history'),
  );
  return banners.flatMap(({ about }) => (about.code === 'history' ? [about.history] : []));
}

function textIn({ transcript }: TestTab): string {
  const said = entriesOf(transcript!.entries).filter(({ kind }) => kind === 'user' || kind === 'agent');
  return JSON.stringify(said.map((entry) => Reflect.get(entry, 'content')));
}

const idleAfter = (turns: number) => (tab: TestTab) =>
  tab.transcript?.turn.status === 'idle' && tab.transcript.turn.n === turns;

describe('the history of a running server', () => {
  it('[D24] is still there after its file was deleted while a reply streamed, and both tabs say so', async (t) => {
    const place = await makePlace();
    const { server, tabs } = await serve(t, place, 2);
    const [one, other] = tabs as [TestTab, TestTab];
    await one.prompt('Write a long answer of 300 parts.');
    await other.until(({ transcript }) => textIn({ transcript } as TestTab).length > 2000);
    rmSync(join(place.dataDir, 'acdeck.db'));
    for (const tab of tabs) await tab.until(idleAfter(1));
    for (const tab of tabs) {
      const [news, ...more] = await newsIn(tab);
      assert.deepEqual([news!.cause, news!.lost.titles, news!.gaps.pieces, more], ['deleted', [], 0, []]);
    }
    await other.prompt('Tell me what you can do.');
    for (const tab of tabs) await tab.until(idleAfter(2));
    const before = textIn(one);
    await server.stop();
    const again = await serve(t, place, 1);
    assert.equal(textIn(again.tabs[0]!), before);
    await again.server.stop();
    await place.remove();
  });

  it('[D27] is kept as far as it can be read when half of the file is gone at the start', async (t) => {
    const place = await makePlace();
    const { server, tabs } = await serve(t, place, 1);
    await tabs[0]!.prompt('Write a long answer of 300 parts.');
    await tabs[0]!.until(idleAfter(1));
    await server.stop('SIGTERM');
    const path = join(place.dataDir, 'acdeck.db');
    const half = readFileSync(path).length / 2;
    truncateSync(path, half);
    const again = await serve(t, place, 1);
    const [news] = await newsIn(again.tabs[0]!);
    assert.deepEqual([news!.cause, news!.isAtStart, news!.kept.sessions], ['damaged', true, 1]);
    assert.equal(readFileSync(news!.aside!).length, half);
    assert.match(textIn(again.tabs[0]!), /Write a long answer of 300 parts/);
    assert.match(again.server.stderr, /The history file was damaged/);
    await again.server.stop();
    await place.remove();
  });
});

describe('a start', () => {
  it('[D31] with a pipe, a folder or a socket in the place of the history file ends with a sentence', async (t) => {
    const makers: Record<string, (path: string) => void> = {
      'a named pipe': (path) => execFileSync('mkfifo', [path]),
      'a folder': (path) => mkdirSync(path),
      'a socket': (path) => {
        const server = createServer().listen(path);
        t.after(() => server.close());
      },
    };
    for (const [kind, make] of Object.entries(makers)) {
      for (const name of ['acdeck.db', 'acdeck.db-wal', 'acdeck.db.lock']) {
        if (kind !== 'a named pipe' && name !== 'acdeck.db') continue;
        const home = new TestHome(t);
        mkdirSync(home.path('data', 'acdeck'), { recursive: true, mode: 0o700 });
        const path = home.path('data', 'acdeck', name);
        make(path);
        const acdeck = home.server(['--agent', NO_AGENT]);
        assert.equal(await acdeck.ended, 1);
        const sentence = `The history can't be kept in ${path}: it is ${kind}, not a file. Move it away.`;
        assert.equal(acdeck.stderr.trim(), `acdeck: ${sentence}`);
      }
    }
  });

  it('[D32] with pipes in the place of every other file that it reads goes on without them', async (t) => {
    const home = new TestHome(t);
    const first = home.server(['--agent', NO_AGENT]);
    await first.door();
    assert.equal(await first.end(), 0);
    const data = home.path('data', 'acdeck');
    const [run] = execFileSync('ls', [join(data, 'run')], { encoding: 'utf8' })
      .trim()
      .split('\n');
    for (const folder of ['uploads', 'choices', 'agent-cards', 'users'])
      mkdirSync(join(data, folder), { recursive: true });
    rmSync(join(data, 'run', run!));
    const pipes = [`run/${run}`, 'uploads/0.json', 'users/1', 'agent-cards/demo.json', 'acdeck.db.mended.x'];
    for (const pipe of pipes) execFileSync('mkfifo', [join(data, pipe)]);
    const second = home.server(['--agent', 'demo']);
    await second.line('ready');
    assert.equal(await second.end(), 0);
  });
});

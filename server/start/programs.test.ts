import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { commandLine } from '../../specs/rigs/server-process.rig.js';
import { type Acdeck, NO_AGENT, TestHome } from '../acdeck.rig.js';
import { newMarker } from '../processes/marker.js';
import type { AppSnapshot, AppState, LoggedAppEvent } from '../protocol/api/app-state.js';
import { reduceApp } from '../protocol/api/app-state.js';
import type { ProgramVisit } from '../protocol/api/programs.js';
import { signInWith, TestTab } from '../rpc/test-tab.rig.js';
import { patienceMs } from '../testing/patience.rig.js';
import { inTime, until } from '../testing/until.rig.js';

const ANYONE = ['--agent', NO_AGENT];
const CLAUDE = { DECK_RUN_ID: newMarker('Claude').replace('DECK_RUN_ID=', '') };

/** A tab that follows the state of the app. */
class AppTab {
  readonly tab: TestTab;
  readonly #first: AppSnapshot;

  private constructor(tab: TestTab, first: AppSnapshot) {
    this.tab = tab;
    this.#first = first;
  }

  static async open(server: Acdeck): Promise<AppTab> {
    const { port, token } = await server.door();
    const tab = await TestTab.open(await signInWith(port, { token }));
    return new AppTab(tab, await tab.call<AppSnapshot>('AcpBridge.get_current_state'));
  }

  get app(): AppState {
    const pages = this.tab.told.filter(({ method, args }) => method === 'AcApp.streamChunk' && args[0] === 'app');
    const events = pages.flatMap(({ args }) => (args[1] as { events: LoggedAppEvent[] }).events);
    return events.filter(({ seq }) => seq > this.#first.seq).reduce(reduceApp, this.#first.app);
  }

  /** The newest visit for which something holds, now or later. */
  async visit(holds: (visit: ProgramVisit) => boolean): Promise<ProgramVisit> {
    const find = () => this.app.programs?.findLast(holds);
    if (!find()) await this.tab.heard(() => find() !== undefined);
    return find()!;
  }
}

function socketOf(home: TestHome): string {
  const dir = home.path('data', 'acdeck', 'run');
  const [file] = readdirSync(dir).filter((name) => name.endsWith('.json'));
  return (JSON.parse(readFileSync(`${dir}/${file}`, 'utf8')) as { door: { socket: string } }).door.socket;
}

const commandOf = ({ process: asking }: ProgramVisit) => asking?.command ?? '';

/** An agent that runs what a test tells it to, line by line. */
class ShellAgent {
  readonly command: string;
  readonly #home: TestHome;
  #lines = 0;

  constructor(home: TestHome) {
    this.#home = home;
    this.command = home.path('shell-agent.sh');
    const loop = 'i=0; while :; do if [ -e line-$i ]; then sh ./line-$i; i=$((i+1)); else sleep 0.02; fi; done';
    writeFileSync(this.command, `#!/bin/sh\ncd '${home.root}'\n${loop}\n`);
    chmodSync(this.command, 0o755);
  }

  run(line: string): void {
    const file = this.#home.path(`line-${this.#lines++}`);
    writeFileSync(`${file}.new`, `${line}\n`);
    renameSync(`${file}.new`, file);
  }
}

/** The command line of a small program that asks for a token, as `acdeck token add` does. */
function askerIn(home: TestHome, name: string): string {
  const file = home.path('asker.mjs');
  writeFileSync(
    file,
    `import { openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
    import { connect } from 'node:net';
    const run = '${home.path('data', 'acdeck', 'run')}/';
    const [door] = readdirSync(run).filter((name) => name.endsWith('.json'));
    const socket = connect(JSON.parse(readFileSync(run + door, 'utf8')).door.socket);
    const tokens = { act: 'list' };
    socket.write(JSON.stringify({ want: 'tokens', pid: process.pid, tokens }) + '\\n');
    let rest = '';
    socket.on('data', (part) => {
      const lines = (rest + part).split('\\n');
      rest = lines.pop();
      for (const news of lines.map((line) => JSON.parse(line))) {
        if (news.kind === 'challenge') {
          openSync(news.file, 'r');
          socket.write('{"opened":true}\\n');
        } else if (news.kind !== 'waiting') writeFileSync('${home.root}/got-' + process.argv[2], JSON.stringify(news));
      }
    });`,
  );
  return `${process.execPath} ${file} ${name}`;
}

async function serve(t: TestContext): Promise<{ home: TestHome; server: Acdeck; page: AppTab }> {
  const home = new TestHome(t);
  const server = home.server(ANYONE);
  return { home, server, page: await AppTab.open(server) };
}

describe('a program that asks a running server', () => {
  it('[PG1] [PG2] does so at a socket of its owner, and gets what a browser needs', async (t) => {
    const { home, server } = await serve(t);
    const socket = socketOf(home);
    assert.deepEqual([statSync(dirname(socket)).mode & 0o777, statSync(socket).mode & 0o777], [0o700, 0o600]);
    const second = home.server();
    assert.equal(await second.ended, 0);
    assert.equal((await second.door()).url, (await server.door()).url);
    assert.deepEqual(
      readdirSync(dirname(socket)).filter((name) => name.startsWith('ask-')),
      [],
      'no file is left by which a process was recognised',
    );
    await server.end();
    assert.equal(existsSync(socket), false);
  });

  it('[PG1] finds the socket where the path of the data folder is too long for one', async (t) => {
    const home = new TestHome(t);
    const long = home.path('long-'.repeat(20), 'data');
    mkdirSync(long, { recursive: true, mode: 0o700 });
    const server = home.server([...ANYONE, '--data-dir', long]);
    const { url } = await server.door();
    const second = home.server(['--data-dir', long]);
    assert.equal(await second.ended, 0);
    assert.equal((await second.door()).url, url);
    assert.equal(await server.end(), 0);
  });

  it('[PG4] is let in and shown, with what started it and without secrets', async (t) => {
    const { home, page } = await serve(t);
    const second = home.acdeck([home.folder(), '--no-open', '--agent', `/x sk-${'a1'.repeat(20)}`]);
    const visit = await page.visit(({ process }) => process?.pid === second.pid);
    assert.equal(visit.wish, 'browser');
    assert.match(visit.process!.command, /main/);
    assert.doesNotMatch(visit.process!.command, /a1a1a1/);
    assert.deepEqual([visit.process!.isOurs, visit.process!.agent], [false, null]);
    assert.equal(visit.process!.parents[0]!.pid, process.pid, 'this test has started it');
    assert.equal(await second.ended, 0);
    await page.visit(({ id, state }) => id === visit.id && state === 'left');
  });

  it('[PG3] [PG5] waits for a person if an agent has started it, however deep below', async (t) => {
    const home = new TestHome(t);
    const acdeck = [process.execPath, ...(await commandLine())].map((word) => `'${word}'`).join(' ');
    const script = home.path('agent.sh');
    // An agent that asks for a way in by way of a shell that has forgotten our variable.
    const ask = `env -u DECK_RUN_ID sh -c "${acdeck} '${home.folder()}' --no-open --json" > '${home.path('got')}' 2>&1`;
    writeFileSync(script, `#!/bin/sh\n${ask}\ntouch '${home.path('done')}'\nsleep 600\n`);
    chmodSync(script, 0o755);
    const server = home.server(['--agent', script]);
    const page = await AppTab.open(server);
    const { id, process: asking } = await page.visit(({ state }) => state === 'asking');
    assert.equal(asking?.isOurs, true);
    assert.equal(asking?.agent, 'agent');
    await page.tab.call('Settings.answer_program', 'c1', id, false);
    await until(() => existsSync(home.path('done')));
    assert.match(readFileSync(home.path('got'), 'utf8'), /refused this program.*Deny/);
    assert.doesNotMatch(readFileSync(home.path('got'), 'utf8'), /token=/);
    await page.visit((visit) => visit.id === id && visit.state === 'refused');
  });

  it('[PG33] waits for a person if it hides what started it, in every way that an agent has', async (t) => {
    const home = new TestHome(t);
    const agent = new ShellAgent(home);
    const server = home.server(['--agent', agent.command]);
    const page = await AppTab.open(server);
    const ask = askerIn(home, 'WAY');
    const ways: Record<string, string> = {
      setsid: `setsid -f env -i ${ask}`,
      nohup: `(env -i nohup ${ask} >/dev/null 2>&1 &)`,
      'double-fork': `sh -c 'sh -c "env -i ${ask} & " & '`,
      pty: `setsid -f env -i script -qc "${ask}" /dev/null >/dev/null`,
      tmux: `env -i tmux -f /dev/null -S '${home.path('tmux')}' new -d "${ask}"`,
      login: `ln -s /bin/sh '${home.path('sshd')}'; setsid -f env -i '${home.path('sshd')}' -c "${ask}; :"`,
      terminal: `cp /bin/sh '${home.path('konsole')}'; setsid -f env -i '${home.path('konsole')}' -c "${ask}; :"`,
    };
    for (const [way, line] of Object.entries(ways)) {
      if (way === 'tmux' && spawnSync('tmux', ['-V']).status !== 0) continue;
      agent.run(line.replace('WAY', way));
      const { id, state, process: asking } = await page.visit((visit) => commandOf(visit).endsWith(` ${way}`));
      assert.deepEqual([way, state, asking?.isTraced, asking?.isOurs], [way, 'asking', false, false]);
      await page.tab.call('Settings.answer_program', `c-${way}`, id, false);
      await page.visit((visit) => visit.id === id && visit.state === 'refused');
    }
    // The real command, in the one line that it takes.
    const acdeck = [process.execPath, ...(await commandLine())].map((word) => `'${word}'`).join(' ');
    const vars = `PATH="$PATH" HOME='${home.root}' XDG_DATA_HOME='${home.path('data')}'`;
    agent.run(
      `setsid -f env -i ${vars} sh -c "${acdeck} token add x --role full --folder '${home.folder()}' > '${home.path('got')}' 2>&1; touch '${home.path('over')}'"`,
    );
    const { id, state } = await page.visit((visit) => commandOf(visit).includes('token add'));
    assert.equal(state, 'asking');
    await page.tab.call('Settings.answer_program', 'c-token', id, false);
    await until(() => existsSync(home.path('over')));
    assert.doesNotMatch(readFileSync(home.path('got'), 'utf8'), /acd_/);
    assert.deepEqual(page.app.tokens, []);
  });

  it('[PG33] [PG4] is let in from a terminal of the person; what they detach asks, and Allow lets it in', async (t) => {
    const { home, page } = await serve(t);
    const run = (line: string) => spawnSync('sh', ['-c', line], { stdio: 'ignore', timeout: patienceMs() });
    const inTerminal = spawn('script', ['-qc', askerIn(home, 'typed'), '/dev/null'], { stdio: 'ignore' });
    const typed = await page.visit((visit) => commandOf(visit).endsWith(' typed'));
    assert.deepEqual([typed.state === 'asking', typed.process?.isTraced], [false, true]);
    await once(inTerminal, 'close');
    run(`setsid -f ${askerIn(home, 'detached')}`);
    const detached = await page.visit((visit) => commandOf(visit).endsWith(' detached'));
    assert.deepEqual([detached.state, detached.process?.isTraced], ['asking', false]);
    await page.tab.call('Settings.answer_program', 'c1', detached.id, true);
    const got = await until(
      () => existsSync(home.path('got-detached')) && readFileSync(home.path('got-detached'), 'utf8'),
    );
    assert.equal(JSON.parse(got).kind, 'tokens');
  });

  it('[PG5] gets in once a person has allowed it, and no longer waits when it is gone', async (t) => {
    const { home, server, page } = await serve(t);
    const second = home.acdeck([home.folder(), '--json', '--no-open'], { env: CLAUDE });
    const visit = await page.visit(({ state }) => state === 'asking');
    assert.equal(visit.process?.agent, 'Claude');
    await second.until(() => /choose Allow/.test(second.stderr));
    assert.equal(second.stdout, '');
    await page.tab.call('Settings.answer_program', 'c1', visit.id, true);
    assert.equal(await second.ended, 0);
    assert.equal((await second.door()).url, (await server.door()).url);
    const third = home.acdeck([home.folder(), '--no-open'], { env: CLAUDE });
    const next = await page.visit(({ state }) => state === 'asking');
    await third.end('SIGKILL');
    await page.visit(({ id, state }) => id === next.id && state === 'refused');
    await assert.rejects(page.tab.call('Settings.answer_program', 'c2', next.id, true), /no longer waits/);
  });

  it('[PG3] [PG5] [PG7] is unknown if it names another process, and four of these wait at most', async (t) => {
    const { home, page } = await serve(t);
    const liar = async () => {
      const socket = connect(socketOf(home));
      t.after(() => socket.destroy());
      await once(socket, 'connect');
      // It claims to be this process, and never opens the file.
      socket.write(`${JSON.stringify({ want: 'browser', pid: process.pid })}\n{"opened":true}\n`);
      let said = '';
      while (!/waiting|refused/.test(said))
        said += String((await inTime(once(socket, 'data'), () => `an answer; so far: ${said}`))[0]);
      return said;
    };
    for (let i = 0; i < 4; i++) assert.match(await liar(), /waiting/);
    assert.match(await liar(), /"refused","reason":"busy"/);
    await page.visit(() => page.app.programs?.length === 4);
    assert.ok(page.app.programs!.every(({ process: asking, state }) => asking === null && state === 'asking'));
  });

  it('[PG7] ends connections that say too much, nonsense or nothing', async (t) => {
    const { home, server } = await serve(t);
    const path = socketOf(home);
    const say = async (text: string): Promise<string> => {
      const socket = connect(path);
      socket.on('error', () => {});
      socket.write(text);
      let said = '';
      socket.on('data', (part) => {
        said += String(part);
      });
      await once(socket, 'close');
      return said;
    };
    assert.equal(await say('x'.repeat(40_000)), '');
    for (const odd of ['nonsense', '{}', '{"want":"everything","pid":1}', '{"want":"browser","pid":-1}', '[1]']) {
      assert.match(await say(`${odd}\n`), /"refused","reason":"bad_request"/, odd);
    }
    const second = home.server();
    assert.equal(await second.ended, 0);
    assert.equal((await second.door()).url, (await server.door()).url);
  });

  it('[PG6] has to go when programs are signed out', async (t) => {
    const { home, page } = await serve(t);
    const waiting = home.acdeck([home.folder(), '--no-open'], { env: CLAUDE });
    await page.visit(({ state }) => state === 'asking');
    await page.tab.call('Settings.sign_out_programs');
    assert.equal(await waiting.ended, 1);
    assert.match(waiting.stderr, /refused this program/);
  });
});

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { isAlive, untilDead } from '../agents/process/process.rig.js';
import { ProcessGuard } from '../processes/process-guard.js';
import { type OwnTerminal, type OwnTerminalOutput, TERMINAL_LIMITS } from '../protocol/api/own-terminal.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import { until } from '../testing/until.rig.js';
import { OwnTerminals, type OwnTerminalsOptions } from './own-terminals.js';

const SIZE = { cols: 80, rows: 24 };

/** A tab that draws what it is told, as the page does; a test can make it slow. */
class FakeTab {
  readonly id: string;
  isWritable = true;
  isDrawing = true;
  text = '';
  next = 0;
  resets = 0;
  /** What it was told to answer. */
  asked = '';
  readonly #terminals: OwnTerminals;

  constructor(id: string, terminals: OwnTerminals) {
    this.id = id;
    this.#terminals = terminals;
  }

  onceWritable(): void {}

  tell(_method: 'terminalOutput', output: OwnTerminalOutput): void {
    this.take(output);
  }

  show(terminalId: string): this {
    this.take(this.#terminals.watch(this, terminalId, this.next));
    return this;
  }

  take({ terminalId, offset, text, answerFrom }: OwnTerminalOutput): void {
    if (offset > this.next) {
      this.resets++;
      this.text = '';
    }
    this.text += text.slice(Math.max(0, this.next - offset));
    if (answerFrom !== null) this.asked += text.slice(Math.max(0, answerFrom - offset));
    this.next = Math.max(this.next, offset + text.length);
    if (this.isDrawing) setImmediate(() => this.#terminals.confirm(this, terminalId, this.next));
  }
}

function rig(t: TestContext, options: Partial<OwnTerminalsOptions> = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'acdeck-terminals-')));
  const list = new Map<string, OwnTerminal>();
  const guard = new ProcessGuard(join(folder, 'processes'));
  const terminals = new OwnTerminals({
    guard,
    env: { PATH: process.env.PATH, HOME: folder, SHELL: '/bin/sh', PS1: '$ ', ENV: '' },
    onChange: (terminal) => void list.set(terminal.id, terminal),
    onGone: (id) => void list.delete(id),
    ...options,
  });
  t.after(async () => {
    await terminals.stopAll();
    await guard.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const open = () => terminals.open({ rootId: 'main', path: folder }, SIZE);
  const tab = (id: string) => new FakeTab(id, terminals);
  return { folder, list, terminals, open, tab };
}

const reasonOf = (error: unknown) => (error as RpcError).reason?.code;

describe('terminals of people', () => {
  it('[TM1] [TM4] run the shell of the person in the folder, for every tab that watches', async (t) => {
    const { terminals, open, tab, folder, list } = rig(t);
    const { id, shell, number } = await open();
    assert.deepEqual([shell, number, list.get(id)?.exit], ['sh', 1, null]);
    const [one, two, bystander] = [tab('1').show(id), tab('2').show(id), tab('3')];
    terminals.type(one, id, 'pwd; echo to"ge"ther\n');
    await until(() => two.text.includes('together'));
    assert.ok(one.text.includes(folder));
    assert.equal(two.text, one.text);
    assert.equal(bystander.text, '');
  });

  it('[TM2] have the smallest free number, and there are eight at most', async (t) => {
    const { terminals, open, list } = rig(t);
    const opened: OwnTerminal[] = [];
    for (let n = 0; n < TERMINAL_LIMITS.most; n++) opened.push(await open());
    assert.deepEqual(
      opened.map(({ number }) => number),
      [1, 2, 3, 4, 5, 6, 7, 8],
    );
    await assert.rejects(open(), (error) => reasonOf(error) === 'too_many_terminals');
    await terminals.close(opened[2]!.id);
    assert.equal(list.size, 7);
    assert.equal((await open()).number, 3);
  });

  it('[TM5] give a tab that comes back what it has missed, and nothing twice', async (t) => {
    const { terminals, open, tab } = rig(t);
    const { id } = await open();
    const [always, sometimes] = [tab('1').show(id), tab('2').show(id)];
    for (let n = 1; n <= 20; n++) {
      if (n % 3 === 0) terminals.dropTab(sometimes);
      terminals.type(always, id, `echo mark-$((1000+${n}))\n`);
      await until(() => always.text.includes(`mark-${1000 + n}`));
      if (n % 3 === 1) sometimes.show(id);
    }
    sometimes.show(id);
    const late = tab('3').show(id);
    assert.equal(sometimes.text, always.text);
    assert.equal(late.text, always.text);
    assert.equal(sometimes.resets, 0);
    for (let n = 1; n <= 20; n++) assert.equal(always.text.split(`mark-${1000 + n}`).length, 2, `mark ${n} once`);
  });

  it('[TM8] [TM6] hold a flood up for the tab that leads, and nobody for one that sleeps', async (t) => {
    let pass: (() => void) | null = null;
    const clock = {
      now: () => Date.now(),
      ticks: () => performance.now(),
      after: (ms: number, act: () => void) => {
        // Patience is long, ticks are short.
        if (ms > 1_000) {
          pass = act;
          return () => {
            pass = null;
          };
        }
        const timer = setTimeout(act, 0);
        return () => clearTimeout(timer);
      },
    };
    const { terminals, open, tab } = rig(t, { clock });
    const { id } = await open();
    const leader = tab('1').show(id);
    terminals.type(leader, id, 'echo re"ad"y\n');
    await until(() => leader.text.includes('ready'));
    leader.isDrawing = false;
    terminals.type(leader, id, 'yes 0123456789\n');
    await until(() => pass !== null);
    const stopped = leader.next;
    assert.ok(leader.text.length < 2 * TERMINAL_LIMITS.windowChars, `${leader.text.length} characters were sent`);
    const follower = tab('2').show(id);
    const before = follower.next;
    assert.ok(before - stopped <= 2 * TERMINAL_LIMITS.windowChars, 'what was not sent was not read either');
    pass!();
    await until(() => follower.next > before + 4 * TERMINAL_LIMITS.windowChars);
    terminals.type(follower, id, '\x03');
    terminals.type(follower, id, 'echo af"ter"\n');
    await until(() => follower.text.includes('after'));
    leader.isDrawing = true;
    terminals.confirm(leader, id, leader.next);
    await until(() => leader.text.includes('after'));
    assert.equal(leader.resets, 1, 'it begins anew where the rest is no longer kept');
    assert.ok(leader.next > stopped);
  });

  it('[TM9] let one tab answer what programs ask, once, also what was asked before it came', async (t) => {
    const { terminals, open, tab, folder } = rig(t);
    const { id } = await open();
    const first = tab('1').show(id);
    terminals.type(first, id, "printf 'one%s' '?'\n");
    await until(() => first.text.includes('one?'));
    assert.ok(first.asked.includes('one?'));
    const second = tab('2').show(id);
    assert.equal(second.asked, '', 'what is shown again was answered');
    terminals.dropTab(first);
    terminals.type(second, id, "printf 'two%s' '?'\n");
    await until(() => second.text.includes('two?'));
    terminals.dropTab(second);
    // Nobody watches while this is asked.
    terminals.type(second, id, "printf 'three%s' '?'; touch asked\n");
    await until(() => existsSync(join(folder, 'asked')));
    const third = tab('3').show(id);
    await until(() => third.text.includes('three?'));
    assert.ok(second.asked.includes('two?'));
    assert.ok(third.asked.includes('three?') && !third.asked.includes('two?'), third.asked);
  });

  it('[TM7] have the size that a tab gives them', async (t) => {
    const { terminals, open, tab, list } = rig(t);
    const { id } = await open();
    const one = tab('1').show(id);
    terminals.resize(one, id, { cols: 101, rows: 33 });
    assert.deepEqual([list.get(id)?.cols, list.get(id)?.rows], [101, 33]);
    terminals.type(one, id, 'stty size\n');
    await until(() => one.text.includes('33 101'));
    assert.throws(
      () => terminals.resize(one, 'nobody', SIZE),
      (error) => reasonOf(error) === 'no_terminal',
    );
  });

  it('[TM10] are gone after a good end, and stay after a bad one', async (t) => {
    const { terminals, open, tab, list } = rig(t);
    const [good, bad] = [await open(), await open()];
    const one = tab('1').show(good.id);
    tab('2').show(bad.id);
    terminals.type(one, good.id, 'exit\n');
    terminals.type(one, bad.id, 'exit 3\n');
    await until(() => !list.has(good.id) && list.get(bad.id)?.exit !== null);
    assert.deepEqual(list.get(bad.id)?.exit, { exitCode: 3, signal: 0 });
    assert.throws(
      () => terminals.watch(one, good.id, 0),
      (error) => reasonOf(error) === 'no_terminal',
    );
    terminals.type(one, bad.id, 'echo nothing\n');
    assert.match(tab('3').show(bad.id).text, /exit 3/);
  });

  it('[TM11] end with all that runs in them, also what has left them', async (t) => {
    const { terminals, open, tab } = rig(t);
    const [closed, stopped] = [await open(), await open()];
    const tabs = [tab('1').show(closed.id), tab('2').show(stopped.id)];
    const pids: number[] = [];
    for (const [n, { id }] of [closed, stopped].entries()) {
      terminals.type(tabs[n]!, id, "trap '' HUP TERM; (sleep 600 & echo pid-$!-) ; sleep 600 & echo pid-$!-\n");
      await until(() => (tabs[n]!.text.match(/pid-\d+-/g) ?? []).length === 2);
      pids.push(...[...tabs[n]!.text.matchAll(/pid-(\d+)-/g)].map(([, pid]) => Number(pid)));
    }
    assert.ok(pids.every(isAlive));
    await terminals.close(closed.id);
    await untilDead(pids.slice(0, 2));
    await terminals.stopAll();
    await untilDead(pids);
    assert.equal(pids.filter(isAlive).length, 0);
    await assert.rejects(open(), (error) => reasonOf(error) === 'no_terminal');
  });

  it('[TM12] know nothing that is ours or was set for us', async (t) => {
    const env = {
      PATH: process.env.PATH,
      SHELL: '/bin/sh',
      API_KEY: 'mine',
      ACDECK_TOKEN: 'secret',
      NODE_OPTIONS: '--inspect',
      npm_config_registry: 'x',
      COLUMNS: '12',
      PS1: '$ ',
    };
    const { terminals, open, tab } = rig(t, { env });
    const { id } = await open();
    const one = tab('1').show(id);
    terminals.type(one, id, 'env; echo do"ne"\n');
    await until(() => one.text.includes('done'));
    assert.match(one.text, /API_KEY=mine/);
    assert.match(one.text, /TERM=xterm-256color/);
    assert.doesNotMatch(one.text, /ACDECK|NODE_OPTIONS|npm_|COLUMNS=/);
  });

  it('[TM15] are refused with the reason where the package is missing', async (t) => {
    const { open } = rig(t, { loadPty: async () => null });
    await assert.rejects(open(), (error) => error instanceof RpcError && reasonOf(error) === 'no_terminal_package');
  });
});

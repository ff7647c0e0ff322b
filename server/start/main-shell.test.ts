import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { insist } from '../../specs/rigs/insist.rig.js';
import { makePlace, ServerProcess } from '../../specs/rigs/server-process.rig.js';
import { signIn } from '../../specs/rigs/sign-in.rig.js';
import { TestTab } from '../../specs/rigs/test-tab.rig.js';
import { isAlive, notedPids, untilDead } from '../agents/process/process.rig.js';
import type { TerminalEntry } from '../protocol/transcript/entries.js';
import { entriesOf } from '../protocol/transcript/entry-list.js';

const ODD = fileURLToPath(new URL('../testing/odd-agent.mjs', import.meta.url));

/** The real command with two tabs at it. */
async function serve(t: TestContext) {
  const place = await makePlace();
  const server = await ServerProcess.start(place, { port: 0 });
  const credentials = await signIn(server.url);
  const address = () => `ws://127.0.0.1:${server.port}`;
  const tabs = [0, 1].map(() => new TestTab(address, () => credentials)) as [TestTab, TestTab];
  t.after(async () => {
    for (const tab of tabs) tab.close();
    await server.stop('SIGKILL');
    await place.remove();
  });
  const [sessionId] = await Promise.all(tabs.map((tab) => tab.open().then(() => insist(tab, () => tab.followOpen()))));
  const run = (command: string) => {
    const cmdId = randomUUID();
    return insist(tabs[0], ({ AcpBridge }) => AcpBridge.run_shell(cmdId, sessionId!, command));
  };
  return { place, server, tabs, sessionId: sessionId!, run };
}

const terminalOf = ({ transcript }: TestTab): TerminalEntry | undefined =>
  transcript === null
    ? undefined
    : entriesOf(transcript.entries).find((entry): entry is TerminalEntry => entry.kind === 'terminal');

describe('a command over the wire', () => {
  it('[SH1] [SH3] is seen by the other tab while it runs, and stopped from there', async (t) => {
    const { tabs, sessionId, run, place } = await serve(t);
    await run('pwd; sleep 600');
    const [, other] = tabs;
    await other.until((tab) => terminalOf(tab)?.output.includes('\n') ?? false);
    const { terminalId, output, by, exit } = terminalOf(other)!;
    assert.deepEqual([output, by?.kind, exit], [`${place.folder}\n`, 'device', null]);
    const cmdId = randomUUID();
    await insist(other, ({ AcpBridge }) => AcpBridge.stop_shell(cmdId, sessionId, terminalId));
    await tabs[0].until((tab) => (terminalOf(tab)?.exit ?? null) !== null);
    const end = terminalOf(tabs[0])!.exit?.reason;
    assert.ok(end?.code === 'stopped' && end.device !== undefined);
  });

  it('[SH6] leaves nothing behind when the server is killed', async (t) => {
    const { server, run, place } = await serve(t);
    const notes = join(place.folder, 'notes');
    await run(`'${process.execPath}' '${ODD}' tree '${notes}'`);
    const pids = await notedPids(notes, 3);
    const before = pids.filter(isAlive).length;
    assert.equal(before, 3);
    await server.stop('SIGKILL');
    await untilDead(pids);
    t.diagnostic(`${before} alive before, ${pids.filter(isAlive).length} after`);
  });
});

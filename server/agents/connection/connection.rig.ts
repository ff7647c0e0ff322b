import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { AgentExit, AgentSession, PermissionAsk, SessionListener, TerminalEvent } from '../../ports/agent.js';
import { ProcessGuard } from '../../processes/process-guard.js';
import type { AgentTrouble } from '../../protocol/agent-trouble.js';
import { type Clock, systemClock } from '../../protocol/clock.js';
import type { AgentUpdate, Question, WrittenFile } from '../../protocol/events.js';
import type { Notice } from '../../protocol/notices.js';
import { ScriptedAgent, type WireMessage } from '../../testing/scripted-agent.rig.js';
import { condition, inTime } from '../../testing/until.rig.js';
import { AgentFault } from '../process/agent-fault.js';
import { TIME_LIMITS } from '../process/time-limits.js';
import type { SessionSurroundings } from '../sessions/session-surroundings.js';
import { AgentConnection, type ConnectionParts } from './agent-connection.js';

/** A listener that writes down what it hears; tests change what it answers. It can be spread, as ours are. */
export class Ear implements SessionListener {
  readonly updates: AgentUpdate[] = [];
  readonly notices: Notice[] = [];
  readonly asks: PermissionAsk[] = [];
  readonly questions: Question[] = [];
  readonly terminal: TerminalEvent[] = [];
  readonly exits: AgentExit[] = [];
  /** Files that were to be written only if a person says so. */
  readonly guarded: WrittenFile[] = [];
  readonly written: WrittenFile[] = [];
  /** Everything by its kind, in the order in which it came. */
  readonly order: string[] = [];
  onPermission: SessionListener['onPermission'] = async (ask) => {
    this.asks.push(ask);
    this.order.push('permission');
    return ask.options[0]!;
  };
  onQuestion: SessionListener['onQuestion'] = async (question) => {
    this.questions.push(question);
    return { action: 'decline' };
  };
  onGuardedWrite: SessionListener['onGuardedWrite'] = async (file) => {
    this.guarded.push(file);
    return false;
  };
  whenReady: SessionListener['whenReady'] = () => null;
  isAttached: SessionListener['isAttached'] = () => false;
  mayWork: SessionListener['mayWork'] = () => true;
  onReopened: SessionListener['onReopened'] = () => [];
  keepPicture: SessionListener['keepPicture'] = () => null;
  onUpdate: SessionListener['onUpdate'] = (update) => {
    this.updates.push(update);
    this.#note(update.sessionUpdate);
  };
  onNotice: SessionListener['onNotice'] = (_severity, notice) => {
    this.notices.push(notice);
    this.#note('notice');
  };
  onTerminal: SessionListener['onTerminal'] = (event) => {
    this.terminal.push(event);
    this.#note(event.type);
  };
  onFileWritten: SessionListener['onFileWritten'] = (file) => {
    this.written.push(file);
    this.#note('file_written');
  };
  onExit: SessionListener['onExit'] = (exit) => {
    this.exits.push(exit);
    this.#note('exit');
  };
  #waiting: (() => void)[] = [];

  /** What was said, as one text. */
  get text(): string {
    return this.updates.map((update) => (update as { content?: { text?: string } }).content?.text ?? '').join('');
  }

  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      const news = new Promise<void>((resolve) => this.#waiting.push(resolve));
      await inTime(news, () => `${condition(isTrue)}, but there were: ${this.order}`);
    }
  }

  #note(what: string): void {
    this.order.push(what);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }
}

/** The real time, but nobody waits before a session is tried once more. */
export const swiftClock: Clock = {
  ...systemClock,
  after: (ms, act) => systemClock.after(ms === TIME_LIMITS.reopenPause ? 0 : ms, act),
};

/** Nothing but a folder. */
export const NO_SURROUNDINGS: SessionSurroundings = { mcpServers: [], roots: [], closed: [], notes: [] };

/** A folder that is gone after the test. */
export function scratchFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'acdeck-agents-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface ScriptedConnection {
  agent: ScriptedAgent;
  connection: AgentConnection;
  folder: string;
  log: string[];
  signIns: (AgentTrouble | null)[];
  open(ear?: Ear, agentSessionId?: string | null, replay?: 'keep' | 'drop'): Promise<AgentSession>;
}

/** Whether something failed with this trouble; for `assert.rejects`. */
export const faultWith =
  (code: AgentTrouble['code'], more: Partial<Record<string, unknown>> = {}) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof AgentFault, String(error));
    const known = Object.keys(more).map((name) => [name, Reflect.get(error.trouble, name)]);
    assert.deepEqual({ code: error.trouble.code, ...Object.fromEntries(known) }, { code, ...more });
    return true;
  };

/** A connection of ours to a scripted agent, not yet initialized. */
export function connectScripted(
  t: TestContext,
  answers: Record<string, (params: WireMessage['params']) => unknown> = {},
  parts: Partial<ConnectionParts> = {},
): ScriptedConnection {
  const folder = scratchFolder(t);
  const agent = new ScriptedAgent(answers);
  const guard = new ProcessGuard(join(folder, '.processes'));
  const log: string[] = [];
  const signIns: (AgentTrouble | null)[] = [];
  const connection = new AgentConnection({
    agentId: 'scripted',
    agentName: () => 'Scripted',
    login: { kind: 'command', command: 'scripted login' },
    version: '0.0.0',
    offersFiles: true,
    offersAuthTerminal: false,
    env: { PATH: process.env.PATH ?? '' },
    guard,
    clock: swiftClock,
    opensOncePerMinute: false,
    hurriesHttpServers: false,
    commandsInTitles: false,
    dropsLinks: null,
    tokenCount: () => null,
    onLog: (line) => log.push(line),
    onGarbage: (line) => log.push(line),
    onMessage: () => {},
    onSeen: () => {},
    surroundings: () => NO_SURROUNDINGS,
    onSignIn: (trouble) => signIns.push(trouble),
    onDeaf: () => {},
    ...parts,
    stdin: agent.stdin,
  });
  const pumped = connection.pump(agent.output);
  t.after(async () => {
    agent.end();
    await pumped;
    connection.finish({ exitCode: 0, signal: null, stderr: '' }, { code: 'server_stopping' });
    await connection.releaseTerminals();
    await guard.close();
    // No matter what a test is about, what we send is valid and nothing of ours is in it.
    assert.deepEqual(agent.problems, []);
  });
  const open = (ear = new Ear(), agentSessionId: string | null = null, replay: 'keep' | 'drop' = 'drop') =>
    connection.openSession({ cwd: folder, agentSessionId, replay }, ear);
  return { agent, connection, folder, log, signIns, open };
}

/** The same, initialized by an agent with these capabilities. */
export async function initializeScripted(
  t: TestContext,
  agentCapabilities: object = {},
  answers: Record<string, (params: WireMessage['params']) => unknown> = {},
): Promise<ScriptedConnection> {
  const scripted = connectScripted(t, { initialize: () => ({ protocolVersion: 1, agentCapabilities }), ...answers });
  await scripted.connection.initialize();
  return scripted;
}

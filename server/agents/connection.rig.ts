import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { AgentUpdate, Question } from '../protocol/events.js';
import { ScriptedAgent, type WireMessage } from '../testing/scripted-agent.rig.js';
import { AgentConnection, type ConnectionParts } from './agent-connection.js';
import type { AgentExit, AgentSession, PermissionAsk, SessionListener, TerminalEvent } from './agent-link.js';
import { systemClock } from './clock.js';
import { ProcessGuard } from './process-guard.js';

/** A listener that writes down what it hears; tests change what it answers. */
export class Ear implements SessionListener {
  readonly updates: AgentUpdate[] = [];
  readonly asks: PermissionAsk[] = [];
  readonly questions: Question[] = [];
  readonly terminal: TerminalEvent[] = [];
  readonly exits: AgentExit[] = [];
  /** Everything by its kind, in the order in which it came. */
  readonly order: string[] = [];
  onPermission: SessionListener['onPermission'] = async (ask) => {
    this.asks.push(ask);
    this.order.push('permission');
    return { outcome: 'selected', optionId: ask.options[0]!.optionId };
  };
  onQuestion: SessionListener['onQuestion'] = async (question) => {
    this.questions.push(question);
    return { action: 'decline' };
  };
  whenReady: SessionListener['whenReady'] = () => null;
  #waiting: (() => void)[] = [];

  onUpdate(update: AgentUpdate): void {
    this.updates.push(update);
    this.#note(update.sessionUpdate);
  }

  onTerminal(event: TerminalEvent): void {
    this.terminal.push(event);
    this.#note(event.type);
  }

  onExit(exit: AgentExit): void {
    this.exits.push(exit);
    this.#note('exit');
  }

  /** What was said, as one text. */
  get text(): string {
    return this.updates.map((update) => (update as { content?: { text?: string } }).content?.text ?? '').join('');
  }

  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }

  #note(what: string): void {
    this.order.push(what);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }
}

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
  signIns: (string | null)[];
  open(ear?: Ear, agentSessionId?: string | null, replay?: 'keep' | 'drop'): Promise<AgentSession>;
}

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
  const signIns: (string | null)[] = [];
  const connection = new AgentConnection({
    agentId: 'scripted',
    agentName: 'Scripted',
    login: 'Sign in with: scripted login',
    version: '0.0.0',
    offersFiles: true,
    offersAuthTerminal: false,
    env: { PATH: process.env.PATH ?? '' },
    guard,
    clock: systemClock,
    onLog: (line) => log.push(line),
    onSignIn: (message) => signIns.push(message),
    onDeaf: () => {},
    ...parts,
    stdin: agent.stdin,
  });
  const pumped = connection.pump(agent.output);
  t.after(async () => {
    agent.end();
    await pumped;
    connection.finish({ exitCode: 0, signal: null, stderr: '' }, 'The test is over.');
    await connection.releaseTerminals();
    guard.close();
    // Whatever a test is about, what we send is valid and nothing of ours is in it.
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

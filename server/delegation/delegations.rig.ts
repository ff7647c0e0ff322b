import { DEFAULT_SETTINGS, type SettingValues } from '../protocol/features/settings-table.js';
import type { Permission, ToolEntry } from '../protocol/transcript/entries.js';
import { entriesOf } from '../protocol/transcript/entry-list.js';
import type { TestAgentSession } from '../sessions/registry/agent.rig.js';
import { act, settled, TestServer } from '../sessions/registry/registry.rig.js';
import type { Session } from '../sessions/session/session.js';
import { Delegations } from './delegations.js';
import type { TaskWish } from './task-limits.js';

/** A person's session at work, whose agent can give tasks. */
export class DelegationServer {
  readonly server: TestServer;
  readonly delegations: Delegations;
  /** The person's session, whichever is shown. */
  readonly id: string;

  private constructor(server: TestServer, settings: Partial<SettingValues>, id = server.id) {
    this.server = server;
    this.id = id;
    this.set(settings);
    this.delegations = new Delegations({ registry: server.registry, app: server.app, clock: server.clock });
  }

  static async ready(
    settings: Partial<SettingValues> = {},
    given: ConstructorParameters<typeof TestServer>[0] = {},
  ): Promise<DelegationServer> {
    const made = new DelegationServer(await TestServer.ready(given), settings);
    made.server.prompt('go');
    return made;
  }

  /** The same store under a new server, as after a crash. */
  async restarted(settings: Partial<SettingValues> = {}): Promise<DelegationServer> {
    const made = new DelegationServer(this.server.restarted(), settings, this.id);
    await made.server.registry.connectShown();
    return made;
  }

  set(settings: Partial<SettingValues>): void {
    const values = { ...DEFAULT_SETTINGS, delegation: 'on' as const, ...settings };
    this.server.app.settings.append({ type: 'settings_changed', revision: 1, values });
  }

  get tree() {
    return this.server.registry.tree;
  }

  /** Gives a task and lets all happen that needs no time. */
  async give(name: string, task = `Do ${name}`, more: Partial<TaskWish> & { by?: string; meta?: object } = {}) {
    const { by = this.id, meta = {}, ...wish } = more;
    const hints = { tool: 'delegate', input: { task, name }, meta: { ...meta } };
    const delegation = this.delegations.delegate(by, { name, task, agent: 'other', ...wish }, hints);
    await this.server.tick();
    return delegation;
  }

  report(name: string) {
    return this.delegations.reports.report(this.id, name);
  }

  child(name: string, by = this.id): Session {
    return this.tree.session(this.tree.child(by, name)!.id);
  }

  /** The other agent's end of the session of that name. */
  end(name: string, by = this.id): TestAgentSession {
    const facts = this.child(name, by).agent.session!.facts;
    return this.server.host.sessions.findLast((session) => session.facts.agentSessionId === facts.agentSessionId)!;
  }

  /** The other agent answers and is done. */
  async answer(name: string, words: string): Promise<void> {
    const end = this.end(name);
    end.say(words);
    end.prompts.at(-1)!.end();
    await this.server.tick();
    await settled();
  }

  /** What is asked in a session now. */
  asked(id = this.id): Permission[] {
    const { entries } = this.server.tab(id).transcript;
    const calls = entriesOf(entries).filter((entry): entry is ToolEntry => entry.kind === 'tool');
    return calls.flatMap(({ permissions }) => permissions.filter(({ outcome }) => outcome.status === 'pending'));
  }

  async decide(optionId: 'allow' | 'deny', id = this.id): Promise<void> {
    this.server.registry.writable(id).permissions.answer(act(), this.asked(id)[0]!.permissionId, optionId);
    await this.server.tick();
  }
}

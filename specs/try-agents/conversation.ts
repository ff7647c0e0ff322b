import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { Entry, Permission, ToolEntry } from '../../server/protocol/transcript/entries.js';
import { entriesOf } from '../../server/protocol/transcript/entry-list.js';
import type { Transcript } from '../../server/protocol/transcript/transcript.js';
import type { TestTab } from '../rigs/test-tab.rig.js';

/** How a person answers all questions of one turn. */
export type Answer = 'allow' | 'reject' | 'leave';

/** What one turn showed. */
export interface Turn {
  entries: readonly Entry[];
  permissions: readonly Permission[];
  text: string;
}

/** A person at a tab who sends a prompt, answers what is asked and waits for the end. */
export class Conversation {
  readonly tab: TestTab;
  readonly sessionId: string;

  constructor(tab: TestTab, sessionId: string) {
    this.tab = tab;
    this.sessionId = sessionId;
  }

  get transcript(): Transcript {
    if (!this.tab.transcript) throw new Error('The tab was not told of the session.');
    return this.tab.transcript;
  }

  get entries(): Entry[] {
    return entriesOf(this.transcript.entries);
  }

  /** Sends a prompt and answers each question in the same way until the turn is over. */
  async turn(prompt: string, answer: Answer = 'allow', attached: ContentBlock[] = []): Promise<Turn> {
    const before = this.transcript.turn.n;
    const content = [{ type: 'text' as const, text: prompt }, ...attached];
    await this.tab.api.AcpBridge.prompt(crypto.randomUUID(), this.sessionId, content);
    await this.tab.until(() => this.transcript.turn.n > before);
    await this.#answerUntilIdle(answer);
    return this.turnOf(before + 1);
  }

  /** What belongs to the turn of this number. */
  turnOf(n: number): Turn {
    const entries = this.entries.filter((entry) => entry.turn === n);
    const permissions = entries.flatMap((entry) => (entry.kind === 'tool' ? entry.permissions : []));
    return { entries, permissions, text: textIn(entries) };
  }

  get lastTurn(): Turn {
    return this.turnOf(this.transcript.turn.n);
  }

  get isIdle(): boolean {
    return this.transcript.turn.status === 'idle';
  }

  async cancel(): Promise<void> {
    await this.tab.api.AcpBridge.cancel(crypto.randomUUID(), this.sessionId);
  }

  async #answerUntilIdle(answer: Answer): Promise<void> {
    const answered = new Set<string>();
    const open = () => this.transcript.pending.find(({ id }) => !answered.has(id));
    while (!this.isIdle) {
      await this.tab.until(() => this.isIdle || (answer !== 'leave' && open() !== undefined));
      const question = open();
      if (this.isIdle || !question) continue;
      answered.add(question.id);
      await this.#answer(question.id, answer);
    }
  }

  /** Reads are always allowed: they only lead to what is to be decided. */
  async #answer(permissionId: string, answer: Answer): Promise<void> {
    const tool = toolsIn(this.entries).find(({ permissions }) =>
      permissions.some((p) => p.permissionId === permissionId),
    );
    const permission = tool?.permissions.find((p) => p.permissionId === permissionId);
    if (!tool || !permission) throw new Error(`No tool call shows the question ${permissionId}.`);
    const wanted = tool.toolKind === 'read' ? 'allow' : answer;
    const option = permission.options.find(({ kind }) => kind === `${wanted}_once`);
    if (!option) throw new Error(`The question "${tool.title}" has no option to ${wanted} once.`);
    const { api } = this.tab;
    const { digest = '' } = permission;
    await api.AcpBridge.answer_permission(crypto.randomUUID(), this.sessionId, permissionId, option.optionId, {
      digest,
    });
  }
}

export function toolsIn(entries: readonly Entry[]): ToolEntry[] {
  return entries.filter((entry): entry is ToolEntry => entry.kind === 'tool');
}

/** What the agent said aloud. */
export function textIn(entries: readonly Entry[]): string {
  const spoken = entries.flatMap((entry) => (entry.kind === 'agent' ? entry.content : []));
  return spoken.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

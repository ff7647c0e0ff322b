import type {
  ContentBlock,
  SessionConfigOption,
  SessionInfo,
  SessionModeState,
  SessionUpdate,
} from '@agentclientprotocol/sdk';

import type { ToolAddress } from './tool-client.js';

/** All that the demo agent remembers of a session; plain data, so that it can be stored. */
export interface DemoMemory {
  sessionId: string;
  cwd: string;
  title: string | null;
  updatedAt: string;
  modeId: string;
  pace: string;
  isThinkingShown: boolean;
  /** Tool kinds that the person has allowed for good. */
  allowed: string[];
  history: SessionUpdate[];
}

/** Modes of the demo agent: ask before it acts, just act, or act not at all. */
export const DEMO_MODES = [
  { id: 'ask', name: 'Ask', description: 'Asks before it changes files or runs commands' },
  { id: 'auto', name: 'Auto', description: 'Acts without asking' },
  { id: 'plan', name: 'Plan', description: 'Says what it would do and does nothing' },
];

const PACES = [
  { value: 'natural', name: 'Natural', factor: 1 },
  { value: 'quick', name: 'Quick', factor: 0.2 },
  { value: 'instant', name: 'Instant', factor: 0 },
];

/** One conversation of the demo agent. */
export class DemoSession {
  readonly memory: DemoMemory;
  /** Tools of AcDeck's own that this process was given for the session. */
  tools: ToolAddress | null = null;
  /** Ends the turn that runs now. */
  turn: AbortController | null = null;

  constructor(memory: DemoMemory) {
    this.memory = memory;
  }

  static begin(sessionId: string, cwd: string): DemoSession {
    return new DemoSession({
      sessionId,
      cwd,
      title: null,
      updatedAt: new Date().toISOString(),
      modeId: 'ask',
      pace: 'natural',
      isThinkingShown: true,
      allowed: [],
      history: [],
    });
  }

  get id(): string {
    return this.memory.sessionId;
  }

  /** How long a pause is, of its full length. */
  get paceFactor(): number {
    return PACES.find((pace) => pace.value === this.memory.pace)?.factor ?? 1;
  }

  get info(): SessionInfo {
    const { sessionId, cwd, title, updatedAt } = this.memory;
    return { sessionId, cwd, title, updatedAt };
  }

  get modes(): SessionModeState {
    return { currentModeId: this.memory.modeId, availableModes: DEMO_MODES };
  }

  get options(): SessionConfigOption[] {
    const { modeId, pace, isThinkingShown } = this.memory;
    return [
      {
        id: 'mode',
        name: 'Mode',
        category: 'mode',
        type: 'select',
        currentValue: modeId,
        options: DEMO_MODES.map(({ id, name, description }) => ({ value: id, name, description })),
      },
      {
        id: 'pace',
        name: 'Pace',
        description: 'How fast the demo agent speaks',
        type: 'select',
        currentValue: pace,
        options: PACES.map(({ value, name }) => ({ value, name })),
      },
      {
        id: 'thinking',
        name: 'Show thinking',
        category: 'thought_level',
        type: 'boolean',
        currentValue: isThinkingShown,
      },
    ];
  }

  /** Sets an option; false if there is no such option or value. */
  setOption(id: string, value: unknown): boolean {
    const isMode = id === 'mode' && DEMO_MODES.some((mode) => mode.id === value);
    const isPace = id === 'pace' && PACES.some((pace) => pace.value === value);
    if (isMode) this.memory.modeId = value as string;
    else if (isPace) this.memory.pace = value as string;
    else if (id === 'thinking' && typeof value === 'boolean') this.memory.isThinkingShown = value;
    else return false;
    return true;
  }

  /** Keeps what a replay will tell; text of one message is kept as one chunk. */
  record(update: SessionUpdate): void {
    const { history } = this.memory;
    const last = history.at(-1);
    const before = textOf(last);
    const added = textOf(update);
    const isSame = before !== null && added !== null && last && messageOf(last) === messageOf(update);
    if (isSame)
      history[history.length - 1] = { ...last, content: { type: 'text', text: before + added } } as SessionUpdate;
    else if (isHistory(update)) history.push(update);
  }

  recordPrompt(prompt: ContentBlock[], messageId: string): void {
    for (const content of prompt) this.record({ sessionUpdate: 'user_message_chunk', messageId, content });
    this.memory.updatedAt = new Date().toISOString();
  }
}

function isHistory({ sessionUpdate: kind }: SessionUpdate): boolean {
  return kind.endsWith('_chunk') || kind.startsWith('tool_call') || kind === 'plan';
}

function textOf(update: SessionUpdate | undefined): string | null {
  if (!update?.sessionUpdate.endsWith('message_chunk')) return null;
  const { content } = update as { content: ContentBlock };
  return content.type === 'text' ? content.text : null;
}

function messageOf(update: SessionUpdate): string {
  return `${update.sessionUpdate} ${(update as { messageId?: string }).messageId ?? ''}`;
}

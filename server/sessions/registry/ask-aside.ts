import type { PermissionOption, SessionConfigOption, SessionMode } from '@agentclientprotocol/sdk';
import type { AgentLink, AgentSession, AgentSource, SessionListener } from '../../ports/agent.js';
import type { AsideAnswer, AsideQuestion } from '../../ports/aside.js';
import type { Clock } from '../../protocol/clock.js';
import type { AgentUpdate } from '../../protocol/events.js';

export interface AsidesParts {
  readonly agents: AgentSource;
  readonly clock: Clock;
  /** The agent's own session is shown nowhere. */
  hide(agentId: string, agentSessionId: string): void;
}

/** Modes in which an agent changes nothing, the strictest first, by their ids and names. */
const HARMLESS = [/^read[-_ ]?only$/i, /^plan(ning)?( mode)?$/i, /^ask$/i];

/** Questions to agents beside all sessions. Each has a separate conversation that no list and no log shows. */
export class Asides {
  readonly #parts: AsidesParts;

  constructor(parts: AsidesParts) {
    this.#parts = parts;
  }

  async ask(question: AsideQuestion): Promise<AsideAnswer> {
    const end = new AbortController();
    const finish = (answer: AsideAnswer) => end.abort(answer);
    const cancelLimit = this.#parts.clock.after(question.limitMs, () => finish({ kind: 'too_slow' }));
    const onStop = () => finish({ kind: 'stopped' });
    question.signal.addEventListener('abort', onStop);
    if (question.signal.aborted) onStop();
    const ended = new Promise<AsideAnswer>((resolve) => {
      const take = () => resolve(end.signal.reason as AsideAnswer);
      if (end.signal.aborted) take();
      else end.signal.addEventListener('abort', take);
    });
    const talk = this.#talk(question, end.signal, finish);
    // Nobody waits for an agent that was given up; it is tidied up when it comes.
    talk.catch(() => {});
    try {
      return await Promise.race([ended, talk]);
    } finally {
      end.abort({ kind: 'stopped' } satisfies AsideAnswer);
      cancelLimit();
      question.signal.removeEventListener('abort', onStop);
    }
  }

  async #talk(
    { agentId, cwd, text, model, mostChars }: AsideQuestion,
    ended: AbortSignal,
    finish: (answer: AsideAnswer) => void,
  ): Promise<AsideAnswer> {
    const { agents } = this.#parts;
    const link = await agents.connect(agentId);
    if (ended.aborted) return ended.reason;
    const ear = new AsideEar(mostChars, finish);
    const session = await link.openSession({ cwd, agentSessionId: null, replay: 'drop', isAside: true }, ear.listener);
    this.#parts.hide(agentId, session.facts.agentSessionId);
    if (ended.aborted) {
      this.#leave(link, session);
      return ended.reason;
    }
    ended.addEventListener('abort', () => this.#leave(link, session), { once: true });
    await beHarmless(session);
    await useModel(session, model);
    // What it says while it is set up is no answer.
    ear.begin();
    const { stopReason } = await session.prompt([{ type: 'text', text }]);
    if (stopReason === 'refusal') return { kind: 'none', why: 'refused' };
    const answer = ear.text.trim();
    return answer === '' ? { kind: 'none', why: 'empty' } : { kind: 'text', text: answer };
  }

  /** Ends what may still run of it; the agent forgets it if it can. */
  #leave(link: AgentLink, session: AgentSession): void {
    const { agentSessionId } = session.facts;
    session.cancel();
    session.close();
    // It is hidden in any case; why it was not deleted is in the agent's log.
    if (link.abilities.delete) link.deleteSession(agentSessionId).catch(() => {});
  }
}

/** Hears what an agent says, allows it nothing, and ends it when it does more than to speak. */
class AsideEar {
  readonly listener: SessionListener;
  readonly #mostChars: number;
  readonly #finish: (answer: AsideAnswer) => void;
  /** Tool calls that only think. */
  readonly #thoughts = new Set<string>();
  #text = '';

  constructor(mostChars: number, finish: (answer: AsideAnswer) => void) {
    this.#mostChars = mostChars;
    this.#finish = finish;
    const usedTool = () => finish({ kind: 'none', why: 'used_tool' });
    this.listener = {
      onUpdate: (update) => this.#take(update),
      onNotice: () => {},
      keepPicture: () => null,
      onPermission: async ({ options }) => refusalAmong(options),
      onQuestion: async () => ({ action: 'cancel' }),
      onTerminal: usedTool,
      isAttached: () => false,
      mayWork: () => true,
      onGuardedWrite: async () => false,
      onFileWritten: usedTool,
      // The prompt fails with it.
      onExit: () => {},
      onReopened: () => [],
      whenReady: () => null,
    };
  }

  get text(): string {
    return this.#text;
  }

  begin(): void {
    this.#text = '';
  }

  #take(update: AgentUpdate): void {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk': {
        const { content } = update;
        if (content.type === 'text') this.#text += content.text;
        if (this.#text.length > this.#mostChars) this.#finish({ kind: 'none', why: 'too_long' });
        return;
      }
      case 'tool_call':
      case 'tool_call_update': {
        const { status, kind, toolCallId } = update;
        if (kind === 'think') this.#thoughts.add(toolCallId);
        // One that waits for a permission is refused it, and one that only thinks does nothing.
        const runs = status === 'in_progress' || status === 'completed';
        if (runs && !this.#thoughts.has(toolCallId)) this.#finish({ kind: 'none', why: 'used_tool' });
        return;
      }
      default:
        return;
    }
  }
}

function refusalAmong(options: readonly PermissionOption[]): PermissionOption | null {
  return options.find(({ kind }) => kind === 'reject_once') ?? null;
}

/** Where an agent has a mode in which it changes nothing, it is in that one; permissions are refused in any case. */
async function beHarmless(session: AgentSession): Promise<void> {
  const { modes, options } = session.facts;
  const mode = modes && harmlessAmong(modes.availableModes);
  if (mode) return void (await session.setMode(mode.id).catch(() => {}));
  const option = options?.find(({ category }) => category === 'mode');
  const value = option && harmlessAmong(valuesOf(option));
  if (value) await session.setOption(option.id, value.id).catch(() => {});
}

type Named = Pick<SessionMode, 'id' | 'name'>;

function harmlessAmong<T extends Named>(modes: readonly T[]): T | null {
  // Some ids are addresses, of which the end says what it is.
  const isNamed = ({ id, name }: Named, pattern: RegExp) =>
    pattern.test(id.replace(/^.*[#/]/, '')) || pattern.test(name.trim());
  for (const pattern of HARMLESS) {
    const found = modes.find((mode) => isNamed(mode, pattern));
    if (found) return found;
  }
  return null;
}

async function useModel(session: AgentSession, model: string | null): Promise<void> {
  const option = session.facts.options?.find(({ category }) => category === 'model');
  if (model === null || !option) return;
  const wanted = model.toLowerCase();
  const found = valuesOf(option).find(({ id, name }) => id === model || name.toLowerCase() === wanted);
  if (found) await session.setOption(option.id, found.id).catch(() => {});
}

function valuesOf(option: SessionConfigOption): Named[] {
  if (option.type !== 'select') return [];
  const values = option.options.flatMap((entry) => ('options' in entry ? entry.options : [entry]));
  return values.map(({ value, name }) => ({ id: value, name }));
}

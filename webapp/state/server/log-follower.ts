import type { LogLine } from '../../../server/protocol/api/logs.js';
import type { AcpBridgeApi } from '../../../server/protocol/api/rpc.js';
import { type Clock, systemClock } from '../../../server/protocol/clock.js';
import { errorText } from '../../codes/error-words.js';
import { Store } from '../base/store.js';

/** Whose log it is, and whether the messages of the protocol are wanted among its lines. */
export interface LogSource {
  /** Null for the server itself. */
  readonly agentId: string | null;
  readonly withMessages: boolean;
}

/** A log as far as it was read. */
export interface FollowedLog {
  readonly lines: readonly LogLine[];
  /** Whether some lines came and went unread. */
  readonly isCut: boolean;
  /** Why nothing new comes, if so. */
  readonly failure: string | null;
}

export type LogApi = Pick<AcpBridgeApi, 'get_server_log' | 'get_agent_log'>;

const PAGE = 500;
const MOST_LINES = 2_000;
const ASK_MS = 1_000;
const EMPTY: FollowedLog = { lines: [], isCut: false, failure: null };

/** Reads a log and asks for what follows every second, as long as somebody looks at it. */
export class LogFollower extends Store<FollowedLog> {
  readonly #api: LogApi;
  readonly #clock: Clock;
  #stop: () => void = () => {};

  constructor(api: LogApi, clock: Clock = systemClock) {
    super(EMPTY);
    this.#api = api;
    this.#clock = clock;
  }

  /** Begins with the newest lines of a log. */
  follow(source: LogSource): void {
    this.stop();
    this.set(EMPTY);
    let isOver = false;
    let callOff = () => {};
    this.#stop = () => {
      isOver = true;
      callOff();
    };
    const ask = async (after: number | null) => {
      const next = await this.#read(source, after, () => isOver);
      if (!isOver) callOff = this.#clock.after(ASK_MS, () => void ask(next));
    };
    void ask(null);
  }

  stop(): void {
    this.#stop();
  }

  /** Takes what follows and says where it ended. */
  async #read(source: LogSource, after: number | null, isOver: () => boolean): Promise<number | null> {
    try {
      const page = await this.#ask(source, after);
      if (isOver()) return after;
      const lines = page.lines.length > 0 ? [...this.value.lines, ...page.lines].slice(-MOST_LINES) : this.value.lines;
      if (page.lines.length > 0 || this.value.failure)
        this.set({ lines, isCut: this.value.isCut || page.isCut, failure: null });
      return page.next;
    } catch (error) {
      if (!isOver()) this.set({ ...this.value, failure: errorText(error) });
      return after;
    }
  }

  #ask({ agentId, withMessages }: LogSource, after: number | null) {
    if (agentId === null) return this.#api.get_server_log(after, PAGE);
    return this.#api.get_agent_log(agentId, after, PAGE, withMessages);
  }
}

/** Fetches the trace of a session, part by part, as one text of JSON lines. */
export async function fetchTrace(
  api: Pick<AcpBridgeApi, 'get_trace'>,
  sessionId: string,
  withContents: boolean,
): Promise<{ fileName: string; text: string }> {
  let page = await api.get_trace(sessionId, withContents, null, 0);
  const parts = [...page.lines];
  while (page.next !== null) {
    page = await api.get_trace(sessionId, withContents, page.traceId, page.next);
    parts.push(...page.lines);
  }
  return { fileName: page.fileName, text: `${parts.join('\n')}\n` };
}

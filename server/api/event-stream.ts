import type { ServerResponse } from 'node:http';
import type { ScriptCaller } from '../ports/devices.js';
import type { LoggedAppEvent } from '../protocol/api/app-state.js';
import { APP_CHANNEL } from '../protocol/api/channels.js';
import type { SessionSync } from '../protocol/api/rpc.js';
import type { Clock } from '../protocol/clock.js';
import type { EventPage, Position } from '../protocol/events.js';
import type { LoggedEvent } from '../protocol/session/session-event.js';
import type { Snapshot } from '../protocol/transcript/snapshot.js';
import type { Services } from '../rpc/services.js';
import { writeEventId } from './api-call.js';
import { ScriptTab } from './script-tab.js';

/** A sign of life, in time before anybody in between loses patience. */
const BEAT_MS = 15_000;

export interface StreamParts {
  readonly services: Pick<Services, 'sessions' | 'app'>;
  readonly caller: ScriptCaller;
  readonly response: ServerResponse;
  readonly sessionId: string;
  readonly clock: Clock;
}

/**
 * A session as server-sent events. Like a tab it is a cursor into the log: nothing is queued for a slow reader, and
 * whoever comes back with the number of the last event gets the next one.
 */
export class EventStream extends ScriptTab {
  readonly #parts: StreamParts;
  #position: Position | null = null;
  #stopBeat: () => void = () => {};
  #isOver = false;

  constructor(parts: StreamParts) {
    super(parts.caller);
    this.#parts = parts;
    parts.response.once('close', () => this.end());
  }

  override get isWritable(): boolean {
    const { response } = this.#parts;
    return !this.#isOver && !response.writableNeedDrain;
  }

  override onceWritable(listener: () => void): void {
    const { response } = this.#parts;
    if (response.writableNeedDrain) response.once('drain', listener);
    else setImmediate(listener);
  }

  /** Answers with what follows a position, or with the session as it is now; throws before anything is sent if there is none. */
  begin(since: Position | null): void {
    const { services, response, sessionId } = this.#parts;
    const sync = services.sessions.sync(this, sessionId, since);
    // The app's log tells of the session's end.
    services.app.snapshot(this);
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
    response.flushHeaders();
    this.#beatLater();
    this.#take(sync, since ? 'resync' : 'snapshot');
  }

  override stream(logId: string, page: EventPage<unknown>): void {
    if (logId === APP_CHANNEL.channel) this.#hearApp((page as EventPage<LoggedAppEvent>).events);
    else this.#write(page as EventPage<LoggedEvent>);
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopBeat();
    this.#parts.services.sessions.dropTab(this);
    this.#parts.response.end();
  }

  #take(sync: SessionSync, kind: 'snapshot' | 'resync'): void {
    if (this.#isOver) return;
    if (sync.kind === 'snapshot') this.#restart(kind, sync.epoch, sync.snapshot);
    else {
      this.#position ??= { epoch: sync.epoch, seq: sync.after };
      this.#write(sync);
      if (!sync.live) this.onceWritable(() => this.#catchUp());
    }
  }

  #catchUp(): void {
    const { services, sessionId } = this.#parts;
    if (this.#isOver) return;
    this.#take(services.sessions.sync(this, sessionId, this.#position), 'resync');
  }

  #write({ epoch, after, events }: EventPage<LoggedEvent>): void {
    if (this.#isOver) return;
    const at = this.#position;
    // What is between is gone, or the log is another one now.
    if (at && (epoch !== at.epoch || after > at.seq)) {
      this.#loseTrack();
      return;
    }
    const news = events.filter(({ seq }) => seq > (at?.seq ?? 0));
    const last = news.at(-1);
    if (!last) return;
    this.#position = { epoch, seq: last.seq };
    this.#send(news.map((event) => frame(writeEventId(epoch, event.seq), null, event)).join(''));
  }

  #loseTrack(): void {
    this.#position = null;
    setImmediate(() => this.#catchUp());
  }

  #restart(kind: 'snapshot' | 'resync', epoch: string, snapshot: Snapshot): void {
    this.#position = { epoch, seq: snapshot.seq };
    this.#send(frame(writeEventId(epoch, snapshot.seq), kind, { snapshot }));
  }

  #hearApp(events: readonly LoggedAppEvent[]): void {
    const { sessionId } = this.#parts;
    if (!events.some((event) => event.type === 'session_deleted' && event.sessionId === sessionId)) return;
    this.#send(frame(null, 'gone', {}));
    this.end();
  }

  #beatLater(): void {
    this.#stopBeat = this.#parts.clock.after(BEAT_MS, () => {
      if (this.isWritable) this.#send(': still here\n\n');
      this.#beatLater();
    });
  }

  #send(text: string): void {
    if (text !== '' && !this.#parts.response.destroyed) this.#parts.response.write(text);
  }
}

/** JSON has no line breaks of its own, so one line of data is enough. */
function frame(id: string | null, event: string | null, data: object): string {
  return `${id ? `id: ${id}\n` : ''}${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(data)}\n\n`;
}

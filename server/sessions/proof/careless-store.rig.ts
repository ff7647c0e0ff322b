import type { LogWrite, SessionRow } from '../store/event-store.js';
import { MemoryEventStore } from '../store/memory-event-store.rig.js';

const UNSAFE_WRITES = 3;

/** A store that says "written" before it is: a kill takes the last writes away. */
export class CarelessStore extends MemoryEventStore {
  readonly #rows: SessionRow[] = [];
  readonly #writes: LogWrite[] = [];

  override addSession(row: SessionRow): void {
    this.#rows.push(row);
    super.addSession(row);
  }

  override write(write: LogWrite): void {
    this.#writes.push(write);
    super.write(write);
  }

  /** What is left after a kill. */
  survivor(): CarelessStore {
    const left = new CarelessStore();
    for (const row of this.#rows) left.addSession(row);
    for (const write of this.#writes.slice(0, -UNSAFE_WRITES)) left.write(write);
    return left;
  }
}

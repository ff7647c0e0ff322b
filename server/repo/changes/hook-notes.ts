/** The few fields of a trace event that say which hook runs. */
interface TraceEvent {
  readonly event?: string;
  readonly sid?: string;
  readonly child_id?: number;
  readonly child_class?: string;
  readonly hook_name?: string;
  readonly code?: number;
}

/** Reads git's own trace, one JSON object in a line, for which hook runs and which one has failed. */
export class HookNotes {
  /** The hook that ended with an error. */
  failed: string | null = null;
  readonly #onHook: (name: string | null) => void;
  readonly #running = new Map<number, string>();
  #rest = '';

  constructor(onHook: (name: string | null) => void) {
    this.#onHook = onHook;
  }

  push(bytes: Buffer): void {
    const lines = (this.#rest + bytes.toString('utf8')).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#read(line);
  }

  #read(line: string): void {
    const { event, sid = '', child_id: id = -1, child_class: kind, hook_name: hook, code } = parse(line);
    // A git that a hook runs has a longer id.
    if (sid.includes('/')) return;
    if (event === 'child_start' && kind === 'hook' && hook) {
      this.#running.set(id, hook);
      this.#onHook(hook);
    } else if (event === 'child_exit' && this.#running.has(id)) {
      // Only some hooks can refuse; git says of the others that they failed and goes on.
      if (code !== 0) this.failed = this.#running.get(id) ?? null;
      this.#running.delete(id);
      this.#onHook(null);
    }
  }
}

function parse(line: string): TraceEvent {
  try {
    return JSON.parse(line) as TraceEvent;
  } catch {
    return {};
  }
}

/** Set for a server that ends with its standard input, because it was started for one call. */
export const ENDS_WITH_CALLER = 'ACDECK_ENDS_WITH_CALLER';

/** What has to be ended, and how it is called in a message. */
interface Part {
  name: string;
  stop: () => void | Promise<void>;
  /** It has this long, also if others have used up the time of all. */
  leastMs: number;
}

/** How long the parts have in all, so that a stop is over within 12 s even if something hangs. */
const LIMIT_MS = 6_500;
const LEAST_MS = 200;

/** Ends what was started, last part first; one that fails or hangs does not keep the others. */
export class Shutdown {
  readonly #parts: Part[] = [];
  readonly #onTrouble: (sentence: string) => void;
  readonly #limitMs: number;
  #ending: Promise<void> | null = null;

  constructor(onTrouble: (sentence: string) => void, limitMs = LIMIT_MS) {
    this.#onTrouble = onTrouble;
    this.#limitMs = limitMs;
  }

  /** Says whether the end has begun; what is still being started then should not be. */
  get hasBegun(): boolean {
    return this.#ending !== null;
  }

  /** From now on this part is ended too; at once if the end has begun already. */
  add(name: string, stop: Part['stop'], leastMs = LEAST_MS): void {
    const part = { name, stop, leastMs };
    if (this.#ending) this.#ending = this.#ending.then(() => this.#stop(part, this.#limitMs));
    else this.#parts.push(part);
  }

  /** Ends everything, once; settles when it is over. */
  run(): Promise<void> {
    this.#ending ??= this.#stopAll();
    return this.#ending;
  }

  async #stopAll(): Promise<void> {
    const deadline = Date.now() + this.#limitMs;
    for (const part of this.#parts.reverse()) {
      await this.#stop(part, Math.max(deadline - Date.now(), part.leastMs));
    }
  }

  async #stop({ name, stop }: Part, ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('it took too long')), ms);
    });
    try {
      await Promise.race([Promise.resolve().then(stop), late]);
    } catch (error) {
      this.#onTrouble(`Stopping ${name} failed: ${error instanceof Error ? error.message : String(error)}.`);
    } finally {
      clearTimeout(timer);
    }
  }
}

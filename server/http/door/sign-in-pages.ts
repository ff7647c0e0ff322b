import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backgroundClock, type Clock } from '../../protocol/clock.js';
import { makePrivateFolder, writePrivateFile } from '../../settings/private-file.js';
import { hashSecret } from './secrets.js';
import { TICKET_LIFE_MS } from './tickets.js';

/**
 * Pages that take a browser to the app with a ticket. The arguments of a process can be read by every user of the
 * machine, these files by their owner only; each goes as soon as its ticket is used or too old.
 */
export class SignInPages {
  readonly #folder: () => Promise<string>;
  readonly #clock: Clock;
  /** By the hash of their tickets. */
  readonly #pages = new Map<string, { path: string; stopTimer: () => void }>();

  /** `folder` is asked for each time: which one can be read depends on the person's browser. */
  constructor(folder: () => Promise<string>, clock: Clock = backgroundClock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  /** Writes the page of a ticket; gives its path. */
  async write(port: number, ticket: string): Promise<string> {
    const folder = await this.#folder();
    makePrivateFolder(folder);
    this.#sweep(folder);
    const key = hashSecret(ticket);
    const path = join(folder, `${key.slice(0, 16)}.html`);
    writePrivateFile(path, pageTo(`http://127.0.0.1:${port}/#ticket=${ticket}`));
    this.#pages.set(key, { path, stopTimer: this.#clock.after(TICKET_LIFE_MS, () => this.#remove(key)) });
    return path;
  }

  remove(ticket: string): void {
    this.#remove(hashSecret(ticket));
  }

  removeAll(): void {
    for (const key of [...this.#pages.keys()]) this.#remove(key);
  }

  #remove(key: string): void {
    const page = this.#pages.get(key);
    if (!page) return;
    this.#pages.delete(key);
    page.stopTimer();
    rmSync(page.path, { force: true });
  }

  /** What a killed server left behind; pages of servers that run are younger. */
  #sweep(folder: string): void {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const writtenAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
      if (writtenAt !== undefined && this.#clock.now() - writtenAt > TICKET_LIFE_MS)
        rmSync(path, { force: true, recursive: true });
    }
  }
}

/** `replace`, so that the way back does not lead through here again. */
function pageTo(address: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>AcDeck</title>
<p>Opening AcDeck…</p>
<noscript><p><a href="${address}">Open AcDeck</a></p></noscript>
<script>location.replace(${JSON.stringify(address)});</script>
`;
}

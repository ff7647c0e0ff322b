import { Store } from '../base/store.js';

export interface SettingsRoutePorts {
  location: Pick<Location, 'hash'>;
  history: Pick<History, 'pushState'>;
}

/** Which row of a page is pointed at. */
class PointedRow extends Store<string | null> {
  point(key: string | null): void {
    this.set(key);
  }
}

/** Which section of the settings is on screen, and so in the address; null where the session is. */
export class SettingsRoute extends Store<string | null> {
  readonly #ports: SettingsRoutePorts;
  readonly #row: PointedRow;
  /** What the section was asked to be about, such as an agent; not part of the address. */
  about: string | null = null;

  constructor(ports: SettingsRoutePorts) {
    super(sectionIn(ports.location.hash));
    this.#ports = ports;
    this.#row = new PointedRow(rowIn(ports.location.hash));
  }

  /** The key of the row that the address points at; null for a page as a whole. */
  get row(): Store<string | null> {
    return this.#row;
  }

  /** Shows the settings; an empty name means the first section. */
  show(section: string, { about = null, row = null }: { about?: string | null; row?: string | null } = {}): void {
    this.about = about;
    if (section === this.value && row === this.#row.value) return;
    const place = [section, ...(row === null ? [] : [row])].filter((part) => part !== '');
    this.#ports.history.pushState(null, '', ['#/settings', ...place].join('/'));
    // The row first: a page that opens looks at once where it is to be opened.
    this.#row.point(row);
    this.set(section);
  }

  /** Goes back to the session; an empty page has no address of its own. */
  leave(): void {
    if (this.value === null) return;
    this.#ports.history.pushState(null, '', '#');
    this.#row.point(null);
    this.set(null);
  }

  /** The person went back or forth, or typed an address. */
  readAddress(): void {
    this.#row.point(rowIn(this.#ports.location.hash));
    this.set(sectionIn(this.#ports.location.hash));
  }
}

const ADDRESS = /^#\/settings(?:\/([a-z-]*)(?:\/([\w.-]{1,100}))?)?$/;

/** The section that an address names; null if it is not one of the settings. */
export function sectionIn(hash: string): string | null {
  const found = ADDRESS.exec(hash);
  return found ? (found[1] ?? '') : null;
}

function rowIn(hash: string): string | null {
  return ADDRESS.exec(hash)?.[2] ?? null;
}

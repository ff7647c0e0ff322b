import { Store } from './store.js';

export interface SettingsRoutePorts {
  location: Pick<Location, 'hash'>;
  history: Pick<History, 'pushState'>;
}

/** Which section of the settings is on screen, and so in the address; null where the session is. */
export class SettingsRoute extends Store<string | null> {
  readonly #ports: SettingsRoutePorts;

  constructor(ports: SettingsRoutePorts) {
    super(sectionIn(ports.location.hash));
    this.#ports = ports;
  }

  /** Shows the settings; an empty name means the first section. */
  show(section: string): void {
    if (section === this.value) return;
    this.#ports.history.pushState(null, '', `#/settings${section ? `/${section}` : ''}`);
    this.set(section);
  }

  /** Goes back to the session; an empty page has no address of its own. */
  leave(): void {
    if (this.value === null) return;
    this.#ports.history.pushState(null, '', '#');
    this.set(null);
  }

  /** The person went back or forth, or typed an address. */
  readAddress(): void {
    this.set(sectionIn(this.#ports.location.hash));
  }
}

/** The section that an address names; null if it is not one of the settings. */
export function sectionIn(hash: string): string | null {
  const found = /^#\/settings(?:\/([a-z-]*))?$/.exec(hash);
  return found ? (found[1] ?? '') : null;
}

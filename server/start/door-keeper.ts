import type { Log } from '../command/log.js';
import type { AppServer } from '../http/app-server.js';
import type { Banner } from '../protocol/api/app-state.js';
import type { DoorNews } from '../protocol/api/door.js';
import type { Done } from '../protocol/api/rpc.js';
import type { DoorPort, ProgramPort } from '../rpc/services.js';
import type { AppLog } from '../sessions/log/app-log.js';
import type { LateCallers } from './late-callers.js';

/** What it acts on, once it is there. */
export interface Door {
  readonly server: Pick<AppServer, 'revokeAll' | 'launchToken'>;
  readonly tabs: Pick<LateCallers, 'disconnect'>;
  readonly programs: Pick<ProgramPort, 'signOut'>;
  /** Tells whoever started the server where it answers from now on. */
  announce(): void;
}

const SEVERITIES: Record<DoorNews['kind'], Banner['severity']> = {
  ticket_reused: 'error',
  port_taken: 'warning',
  impostor_met: 'error',
  foreign_worker: 'warning',
};

/** Tells people what happens at the door, in every tab and in the terminal, and lets them shut it. */
export class DoorKeeper implements DoorPort {
  readonly #app: AppLog;
  readonly #log: Log;
  readonly #told = new Set<DoorNews['kind']>();
  #door: Door | null = null;

  constructor(app: AppLog, log: Log) {
    this.#app = app;
    this.#log = log;
  }

  attach(door: Door): void {
    this.#door = door;
  }

  tell(news: DoorNews): void {
    // Anybody on this machine can feign this one, so it is reported once.
    if (news.kind === 'foreign_worker' && this.#told.has(news.kind)) return;
    this.#told.add(news.kind);
    this.#log.say(sentenceOf(news));
    const banner: Banner = {
      id: bannerOf(news.kind),
      severity: SEVERITIES[news.kind],
      about: { code: 'door', door: news },
      isNews: true,
    };
    this.#app.append({ type: 'banner_raised', banner });
  }

  signEveryoneOut(device: string): Done {
    if (!this.#door) return { seq: this.#app.head };
    const { server, tabs, programs, announce } = this.#door;
    server.revokeAll();
    programs.signOut();
    for (const kind of this.#told) this.#app.append({ type: 'banner_lowered', bannerId: bannerOf(kind) });
    this.#log.hide(server.launchToken);
    this.#log.say(`Everyone was signed out from ${device}. The new address is:`);
    announce();
    // Later, so that the answer to this call goes out before.
    setImmediate(() => void tabs.disconnect(() => true));
    return { seq: this.#app.head };
  }
}

function bannerOf(kind: DoorNews['kind']): string {
  return `door-${kind}`;
}

/** For the terminal; pages have words of their own. */
function sentenceOf(news: DoorNews): string {
  switch (news.kind) {
    case 'ticket_reused':
      return (
        `A sign-in link was used twice: by ${news.first}, then by ${news.again}. If that wasn't you, someone else may be ` +
        'signed in. Open the printed address and choose "Sign everyone out".'
      );
    case 'port_taken':
      return (
        `Another program took port ${news.port}, which this folder used last time. Browsers signed in there are now ` +
        'signed out, in case that program poses as AcDeck.'
      );
    case 'impostor_met':
      return (
        `While AcDeck was away, another program posed as AcDeck at this address (${news.device} noticed). ` +
        'If you reloaded a page meanwhile, close it, or choose "Sign everyone out" in AcDeck.'
      );
    case 'foreign_worker':
      return (
        'Another server left a background script (a service worker) at this address. It is being removed. ' +
        'If you don\'t know what it was, choose "Sign everyone out" in the page.'
      );
  }
}

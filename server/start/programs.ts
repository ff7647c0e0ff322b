import { type ChannelHost, ChannelServer, type Given } from '../channel/channel-server.js';
import { socketPlace } from '../channel/socket-place.js';
import { printedAddress } from '../command/address.js';
import { folderKey, runFolder } from '../command/folder-lock.js';
import type { Log } from '../command/log.js';
import type { AppServer } from '../http/app-server.js';
import type { DeviceLives } from '../http/door/device-lives.js';
import { ExpiryWatch } from '../http/door/expiry-watch.js';
import { ProgramDesk } from '../programs/program-desk.js';
import { ScriptTokens } from '../programs/script-tokens.js';
import type { AskingProcess } from '../protocol/api/programs.js';
import type { Done } from '../protocol/api/rpc.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import type { Clock } from '../protocol/clock.js';
import type { ProgramPort } from '../rpc/services.js';
import type { AppLog } from '../sessions/log/app-log.js';
import type { EventStore } from '../sessions/store/event-store.js';
import type { StartPlan } from './start-plan.js';

export interface ProgramsParts {
  readonly app: AppLog;
  readonly store: EventStore;
  readonly folder: string;
  readonly lives: DeviceLives;
  readonly clock: Clock;
  say(sentence: string): void;
}

/** Programs that work with this server: which of them get in, by what, and what the page shows of it. */
export class Programs implements ProgramPort {
  readonly desk: ProgramDesk;
  readonly tokens: ScriptTokens;
  readonly #parts: ProgramsParts;
  readonly #expiry: ExpiryWatch;

  constructor(parts: ProgramsParts) {
    const { app, store, folder, lives, clock, say } = parts;
    this.#parts = parts;
    this.desk = new ProgramDesk({ app, clock, say });
    this.tokens = new ScriptTokens({
      ...{ store: store.devices, folder, lives },
      onChange: () => {
        this.#expiry.note();
        this.#tellTokens();
      },
    });
    this.#tellTokens();
    this.#expiry = new ExpiryWatch({
      clock,
      ends: () => this.tokens.ends(),
      onExpired: (ids) => this.tokens.expire(ids),
    });
    this.#expiry.look();
  }

  answer(visitId: string, isLetIn: boolean): Done {
    this.desk.answer(visitId, isLetIn);
    return this.#told;
  }

  removeToken(tokenId: string): Done {
    if (this.tokens.perform({ act: 'remove', which: tokenId }).kind === 'unknown') {
      throw new RpcError('not_found', 'There is no such token.', { code: 'no_token' });
    }
    return this.#told;
  }

  signOut(): Done {
    this.tokens.removeAll();
    this.desk.signOutAll();
    return this.#told;
  }

  close(): void {
    this.#expiry.close();
  }

  get #told(): Done {
    return { seq: this.#parts.app.head };
  }

  #tellTokens(): void {
    this.#parts.app.append({ type: 'tokens_changed', tokens: this.tokens.list() });
  }
}

export interface ChannelSetting {
  readonly plan: Pick<StartPlan, 'dataDir' | 'folder'>;
  readonly server: Pick<AppServer, 'port' | 'launchToken' | 'writeSignInPage'>;
  readonly programs: Programs;
  readonly log: Log;
}

/** Opens the socket at which programs of this user ask for a way in. */
export async function openChannel({ plan, server, programs, log }: ChannelSetting): Promise<ChannelServer> {
  const folder = runFolder(plan.dataDir);
  const { desk, tokens } = programs;
  const host: ChannelHost = {
    admit: (wish, process) => desk.admit(wish, process),
    give: async (hello, asking, whenGone): Promise<Given> => {
      const { port } = server;
      switch (hello.want) {
        case 'browser': {
          const url = printedAddress(port, server.launchToken);
          return { kind: 'browser', url, port, pid: process.pid, page: await server.writeSignInPage() };
        }
        case 'api': {
          const lent = tokens.lend(callerName(asking), 'full');
          log.hide(lent.token);
          whenGone(() => lent.end());
          return { kind: 'api', port, pid: process.pid, token: lent.token };
        }
        case 'tokens':
          return { kind: 'tokens', outcome: tokens.perform(hello.tokens ?? { act: 'list' }) };
      }
    },
    onFault: (error) => log.say(`A program could not be answered: ${error instanceof Error ? error.message : error}`),
  };
  const channel = new ChannelServer({ place: socketPlace(folder, folderKey(plan.folder)), folder, host });
  await channel.listen();
  return channel;
}

/** By which name a log says who did something. */
function callerName(process: AskingProcess | null): string {
  return process ? `acdeck (process ${process.pid})` : 'acdeck';
}

import type { TokenAct } from '../channel/channel-hello.js';
import type { TokenOutcome } from '../channel/channel-wire.js';
import { FolderLock } from '../command/folder-lock.js';
import { printable } from '../command/printable.js';
import { reachRunningServer, refusalText } from '../command/running-server.js';
import { tokensIn } from '../programs/script-tokens.js';
import type { TokenView } from '../protocol/api/programs.js';
import { dayOf } from '../protocol/transcript/usage.js';
import { openStore } from '../sessions/store/open-store.js';
import type { Format } from './client-options.js';
import type { KnownPlace } from './reach-deck.js';

type Write = (text: string) => void;

/** Makes, lists or removes tokens: by the server that runs in the folder, which shows it in the page, else in the store. */
export async function changeTokens(place: KnownPlace, act: TokenAct, onWaiting: () => void): Promise<TokenOutcome> {
  const owner = () => FolderLock.ownerOf(place.dataDir, place.folder);
  const reached = await reachRunningServer(owner, { want: 'tokens', tokens: act, onWaiting });
  switch (reached.kind) {
    case 'answers':
      reached.channel.leave();
      return reached.given.outcome;
    case 'refused':
      throw new Error(refusalText(reached.reason));
    case 'silent':
      throw new Error(`AcDeck runs in this folder (process ${reached.pid}) but doesn't answer. End it and try again.`);
    case 'gone': {
      const { store } = openStore(place.dataDir);
      try {
        return tokensIn(store, place.folder, Date.now).perform(act);
      } finally {
        store.close();
      }
    }
  }
}

/** Says what came of it; gives the exit code. A new token alone goes to stdout, so that a script can take it. */
export function tellTokens(outcome: TokenOutcome, format: Format, { out, err }: { out: Write; err: Write }): number {
  switch (outcome.kind) {
    case 'added':
      out(`${outcome.token}\n`);
      err(`acdeck: "${printable(outcome.view.label)}" can use the API of this folder as ${outcome.view.role}`);
      err(` until ${dayOf(outcome.view.expiresAt)}. The token isn't shown again.\n`);
      return 0;
    case 'listed':
      if (format === 'json') out(`${JSON.stringify(outcome.tokens)}\n`);
      else for (const token of outcome.tokens) out(`${lineOf(token)}\n`);
      if (outcome.tokens.length === 0 && format === 'text')
        err('acdeck: This folder has no tokens. Make one with acdeck token add <label>.\n');
      return 0;
    case 'removed':
      err(`acdeck: Removed "${printable(outcome.view.label)}". Programs that use it are signed out.\n`);
      return 0;
    case 'unknown':
      err('acdeck: There is no such token in this folder. Run acdeck token list to see them.\n');
      return 1;
    case 'too_many':
      err('acdeck: This folder has too many tokens. Remove some with acdeck token remove <label>.\n');
      return 1;
  }
}

function lineOf({ id, label, role, lastSeenAt, createdAt, expiresAt }: TokenView): string {
  const used = lastSeenAt > createdAt ? `last used ${dayOf(lastSeenAt)}` : 'never used';
  return [printable(label), role, `until ${dayOf(expiresAt)}`, used, id].join('\t');
}

import { setTimeout as sleep } from 'node:timers/promises';
import { type AskedChannel, askChannel } from '../channel/channel-client.js';
import type { ChannelHello } from '../channel/channel-hello.js';
import type { ChannelRefusal } from '../channel/channel-wire.js';
import type { RunRecord } from './run-file.js';

/** How long another start may take to listen, or to end; a machine under load needs its time. */
const PATIENCE_MS = 20_000;
const LOOK_AGAIN_MS = 50;

/** What became of the server that has the folder. */
export type Reached<K extends AskedKind = AskedKind> =
  | { kind: 'answers'; given: Extract<NonNullable<AskedChannel['answer']>, { kind: K }>; channel: AskedChannel }
  | { kind: 'refused'; reason: ChannelRefusal; pid: number }
  | { kind: 'gone' }
  | { kind: 'silent'; pid: number };

type AskedKind = 'browser' | 'api' | 'tokens';

export interface ReachWish<K extends AskedKind> {
  readonly want: K;
  readonly tokens?: ChannelHello['tokens'];
  readonly patienceMs?: number | undefined;
  /** A person is asked in the page. */
  onWaiting?(): void;
}

/** Asks the server that owns a folder for a way in, as soon as it answers; `owner` looks up who that is now. */
export async function reachRunningServer<K extends AskedKind>(
  owner: () => RunRecord | null,
  { want, tokens, patienceMs = PATIENCE_MS, onWaiting }: ReachWish<K>,
): Promise<Reached<K>> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const record = owner();
    if (!record) return { kind: 'gone' };
    const left = Math.max(1, deadline - performance.now());
    const asked = record.door && (await askAt(record.door.socket, left));
    if (asked?.answer?.kind === 'refused') return { kind: 'refused', reason: asked.answer.reason, pid: record.pid };
    if (asked?.answer) return { kind: 'answers', given: asked.answer as never, channel: asked };
    if (performance.now() > deadline) return { kind: 'silent', pid: record.pid };
    await sleep(LOOK_AGAIN_MS);
  }

  function askAt(socket: string, left: number): Promise<AskedChannel> {
    return askChannel({
      ...{ want, socket, patienceMs: left },
      ...(tokens === undefined ? {} : { tokens }),
      onWaiting: () => onWaiting?.(),
    });
  }
}

/** What to tell a person whose program was not let in. */
export function refusalText(reason: ChannelRefusal): string {
  switch (reason) {
    case 'denied':
      return 'The running AcDeck refused this program: someone chose Deny in its page.';
    case 'unanswered':
      return (
        'The running AcDeck refused this program: it was started by an agent, or by a process that can’t be ' +
        'identified, and nobody allowed it in the page. Try again and choose Allow there.'
      );
    case 'busy':
      return 'The running AcDeck refused this program: too many programs wait for an answer in its page.';
    case 'bad_request':
      return 'The running AcDeck is another version than this one. Restart it, then try again.';
  }
}

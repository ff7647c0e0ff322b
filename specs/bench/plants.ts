import { reduceTranscript } from '../../server/protocol/session/reduce.js';
import type { LoggedEvent } from '../../server/protocol/session/session-event.js';
import { entriesOf, entryListOf } from '../../server/protocol/transcript/entry-list.js';
import type { Transcript } from '../../server/protocol/transcript/transcript.js';
import type { BudgetId } from './budgets.js';
import { client as acdeck } from './clients/acdeck.js';
import { client as raw } from './clients/raw.js';
import type { Figures } from './figure.js';
import { foldAll } from './fold.js';
import { read } from './reading.js';

/** A slowness that is put in on purpose, and the figure that has to show it. */
export interface Plant {
  readonly what: string;
  readonly seenBy: BudgetId;
  run(): Promise<Figures>;
}

const PACE = { chars: 60_000, piece: 20, rate: 200, tabs: 1 };

/** A script for the page that does `work` at each message of the socket, before the app hears of it. */
const atEachMessage = (work: string) => `{
  const { addEventListener: add, removeEventListener: remove } = WebSocket.prototype;
  const slowed = new WeakMap();
  const work = () => { ${work} };
  const own = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
  Object.defineProperty(WebSocket.prototype, 'onmessage', {
    ...own,
    set(listener) { own.set.call(this, listener && ((event) => { work(); listener.call(this, event); })); },
  });
  WebSocket.prototype.addEventListener = function (type, listener, options) {
    if (type !== 'message') return add.call(this, type, listener, options);
    const heard = (event) => { work(); (listener.handleEvent ?? listener).call(listener.handleEvent ? listener : this, event); };
    slowed.set(listener, heard);
    return add.call(this, type, heard, options);
  };
  // Whoever leaves the socket is left in peace.
  WebSocket.prototype.removeEventListener = function (type, listener, options) {
    return remove.call(this, type, (type === 'message' && slowed.get(listener)) || listener, options);
  };
}`;

const STALL = atEachMessage('const until = performance.now() + 50; while (performance.now() < until);');

/** All of the conversation is laid out in other sizes, and in its own again. */
const REDRAW = atEachMessage(`
  const log = document.querySelector('.log-inner');
  for (let n = 0; log && n < 24; n += 1) {
    log.style.fontSize = n % 2 === 0 ? '15.1px' : '';
    log.getBoundingClientRect();
  }
`);

export const PLANTS: Readonly<Record<string, Plant>> = {
  stall: {
    what: 'each piece of text stalls the page for 50 ms',
    seenBy: 'reading-late',
    run: () => readWith(STALL),
  },
  redraw: {
    what: 'each piece of text draws the whole conversation anew',
    seenBy: 'reading-busy',
    run: () => readWith(REDRAW),
  },
  quadratic: {
    what: 'each event copies the whole transcript',
    seenBy: 'fold-growth',
    run: async () => foldAll(copyingReducer, 2_000),
  },
};

/** How late the text is, and how busy the page, with a script in it. */
async function readWith(plant: string): Promise<Figures> {
  const floor = await read(raw, PACE);
  const own = await read(acdeck, { ...PACE, plant });
  return { 'reading-busy': own.busy, 'reading-late': { value: own.late50, floor: floor.late50 } };
}

function copyingReducer(before: Transcript, event: LoggedEvent): Transcript {
  const after = reduceTranscript(before, event);
  return { ...after, entries: entryListOf(after.entries.first, entriesOf(after.entries)) };
}

import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventStore } from './event-store.js';
import { openStore } from './open-store.js';
import { eventsOf, rowOf } from './rows.rig.js';
import { StorageFault } from './storage-fault.js';

const ALL = { count: 10_000, bytes: 1e9 };

/** What a process of a test does with a store: the first argument names it. */
const ROLES: Record<string, (...args: string[]) => void> = {
  /** Has the file open until it is told to go. */
  hold(dir) {
    const { store } = openStore(dir!);
    console.log('open');
    process.stdin.on('end', () => store.close()).resume();
  },

  /** Writes a session of its own at the same time as others. */
  share(dir, id, writes) {
    const { store } = openStore(dir!);
    store.addSession(rowOf(id!));
    for (let i = 0; i < Number(writes); i++) store.write({ sessionId: id!, events: eventsOf(i * 3 + 1, i * 3 + 3) });
    store.close();
  },

  /** Writes and says how far it has come, until it is killed. */
  stream(dir) {
    const { store } = openStore(dir!);
    store.addSession(rowOf('s'));
    let seq = 0;
    const step = () => {
      store.write({ sessionId: 's', events: eventsOf(seq + 1, seq + 5) });
      seq += 5;
      console.log(seq);
      setImmediate(step);
    };
    step();
  },

  /** Damages copies of a file in many ways and uses each of them. */
  damage(base, from, to) {
    const counts = { opened: 0, setAside: 0, faults: 0, refused: 0 };
    for (let seed = Number(from); seed < Number(to); seed++) {
      const dir = mkdtempSync(join(tmpdir(), 'acdeck-damage-'));
      damagedCopy(base!, dir, seed);
      try {
        const { store, notice } = openStore(dir);
        if (notice) counts.setAside++;
        else counts.opened++;
        counts.faults += useAll(store);
        store.close();
      } catch (error) {
        // One byte can make it look like the file of a newer version.
        if (!(error instanceof StorageFault) || error.kind !== 'newer') throw error;
        counts.refused++;
      }
      rmSync(dir, { recursive: true });
    }
    console.log(JSON.stringify(counts));
  },
};

/** Copies a file with some bytes changed or its end cut off; the first pages, which hold the schema, more often. */
function damagedCopy(base: string, dir: string, seed: number): void {
  const random = randomFrom(seed);
  const path = join(dir, 'acdeck.db');
  copyFileSync(join(base, 'acdeck.db'), path);
  const bytes = readFileSync(path);
  const kind = random();
  if (kind < 0.15) {
    writeFileSync(path, bytes.subarray(0, Math.floor(random() * bytes.length)));
    return;
  }
  const start = Math.floor(random() * (kind < 0.4 ? 8192 : bytes.length));
  const length = 1 + Math.floor(random() * 40);
  for (let i = 0; i < length; i++) {
    const at = kind < 0.7 ? start + i : Math.floor(random() * bytes.length);
    bytes[at % bytes.length] = Math.floor(random() * 256);
  }
  writeFileSync(path, bytes);
}

function useAll(store: EventStore): number {
  const uses = [
    () => store.sessionsIn('/work/a'),
    () => store.eventsAfter('s', 0, ALL),
    () => store.headOf('s'),
    () => store.checkpointOf('s'),
    () => store.entriesBefore('s', 1000, ALL),
    () => store.entryWithKey('s', 'tool:3'),
    () => store.search('words', { count: 50 }),
    () => store.devices.list(),
    () => store.folders.facts('/a'),
    () => store.write({ sessionId: 's', events: eventsOf(5000, 5010) }),
    () => store.removeSession('s'),
  ];
  return uses.filter((use) => {
    try {
      use();
      return false;
    } catch {
      return true;
    }
  }).length;
}

/** A small generator, so that a damage can be made again from its number. */
function randomFrom(seed: number): () => number {
  let state = (seed + 1) * 7919;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const [role, ...args] = process.argv.slice(2);
if (role) ROLES[role]!(...args);

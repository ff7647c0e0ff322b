import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { damagedBytes } from './damage.rig.js';
import type { EventStore } from './event-store.js';
import { openStore } from './open-store.js';
import { eventsOf, rowOf } from './rows.rig.js';
import { StorageFault } from './sqlite/storage-fault.js';

const ALL = { count: 10_000, bytes: 1e9 };

/** What a process of a test does with a store: the first argument names it. */
const ROLES: Record<string, (...args: string[]) => void> = {
  /** Has the file open until it is told to go. */
  hold(dir) {
    const { store } = openStore(dir!);
    console.log('open');
    process.stdin.on('end', () => store.close()).resume();
  },

  /** Writes a session of its own while others do the same, and comes and goes as they do. */
  share(dir, id, visits) {
    for (let visit = 0; visit < Number(visits); visit++) {
      const { store } = openStore(dir!);
      if (visit === 0) store.addSession(rowOf(id!));
      for (let i = visit * 10; i < visit * 10 + 10; i++)
        store.write({ sessionId: id!, events: eventsOf(i * 3 + 1, i * 3 + 3) });
      store.close();
    }
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
        const { store, mending } = openStore(dir);
        if (mending) counts.setAside++;
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

/** Copies a file and damages it. */
function damagedCopy(base: string, dir: string, seed: number): void {
  const path = join(dir, 'acdeck.db');
  copyFileSync(join(base, 'acdeck.db'), path);
  writeFileSync(path, damagedBytes(readFileSync(path), seed));
}

function useAll(store: EventStore): number {
  const uses = [
    () => store.sessionsIn('/work/a'),
    () => store.eventsAfter('s', 0, ALL),
    () => store.headOf('s'),
    () => store.savedStateOf('s'),
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

const [role, ...args] = process.argv.slice(2);
if (role) ROLES[role]!(...args);

import { spawnSync } from 'node:child_process';
import { NO_STRANGER } from '../rigs/stranger.rig.js';

/** Where some rules can be shown and others cannot, by the words in which pages say so, and whether that is here. */
const PLACES: Readonly<Record<string, () => boolean>> = {
  Linux: () => process.platform === 'linux',
  macOS: () => process.platform === 'darwin',
  // To become somebody else, without a network.
  'Linux as root': () => NO_STRANGER === false && spawnSync('unshare', ['-n', '-p', '-f', 'true']).status === 0,
};

/** Whether this machine is such a place; null for words that mean none. */
export function isHere(place: string): boolean | null {
  return PLACES[place]?.() ?? null;
}

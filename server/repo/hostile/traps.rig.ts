import { FILTER_TRAPS } from './filter-traps.rig.js';
import { HOOK_TRAPS } from './hook-traps.rig.js';
import { LINK_TRAPS } from './link-traps.rig.js';
import { NETWORK_TRAPS } from './network-traps.rig.js';
import { OPERATION_TRAPS } from './operation-traps.rig.js';
import { PROGRAM_TRAPS } from './program-traps.rig.js';
import { REMOTE_TRAPS } from './remote-traps.rig.js';
import { SUBMODULE_TRAPS } from './submodule-traps.rig.js';
import type { Trap } from './trap.rig.js';

/**
 * All that a hostile repository may bring. Each works on plain git 2.39. Left out, because there they do nothing:
 * `hook.*.command`, `gc.recentObjectsHook`, `fetch.bundleURI` (unknown to 2.39), `uploadpack.packObjectsHook` and
 * `trace2.*` (read from the person's settings alone), `https.*` (not a section), `file::`, `fd::` and addresses like
 * `-oProxyCommand=` (refused by git), `init.templateDir`, `commit.template`, `mailmap.file`, `blame.ignoreRevsFile`,
 * `core.excludesFile` (only read), and keys of programs that aren't part of git (`lfs.*`, `sendemail.*`, `guitool.*`).
 */
export const TRAPS: readonly Trap[] = [
  ...PROGRAM_TRAPS,
  ...FILTER_TRAPS,
  ...HOOK_TRAPS,
  ...NETWORK_TRAPS,
  ...REMOTE_TRAPS,
  ...SUBMODULE_TRAPS,
  ...OPERATION_TRAPS,
  ...LINK_TRAPS,
];

/** How diffs are shown on this device. */
export interface DiffLook {
  readonly isSplit: boolean;
  readonly hidesSpace: boolean;
}

export const PLAIN_LOOK: DiffLook = { isSplit: false, hidesSpace: false };

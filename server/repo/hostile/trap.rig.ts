import type { Bed } from './bed.rig.js';
import type { Shape } from './templates.rig.js';

/** The ways of a repository to reach out of itself. */
export const TRAP_KINDS = [
  'program',
  'filter',
  'include',
  'hook',
  'network',
  'remote',
  'submodule',
  'operation',
  'link',
] as const;
export type TrapKind = (typeof TRAP_KINDS)[number];

/** Something that a repository brings, and a line that makes git fall for it in a terminal. */
export interface Trap {
  /** Also the name of the mark that its program leaves. */
  readonly name: string;
  readonly kind: TrapKind;
  /** The shape that it needs; any with commits if left out. */
  readonly shape?: Shape;
  /** Traps in the same slot are not planted together. */
  readonly slot?: 'remote' | 'git';
  /** It can also be planted while AcDeck has the repository open. */
  readonly mayBeLate?: boolean;
  /** It is about the whole folder, and not a part of it. */
  readonly isWhole?: boolean;
  plant(bed: Bed, spell: string): void;
  readonly typed: string;
}

/** A name that can be the name of a file. */
export function nameOf(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
}

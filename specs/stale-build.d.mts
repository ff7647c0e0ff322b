/** The parts of the build. */
export type Half = 'server' | 'webapp';

export function findStaleness(half: Half, root: string): string | null;

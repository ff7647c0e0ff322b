import type { ErrorReason } from '../../server/protocol/api/error-reason.js';

/** Refusals that the place of the act asks a person about, so that no message in passing tells them too. */
const IN_PLACE: ReadonlySet<string> = new Set<ErrorReason['code']>([
  'untrusted',
  'no_undo',
  'newer_work',
  'pushed',
  'overwritten',
  'unmerged',
  'no_terminal_package',
]);

export function isAnsweredInPlace(reason: ErrorReason | null): boolean {
  return reason !== null && IN_PLACE.has(reason.code);
}

import type { PermissionOption } from '@agentclientprotocol/sdk';
import type { OwnCall } from '../../ports/tools.js';
import type { AskedCall } from '../../protocol/api/permission-rule.js';

/** An answer that AcDeck gives by itself, and why. */
export interface OwnAnswer {
  readonly optionId: string;
  readonly because: 'own_tool' | 'attached_file';
}

/** What AcDeck knows about calls that nobody else does. */
export interface OwnKnowledge {
  readonly ownCall: (call: AskedCall) => OwnCall | null;
  /** Whether a call reads a file that a person has attached in this session, and does nothing else. */
  readonly readsAttached: (call: AskedCall) => boolean;
}

/** What AcDeck answers although no rule does and nobody was asked; always a yes for this once. Null for all else. */
export function ownAnswer(
  call: AskedCall,
  options: readonly PermissionOption[],
  { ownCall, readsAttached }: OwnKnowledge,
): OwnAnswer | null {
  const [yes, ...others] = options.filter(({ kind }) => kind === 'allow_once');
  // Of two that allow it once, one may allow more.
  if (!yes || others.length > 0) return null;
  if (ownCall(call)?.isHarmless) return { optionId: yes.optionId, because: 'own_tool' };
  return readsAttached(call) ? { optionId: yes.optionId, because: 'attached_file' } : null;
}

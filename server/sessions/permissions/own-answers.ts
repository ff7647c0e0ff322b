import type { PermissionOption } from '@agentclientprotocol/sdk';
import type { OwnCall } from '../../ports/tools.js';
import type { AskedCall } from '../../protocol/api/permission-rule.js';

/** An answer that AcDeck gives by itself, and why. */
export interface OwnAnswer {
  readonly optionId: string;
  readonly because: 'own_tool';
}

/** What AcDeck knows about calls that nobody else does. */
export interface OwnKnowledge {
  readonly ownCall: (call: AskedCall) => OwnCall | null;
}

/** What AcDeck answers although no rule does and nobody was asked; always a yes for this once. Null for all else. */
export function ownAnswer(
  call: AskedCall,
  options: readonly PermissionOption[],
  { ownCall }: OwnKnowledge,
): OwnAnswer | null {
  const [yes, ...others] = options.filter(({ kind }) => kind === 'allow_once');
  // Of two that allow it once, one may allow more.
  if (!yes || others.length > 0) return null;
  return ownCall(call)?.isHarmless ? { optionId: yes.optionId, because: 'own_tool' } : null;
}

import type { RuleJudge } from '../../ports/rules.js';

/** A judge that leaves everything to people. */
export const noJudge: RuleJudge = {
  judge: () => null,
  isMatch: async () => false,
  suggest: async () => [],
  isSame: () => false,
  isLook: () => false,
  mustAsk: () => true,
  mustReject: () => false,
  onlyReads: () => null,
  describe: ({ toolCall }) => toolCall.title ?? '',
  trouble: () => 'names_nothing',
};

/** What a rule is about, as short as it can be said. */
export type RuleSubject =
  | { kind: 'command'; text: string; isPrefix: boolean }
  | { kind: 'path'; path: string; toolKind: string | null }
  | { kind: 'title'; title: string }
  | { kind: 'tool'; toolKind: string }
  | { kind: 'agent'; agentId: string }
  | { kind: 'everything' };

/** A rule as a log names it. */
export interface RuleName {
  effect: 'allow' | 'reject';
  about: RuleSubject;
}

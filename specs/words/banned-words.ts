/** A way of putting things that nobody reads twice. */
export interface BannedWords {
  readonly name: string;
  readonly pattern: RegExp;
}

/** What we never say to people, wherever they read it: voice as patterns. */
export const BANNED: readonly BannedWords[] = [
  { name: '“no more”', pattern: /\bno more\b(?! than)/i },
  { name: '“of its own”', pattern: /\bof (?:its|their|your|our|my) own\b/i },
  { name: '“stands” for “is”', pattern: /\b(?:stands?|stood|standing)\b(?! for| out)/i },
  { name: '“lies” for “is”', pattern: /\b(?:lies|lay)\b/i },
  { name: '“tells” for “says” or “reports”', pattern: /\b(?:tells?|told)\b(?! (?:me|us|you)\b)/i },
  { name: '“whatever” and its like', pattern: /\b(?:whatever|whoever|whichever|wherever)\b/i },
  { name: '“so” as a connector', pattern: /(?:[,;:] |^)so (?!far\b|long\b|many\b|much\b|that\b)/i },
  {
    name: 'a relative clause as the subject',
    pattern:
      /(?:^|[.:;] )(?:what|who|that which) (?!if\b|about\b)[^.?]*\b(?:is|are|was|were|has|have|waits?|stays?|runs?|goes|comes?|may|can|will|would)\b[^?]*(?:\.|$)/i,
  },
  { name: '“shall”', pattern: /\bshall\b/i },
  { name: '“is no” for “isn’t a”', pattern: /(?<!\bthere )\bis no (?!longer\b|way\b)/i },
  { name: '“called off”', pattern: /\bcall(?:s|ed)?[- ]off\b/i },
  { name: '“in the place of”', pattern: /\bin (?:the|your|their) place\b/i },
  { name: 'an exclamation mark', pattern: /[a-z]!(?:\s|$)/i },
  { name: 'an apology or cuteness', pattern: /\b(?:sorry|oops|whoops|uh-oh|yay|please note)\b/i },
];

/** What is right in the code and means nothing to people. */
export const NOT_ON_SCREEN: readonly BannedWords[] = [
  {
    name: '“turn” for a reply',
    pattern: /\bturns?\b(?! (?:(?:it|this|them|that|“[^”]*”) )?(?:on|off|into)\b)(?! (?:on|off):)/i,
  },
  { name: '“entry”', pattern: /\bentr(?:y|ies)\b/i },
  { name: '“question” for a request', pattern: /\bquestions?\b/i },
  { name: '“epoch”', pattern: /\bepochs?\b/i },
  { name: '“desk”', pattern: /\bdesks?\b/i },
  { name: '“reject” for “deny”', pattern: /\breject(?:s|ed|ing)?\b/i },
  { name: '“transcript” for the conversation', pattern: /\btranscripts?\b/i },
  { name: '“answer” for a reply', pattern: /\bstreamed answer\b|\blong answer\b|\blast answer\b/i },
  { name: 'a straight apostrophe', pattern: /[a-z]'[a-z]/i },
];

/** The names of what is wrong with a sentence. */
export function faultsIn(sentence: string, banned: readonly BannedWords[]): string[] {
  return banned.flatMap(({ name, pattern }) => (pattern.test(sentence) ? [name] : []));
}

/** Words that make a name one of a secret, no matter where they are in it. */
const WORDS = new Set(
  'password passwd passphrase secret secrets token tokens apikey credential credentials authorization cookie cookies bearer jwt otp'.split(
    ' ',
  ),
);
/** Words that do so only at the end of others: `OPENAI_KEY`, but not `key`; `DB_PWD`, but not `PWD`, which is a folder. */
const LAST_WORDS = new Set(['key', 'keys', 'auth', 'pat', 'pwd', 'signature']);

/** Whether what goes by this name is likely a secret: `apiKey`, `GITHUB_TOKEN`, `x-api-key`, `Authorization`. */
export function isSecretName(name: string): boolean {
  if (name.length > 200) return false;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  if (words.some((word) => WORDS.has(word))) return true;
  return words.length > 1 && LAST_WORDS.has(words.at(-1)!);
}

/** Whether it counts something: `maxTokens` isn't a secret if it is a number. */
export function isCountName(name: string): boolean {
  return /tokens?$/i.test(name) && !/(access|auth|refresh|id)_?tokens?$/i.test(name);
}

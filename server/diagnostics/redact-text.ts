import { isSecretName } from './secret-names.js';

/** Replaces a secret. */
export const HIDDEN = '[hidden]';

/** Shorter ones would hide half of all words. */
const LEAST_CHARS = 8;
/** Secrets that are known by their very words: values of the environment, our own tokens. Longest first. */
let known: readonly string[] = [];

/** Keeps these words out of everything that is redacted from now on. */
export function hideSecrets(secrets: Iterable<string>): void {
  const all = new Set([...known, ...[...secrets].filter((secret) => secret.trim().length >= LEAST_CHARS)]);
  known = [...all].sort((a, b) => b.length - a.length);
}

/** Keeps the values of variables with telling names out, such as `GITHUB_TOKEN`; where a file of secrets is, is none. */
export function hideSecretsOf(env: Readonly<Record<string, string | undefined>>): void {
  hideSecrets(
    Object.entries(env).flatMap(([name, value]) =>
      value && !/^~?\//.test(value) && isSecretName(name) ? [value] : [],
    ),
  );
}

/** Secrets that are known by their shape, no matter what is around them. */
const SHAPES = new RegExp(
  [
    '-----BEGIN [A-Z ]*PRIVATE KEY-----[\\s\\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)',
    // Prose says "bearer token" and "token expired"; what is meant here has a digit or padding in it.
    '(?:bearer|basic|token|negotiate)\\s+(?=[^\\s]{0,200}[\\d=])[\\w.~+/=-]{8,}',
    '(?<![A-Za-z])sk-[\\w-]{12,}|sk-[\\w-]{32,}',
    'acdeck_mcp_[\\w-]{20,}',
    'gh[pousr]_\\w{16,}|github_pat_\\w{16,}|glpat-[\\w-]{12,}',
    'xox[a-z]-[\\w-]{10,}|npm_\\w{20,}|hf_\\w{20,}|pk_live_\\w{10,}|[sr]k_(?:live|test)_\\w{10,}',
    'AIza[\\w-]{20,}|ya29\\.[\\w.-]{10,}|(?:AKIA|ASIA)[0-9A-Z]{12,}',
    'eyJ[\\w-]{6,}\\.[\\w-]{4,}(?:\\.[\\w-]*)*',
  ].join('|'),
  'gi',
);

/** User and password of an address. */
const USER_INFO = /([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@"']{1,400}@/gi;
/** What a sign-in leaves in an address. */
const ADDRESS_PARTS = /([?&#](?:code|sig|state|ticket|session|assertion)=)[^&\s"'\\]+/gi;
/** A header, whose value may hold anything up to the end of the line. */
const HEADER =
  /\b((?:proxy-)?authorization|(?:set-)?cookie2?|x-[\w-]{0,30}(?:key|token|secret|auth)[\w-]{0,30})([ \t]*:[ \t]*)[^\n"'`\\]+/gi;
/** `name = value` and its like, also inside JSON that is in a string; the value may be hidden already. */
const ASSIGNMENT =
  /([A-Za-z_][\w.-]{1,80})(\\*["'`]?[ \t]*(?::|=>?)[ \t]*)(?:(\\*["'`])([\s\S]{0,4096}?)\3|\\*["'`][^\n]*|((?:\[hidden\]|[^\n"'`\\,;&|)}\]])+))/g;
/** `--name value`. */
const FLAG = /(--?)([A-Za-z][\w-]{1,40})( +)("[^"\n]*"|'[^'\n]*'|[^\s-]\S*)/g;

/** Text without the secrets that it holds, as far as their words, shape or name give them away. */
export function redactText(text: string): string {
  let rest = text;
  for (const secret of known) if (rest.includes(secret)) rest = rest.replaceAll(secret, HIDDEN);
  return rest
    .replace(SHAPES, HIDDEN)
    .replace(USER_INFO, `$1${HIDDEN}@`)
    .replace(ADDRESS_PARTS, `$1${HIDDEN}`)
    .replace(HEADER, `$1$2${HIDDEN}`)
    .replace(ASSIGNMENT, hideAssigned)
    .replace(FLAG, (whole, dashes: string, name: string, gap: string) =>
      isSecretName(name) ? `${dashes}${name}${gap}${HIDDEN}` : whole,
    );
}

function hideAssigned(...[whole, name, sign, quote, quoted, bare]: string[]): string {
  if (!isSecretName(name!)) {
    // A plain name may be before a telling one: `env: TOKEN=x`, `{"a": "token=x"}`.
    const value = quoted ?? bare;
    if (value === undefined) return whole!;
    const inner = value.replace(ASSIGNMENT, hideAssigned);
    return inner === value ? whole! : `${name}${sign}${quote ?? ''}${inner}${quote ?? ''}`;
  }
  // A value that ends with the word, as in an address, lets the rest be read.
  const rest = bare !== undefined && sign!.includes('=') ? bare.replace(/^\S+/, '') : '';
  return `${name}${sign}${quote ?? ''}${HIDDEN}${quote ?? ''}${rest}`;
}

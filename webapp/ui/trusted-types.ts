/** The part of the browser's Trusted Types that we use; absent in browsers that do not have them. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const rules = { createScriptURL: ownScript };
const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
const policy = factory ? factory.createPolicy('acdeck', rules) : rules;

/** The address of a script of ours in the form that the page's policy admits for workers; any other origin is refused. */
export function trustedScriptUrl(url: string): string {
  return policy.createScriptURL(url);
}

function ownScript(url: string): string {
  const { href, origin } = new URL(url, location.href);
  if (origin !== location.origin) throw new TypeError(`Scripts come only from ${location.origin}, not from ${origin}.`);
  return href;
}

/** What the page under test offers to its test. Built into the page, because it must be there before anything is drawn. */
export interface RenderingProbe {
  /** What broke the policy, and what ran that should not. */
  readonly misdeeds: string[];
  /** Shows each snippet in every element, cut at every place; gives what should not be there. */
  showAll(wish: ProbeWish): Promise<string[]>;
}

/** Snippets, and all the tags and attributes that our templates make. */
export interface ProbeWish {
  readonly snippets: readonly string[];
  readonly tags: readonly string[];
  readonly attributes: readonly string[];
}

type Drawn = HTMLElement & { updateComplete: Promise<unknown> };

const misdeeds: string[] = [];
const tell = (what: string) => void misdeeds.push(what);
addEventListener('securitypolicyviolation', (event) => tell(`${event.violatedDirective} ${event.blockedURI}`));
addEventListener('error', (event) => tell(`error ${event.message}`));
addEventListener('unhandledrejection', (event) => tell(`rejection ${event.reason}`));

const stage = () => document.querySelector('#stage')!;

async function show(name: string, fields: object): Promise<Drawn> {
  const element = Object.assign(document.createElement(name), fields) as Drawn;
  stage().replaceChildren(element);
  await element.updateComplete;
  return element;
}

/** What the page holds that our templates do not make, that leads elsewhere, or that lies over the dock. */
function strangers(snippet: string, { tags, attributes }: ProbeWish): string[] {
  const elements = [...stage().querySelectorAll('*')].flatMap((element) => {
    const strange = element.getAttributeNames().filter((name) => !attributes.includes(name));
    return tags.includes(element.localName) && strange.length === 0 ? [] : [`<${element.localName} ${strange}>`];
  });
  const links = [...stage().querySelectorAll('a')].filter((link) => !/^(?:https?|mailto):/.test(link.href));
  const top = document.elementFromPoint(innerWidth / 2, innerHeight - 30);
  const covers = top === document.querySelector('#dock') ? [] : ['the dock is covered'];
  return [...elements, ...links.map((link) => link.href), ...covers].map((what) => `${snippet.slice(0, 80)}: ${what}`);
}

async function stream(snippet: string, look: () => void): Promise<void> {
  const view = await show('markdown-view', { streaming: true });
  const step = Math.ceil(snippet.length / 400);
  for (let end = 1; end <= snippet.length; end += step) {
    Object.assign(view, { text: snippet.slice(0, end) });
    await view.updateComplete;
    if (end % 7 === 0) look();
  }
  Object.assign(view, { text: snippet, streaming: false });
  await view.updateComplete;
  look();
}

async function showAll(wish: ProbeWish): Promise<string[]> {
  const found: string[] = [];
  for (const snippet of wish.snippets) {
    const look = () => void found.push(...strangers(snippet, wish));
    await stream(snippet, look);
    await show('code-block', { code: snippet, info: snippet });
    look();
    await show('diff-view', {
      path: snippet,
      folder: snippet,
      oldText: snippet,
      newText: `${snippet}!`,
      mode: 'split',
    });
    look();
    await show('terminal-output', { text: snippet, exit: { exitCode: 1, signal: snippet } });
    look();
  }
  return found;
}

declare global {
  var rendering: RenderingProbe;
  /** What hostile snippets try to call. */
  var pwned: () => void;
}

globalThis.rendering = { misdeeds, showAll };
globalThis.pwned = () => tell('a script ran');

import { eventually } from '../e2e/eventually.rig.js';
import type { ActionSource, BrowserWire, KeyAction } from './browser-wire.js';

/** The names of keys that write nothing, as WebDriver has them. */
const KEYS = { Enter: '\uE007', Escape: '\uE00C', Control: '\uE009', Shift: '\uE008', Backspace: '\uE003' } as const;
export type Key = keyof typeof KEYS | (string & {});

/** Where words are read. The list of sessions repeats some words of the conversation. */
const PLACES = { page: 'body', conversation: '[role="log"]' } as const;
export type Place = keyof typeof PLACES;

interface Spot {
  x: number;
  y: number;
}

/** The app in one tab of any browser, used as a person uses it: by what is on screen, with mouse and keys. */
export class TriedPage {
  readonly #wire: BrowserWire;
  readonly #tab: string;

  constructor(wire: BrowserWire, tab: string) {
    this.#wire = wire;
    this.#tab = tab;
  }

  static async open(wire: BrowserWire, url: string): Promise<TriedPage> {
    const page = new TriedPage(wire, await wire.newTab());
    await page.go(url);
    return page;
  }

  async go(url: string): Promise<void> {
    await this.#wire.go(this.#tab, url);
    await this.#listen();
  }

  async reload(): Promise<void> {
    await this.#wire.reload(this.#tab);
    await this.#listen();
  }

  /** Presses the control of that name, as soon as it is there and holds still. */
  async press(name: string): Promise<void> {
    let before: Spot | null = null;
    const spot = await eventually(
      () => this.#find(name),
      (found) => {
        const isStill = found !== null && found.x === before?.x && found.y === before.y;
        before = found;
        return isStill;
      },
      `“${name}” should be on screen`,
    );
    const { x, y } = spot!;
    await this.#act({
      type: 'pointer',
      id: 'mouse',
      actions: [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    });
  }

  async has(name: string): Promise<boolean> {
    return (await this.#find(name)) !== null;
  }

  async waitFor(name: string): Promise<void> {
    await eventually(
      () => this.has(name),
      (isThere) => isThere,
      `“${name}” should be on screen`,
    );
  }

  async waitUntilGone(name: string): Promise<void> {
    await eventually(
      () => this.has(name),
      (isThere) => !isThere,
      `“${name}” should be gone`,
    );
  }

  /** Types where the focus is. */
  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value): KeyAction[] => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#act({ type: 'key', id: 'keys', actions });
  }

  /** Presses keys together, such as `Control` and `k`. */
  async keys(...names: Key[]): Promise<void> {
    const values = names.map((name) => (KEYS as Record<string, string>)[name] ?? name);
    const down = values.map((value): KeyAction => ({ type: 'keyDown', value }));
    const up = values.toReversed().map((value): KeyAction => ({ type: 'keyUp', value }));
    await this.#act({ type: 'key', id: 'keys', actions: [...down, ...up] });
  }

  /** A session in which nothing was said, whatever the last story has left behind. */
  async begin(): Promise<void> {
    await this.press('New session');
    await this.waitForText(/Try the demo agent/);
  }

  async send(text: string): Promise<void> {
    await this.press('Message');
    await this.type(text);
    await this.press('Send');
  }

  /** Waits until no turn runs. */
  async waitForIdle(): Promise<void> {
    await this.waitUntilGone('Stop');
  }

  async text(place: Place = 'page'): Promise<string> {
    return await this.#evaluate(readText, PLACES[place]);
  }

  async waitForText(pattern: RegExp, place: Place = 'page'): Promise<string> {
    return await eventually(
      () => this.text(place),
      (text) => pattern.test(text),
      `The ${place} should show ${pattern}`,
    );
  }

  address(): Promise<string> {
    return this.#evaluate(() => location.href);
  }

  /** What is in the message field, and whether the caret is there. */
  message(): Promise<{ words: string; hasCaret: boolean }> {
    return this.#evaluate(readMessage);
  }

  async waitForCaret(after: string): Promise<void> {
    await eventually(
      () => this.message(),
      ({ hasCaret }) => hasCaret,
      `The caret should be in the message field after ${after}`,
    );
  }

  /** Errors and broken policies since the page was loaded. */
  complaints(): Promise<string[]> {
    return this.#evaluate(readComplaints);
  }

  #listen(): Promise<null> {
    return this.#evaluate(listenForComplaints);
  }

  #find(name: string): Promise<Spot | null> {
    return this.#evaluate(findSpot, name);
  }

  #act(source: ActionSource): Promise<void> {
    return this.#wire.act(this.#tab, [source]);
  }

  async #evaluate<Args extends unknown[], T>(read: (...args: Args) => T, ...args: Args): Promise<T> {
    // What the TypeScript loader adds to functions that are sent to the page.
    const name = 'const __name = (value) => value;';
    const text = `() => { ${name} return JSON.stringify((${read})(...${JSON.stringify(args)}) ?? null); }`;
    return JSON.parse(await this.#wire.run(this.#tab, text)) as T;
  }
}

/** Runs in the page: the middle of the control that is called so, if it can be seen and used. */
function findSpot(name: string): Spot | null {
  const inside = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((part) => [part, ...(part.shadowRoot ? inside(part.shadowRoot) : [])]);
  const wordsIn = (node: Node): string => {
    if (node instanceof Text) return node.data;
    const isHidden = node instanceof Element && node.getAttribute('aria-hidden') === 'true';
    return isHidden ? '' : [...node.childNodes].map(wordsIn).join('');
  };
  const nameOf = (part: Element) => part.getAttribute('aria-label') ?? wordsIn(part).replace(/\s+/g, ' ').trim();
  // Behind our word an agent's may follow.
  const isCalledSo = (part: Element) => nameOf(part) === name || nameOf(part).startsWith(`${name}, `);
  const found = inside(document)
    .filter((part) => part.matches(':is(button, textarea, input, a, [role]):not(:disabled)') && isCalledSo(part))
    .find((part) => part.checkVisibility({ visibilityProperty: true }) && part.getClientRects().length > 0);
  if (!found) return null;
  found.scrollIntoView({ block: 'nearest' });
  const { x, y, width, height } = found.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Runs in the page: the words of one part, through shadow roots, but not what is only said aloud. */
function readText(selector: string): string {
  const find = (root: ParentNode): Element | null => {
    const hosts = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? [shadowRoot] : []));
    return root.querySelector(selector) ?? hosts.map(find).find((part) => part !== null) ?? null;
  };
  const read = (node: Node): string => {
    if (node instanceof Text) return node.data;
    if (node instanceof HTMLSlotElement) return node.assignedNodes({ flatten: true }).map(read).join('');
    if (!(node instanceof Element) || /^(style|script|template|live-announcer)$/.test(node.localName)) return '';
    const block = getComputedStyle(node).display.startsWith('inline') ? '' : '\n';
    return block + [...(node.shadowRoot ?? node).childNodes].map(read).join('') + block;
  };
  const part = find(document);
  return part ? read(part).replace(/\s*\n\s*/g, '\n') : '';
}

/** Runs in the page. */
function readMessage(): { words: string; hasCaret: boolean } {
  const root = document.querySelector('prompt-composer')?.shadowRoot;
  const field = root?.querySelector('textarea');
  return {
    words: field?.value ?? '',
    hasCaret: field !== null && field !== undefined && root?.activeElement === field,
  };
}

/** Runs in the page. */
function listenForComplaints(): null {
  const complaints: string[] = [];
  addEventListener('error', ({ message }) => {
    // Only says that the rest comes with the next frame.
    if (!message.startsWith('ResizeObserver loop')) complaints.push(message);
  });
  addEventListener('unhandledrejection', ({ reason }) => complaints.push(String(reason)));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    complaints.push(`policy: ${violatedDirective} by ${blockedURI}`),
  );
  const tell = console.error;
  console.error = (...words) => {
    complaints.push(words.map(String).join(' '));
    tell(...words);
  };
  Object.assign(globalThis, { complaints });
  return null;
}

/** Runs in the page. */
function readComplaints(): string[] {
  return (Reflect.get(globalThis, 'complaints') as string[] | undefined) ?? [];
}

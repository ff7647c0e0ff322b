/** A browser that is led from outside: what WebDriver and WebDriver BiDi have in common, and no more. */
export interface BrowserWire {
  /** Its name and version, as it says them itself. */
  readonly name: string;
  /** Opens an empty tab; the tabs share cookies and storage. */
  newTab(): Promise<string>;
  go(tab: string, url: string): Promise<void>;
  reload(tab: string): Promise<void>;
  /** Runs the text of a function without arguments in the page and gives the string that it returns. */
  run(tab: string, functionText: string): Promise<string>;
  /** Presses and types as a hand would; the actions are those of the WebDriver standard. */
  act(tab: string, sources: readonly ActionSource[]): Promise<void>;
  close(): Promise<void>;
}

/** One device and what it does, one after the other. */
export type ActionSource =
  | { type: 'key'; id: string; actions: readonly KeyAction[] }
  | { type: 'pointer'; id: string; actions: readonly PointerAction[] };

export type KeyAction = { type: 'keyDown' | 'keyUp'; value: string };

export type PointerAction =
  | { type: 'pointerMove'; x: number; y: number }
  | { type: 'pointerDown' | 'pointerUp'; button: number };

/** A browser that we try: what it needs on the machine, how to get that, and how it is started. */
export interface TriedBrowser {
  readonly id: string;
  readonly title: string;
  readonly programs: readonly string[];
  readonly install: string;
  /** Takes the programs where they were found, in the same order. */
  start(paths: readonly string[]): Promise<BrowserWire>;
}

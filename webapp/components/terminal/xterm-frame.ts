import { FitAddon } from '@xterm/addon-fit';
import { type ITerminalInitOnlyOptions, type ITerminalOptions, type ITheme, Terminal } from '@xterm/xterm';
import { withAdoptedStyles } from './adopted-style.js';

interface Range {
  readonly least: number;
  readonly most: number;
}

/** A terminal of xterm.js in the page's colours and its font for code, whatever becomes of those. */
export class XtermFrame {
  readonly terminal: Terminal;
  readonly #screen: HTMLElement;
  readonly #fit = new FitAddon();
  readonly #leave: (() => void)[] = [];

  constructor(screen: HTMLElement, options: ITerminalOptions & ITerminalInitOnlyOptions) {
    this.#screen = screen;
    this.terminal = new Terminal({
      theme: this.#theme(),
      ...this.#font(),
      lineHeight: 1.2,
      cursorBlink: false,
      // Colours that a program picks stay readable on both grounds.
      minimumContrastRatio: 4.5,
      screenReaderMode: true,
      ...options,
    });
    this.terminal.loadAddon(this.#fit);
    withAdoptedStyles(() => this.terminal.open(screen));
    this.#followLook();
  }

  /** The size that the terminal would have to fill its place; null while it is not on the screen. */
  fitting(limits: { cols: Range; rows: Range }): { cols: number; rows: number } | null {
    const size = this.#fit.proposeDimensions();
    if (!size || Number.isNaN(size.cols) || Number.isNaN(size.rows)) return null;
    return { cols: within(size.cols, limits.cols), rows: within(size.rows, limits.rows) };
  }

  /** Draws it in the size that the program writes for. */
  setSize(cols: number, rows: number): void {
    if (this.terminal.cols !== cols || this.terminal.rows !== rows) this.terminal.resize(cols, rows);
  }

  dispose(): void {
    for (const leave of this.#leave.splice(0)) leave();
    this.terminal.dispose();
  }

  #followLook(): void {
    const paint = () => {
      this.terminal.options.theme = this.#theme();
      Object.assign(this.terminal.options, this.#font());
    };
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const look = new MutationObserver(paint);
    dark.addEventListener('change', paint);
    look.observe(document.documentElement, { attributes: true });
    this.#leave.push(
      () => dark.removeEventListener('change', paint),
      () => look.disconnect(),
    );
  }

  /** The page's colours as they are now: a terminal knows no variables. */
  #theme(): ITheme {
    return this.#probe((probe) => {
      const colour = (token: string) => {
        probe.style.color = `var(${token})`;
        return getComputedStyle(probe).color;
      };
      const [background, foreground, accent] = [colour('--sunken'), colour('--text'), colour('--accent')];
      const selectionBackground = colour('--accent-soft');
      return { background, foreground, cursor: accent, cursorAccent: background, selectionBackground };
    });
  }

  #font(): { fontFamily: string; fontSize: number } {
    return this.#probe((probe) => {
      probe.style.font = 'calc(var(--t-sm) * var(--code-scale)) var(--mono)';
      const { fontFamily, fontSize } = getComputedStyle(probe);
      return { fontFamily, fontSize: Math.round(Number.parseFloat(fontSize)) || 13 };
    });
  }

  #probe<T>(look: (probe: HTMLElement) => T): T {
    const probe = this.#screen.appendChild(document.createElement('span'));
    try {
      return look(probe);
    } finally {
      probe.remove();
    }
  }
}

function within(value: number, { least, most }: Range): number {
  return Math.max(least, Math.min(most, Math.floor(value)));
}

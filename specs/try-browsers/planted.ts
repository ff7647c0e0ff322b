import type { BrowserWire } from './browser-wire.js';

/** The stories that count marks: with a doubled one they must fail. */
export const COUNTING: readonly string[] = ['streaming', 'refresh'];
/** What they say then. */
export const DOUBLED = 'of the marks, 0 are lost, 1 duplicated and 0 reordered';

/** What the TypeScript loader adds to functions that are sent to the page. */
const NAME = 'const __name = (value) => value;';

/** The same browser with a fault: a mark of the conversation is there twice, before anything is read. */
export function withDoubledMark(wire: BrowserWire): BrowserWire {
  return {
    name: wire.name,
    newTab: () => wire.newTab(),
    go: (tab, url) => wire.go(tab, url),
    reload: (tab) => wire.reload(tab),
    run: (tab, text) => wire.run(tab, `() => { ${NAME} (${doubleMark})(); return (${text})(); }`),
    act: (tab, sources) => wire.act(tab, sources),
    close: () => wire.close(),
  };
}

/** Runs in the page. A page that draws anew takes the second one away, so it is put back at each reading. */
function doubleMark(): void {
  const double = (node: Node, isInside: boolean): void => {
    if (node instanceof Text && isInside) {
      if (!node.data.includes('⟦3⟧ ⟦3⟧')) node.data = node.data.replace('⟦3⟧', '⟦3⟧ ⟦3⟧');
      return;
    }
    const isLog = node instanceof Element && node.getAttribute('role') === 'log';
    const shadow = node instanceof Element && node.shadowRoot ? [node.shadowRoot] : [];
    for (const child of [...shadow, ...node.childNodes]) double(child, isInside || isLog);
  };
  double(document.body, false);
}

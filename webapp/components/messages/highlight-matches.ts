const ALL = 'found';
const CURRENT = 'found-here';
const MOST_RANGES = 500;

/** Marks where words are on the page, without a change of the page; those in `row` stand out. Null takes all marks away. */
export function highlightMatches(root: HTMLElement | null, words: string, row: HTMLElement | null = null): void {
  // Browsers without it show the message that was found, and not the words in it.
  if (!('highlights' in CSS)) return;
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(CURRENT);
  if (!root || words === '') return;
  const ranges = rangesOf(root, words.toLowerCase());
  CSS.highlights.set(ALL, new Highlight(...ranges.filter((range) => !row?.contains(range.startContainer))));
  CSS.highlights.set(CURRENT, new Highlight(...ranges.filter((range) => row?.contains(range.startContainer))));
}

function rangesOf(root: HTMLElement, words: string): Range[] {
  const ranges: Range[] = [];
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode() && ranges.length < MOST_RANGES) {
    const node = nodes.currentNode as Text;
    const text = node.data.toLowerCase();
    for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) {
      // A letter may be longer in small, as some are.
      if (at + words.length > node.length) break;
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + words.length);
      ranges.push(range);
    }
  }
  return ranges;
}

/** Which rows of a list are drawn: from number `first` up to, and without, number `end`. `above` is the height of those before. */
export interface DrawnRows {
  readonly first: number;
  readonly end: number;
  readonly above: number;
}

/** Rows that are on the page at most, and how many come or go at once. */
const MOST_ROWS = 400;
const STEP_ROWS = 100;
/** What is so near to the view is drawn before it is reached. */
const NEAR_PX = 800;

/** The element that draws the rows. */
export interface RowDrawer {
  readonly drawn: DrawnRows;
  draw(drawn: DrawnRows): Promise<unknown>;
}

const sliding = new WeakSet<HTMLElement>();

/** Lets go of rows that are far from what a person sees, and brings back those that get near. What they see stays where it is. */
export async function slideRows(nav: HTMLElement, list: RowDrawer): Promise<void> {
  if (sliding.has(nav)) return;
  sliding.add(nav);
  // The browser would hold the view by scrolling, and not all browsers do.
  nav.style.overflowAnchor = 'none';
  while (await hasSlid(nav, list));
  nav.style.overflowAnchor = '';
  sliding.delete(nav);
}

async function hasSlid(nav: HTMLElement, list: RowDrawer): Promise<boolean> {
  const { drawn } = list;
  if (nav.scrollTop + nav.clientHeight < drawn.above) {
    // Far above all that is drawn: nothing is seen that could be held.
    const first = Math.max(0, Math.floor((drawn.first * nav.scrollTop) / drawn.above) - STEP_ROWS / 2);
    await list.draw({ first, end: first + MOST_ROWS, above: (drawn.above * first) / drawn.first });
    return false;
  }
  const first = nextFirst(nav.scrollTop, drawn);
  const end = Math.min(drawn.end, first + MOST_ROWS);
  const rows = [...nav.querySelectorAll(':scope > ul > li')];
  const held = rows[Math.max(0, first - drawn.first)];
  const leaving = rows.filter((_, n) => drawn.first + n < first || drawn.first + n >= end);
  const focus = (nav.getRootNode() as ShadowRoot).activeElement;
  if (first === drawn.first || !held || leaving.some((row) => row.contains(focus))) return false;
  const top = () => held.getBoundingClientRect().top;
  const before = top();
  await list.draw({ first, end, above: drawn.above });
  const above = first === 0 ? 0 : Math.max(0, drawn.above - (top() - before));
  await list.draw({ first, end, above });
  nav.scrollTop += top() - before;
  return true;
}

function nextFirst(scrollTop: number, { first, end, above }: DrawnRows): number {
  if (first > 0 && scrollTop < above + NEAR_PX) return Math.max(0, first - STEP_ROWS);
  return end - first > MOST_ROWS ? first + STEP_ROWS : first;
}

const CONTROLS = 'button, input, select, textarea, a[href], summary, [tabindex]';

/** Leads to one row of a page, once: what the person does afterwards is theirs. */
export class RowPointer {
  /** What was pointed at, so that a page that is drawn again does not jump. */
  #done: { page: HTMLElement; key: string } | null = null;
  #waiting: MutationObserver | null = null;

  /** Goes to the row with this key, now or as soon as the page shows it; rows may come with an answer of the server. */
  point(page: HTMLElement, key: string | null): void {
    if (key !== null && this.#done?.page === page && this.#done.key === key) return;
    this.forget();
    if (key === null) return;
    this.#done = { page, key };
    const root = page.shadowRoot;
    if (!root || show(root, key)) return;
    this.#waiting = new MutationObserver(() => {
      if (show(root, key)) this.#waiting?.disconnect();
    });
    this.#waiting.observe(root, { childList: true, subtree: true });
  }

  /** The next time counts again. */
  forget(): void {
    this.#done = null;
    this.#waiting?.disconnect();
  }
}

function show(root: ShadowRoot, key: string): boolean {
  const rows = [...root.querySelectorAll<HTMLElement>('[data-key], [data-entry]')];
  const row = rows.find(({ dataset }) => (dataset.key ?? dataset.entry) === key);
  if (!row) return false;
  for (const other of root.querySelectorAll('.pointed')) other.classList.remove('pointed');
  row.classList.add('pointed');
  row.scrollIntoView({ block: 'center' });
  const control = row.matches(CONTROLS) ? row : (row.shadowRoot ?? row).querySelector<HTMLElement>(CONTROLS);
  control?.focus({ preventScroll: true });
  return true;
}

const FOCUSABLE = 'a[href], button:not([disabled]), input:not([disabled]), select, textarea, [tabindex="0"]';

/** Gives the focus to a part of the page: to where it wants it, to what is current in it, or to its first control. */
export function focusIn(part: HTMLElement): void {
  part.focus();
  if (hasFocus(part)) return;
  const found = [...controlsIn(part)].filter((control) => control.checkVisibility());
  (found.find((control) => control.hasAttribute('aria-current')) ?? found[0])?.focus();
}

/** Whether the focus is somewhere in it, also inside shadow roots. */
export function hasFocus(part: Element): boolean {
  return part.contains(document.activeElement);
}

/** The element that has the focus, also inside shadow roots. */
export function deepActiveElement(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

function* controlsIn(root: Element | ShadowRoot): Generator<HTMLElement> {
  if (root instanceof Element && root.shadowRoot) yield* controlsIn(root.shadowRoot);
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    if (element.matches(FOCUSABLE)) yield element;
    if (element.shadowRoot) yield* controlsIn(element.shadowRoot);
  }
}

/** An element of the session that a person works in; there may be another session beside it. */
export function activePart<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  root: ParentNode = document,
): HTMLElementTagNameMap[Name] | null {
  return root.querySelector<HTMLElementTagNameMap[Name]>(`session-view:not([beside]) ${name}`);
}

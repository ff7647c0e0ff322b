/** An element of the session that a person works in; there may be another session beside it. */
export function activePart<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  root: ParentNode = document,
): HTMLElementTagNameMap[Name] | null {
  return root.querySelector<HTMLElementTagNameMap[Name]>(`session-view:not([beside]) ${name}`);
}

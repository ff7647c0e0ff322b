/** Waits while a person has selected something in the element: new nodes would take the selection away. */
export function selectionLeft(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (holdsSelection(element)) return;
      document.removeEventListener('selectionchange', look);
      resolve();
    };
    document.addEventListener('selectionchange', look);
    look();
  });
}

function holdsSelection(element: Element): boolean {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true);
}

import { type LitElement, render, type TemplateResult } from 'lit';

const mounted: HTMLElement[] = [];

/**
 * Puts a template into the page and waits until its elements have drawn themselves. Needs no frame: pages of tests run
 * side by side, and the browser draws frames only for the one in front.
 */
export async function mount<T extends Element>(template: TemplateResult): Promise<T> {
  const box = document.createElement('div');
  document.body.append(box);
  mounted.push(box);
  render(template, box);
  for (let seen = -1, all = elementsIn(box); all.length > seen; all = elementsIn(box)) {
    seen = all.length;
    await Promise.all(all.map((element) => element.updateComplete));
  }
  return box.firstElementChild as T;
}

/** Takes away what the test has put there. */
function unmountAll(): void {
  for (const box of mounted.splice(0)) box.remove();
}

function elementsIn(box: Element): LitElement[] {
  return [...box.querySelectorAll<LitElement>('*')].filter((element) => element.updateComplete !== undefined);
}

afterEach(unmountAll);

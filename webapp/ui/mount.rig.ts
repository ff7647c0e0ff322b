import { expect } from '@open-wc/testing';
import { html, type LitElement, render, type TemplateResult } from 'lit';

const mounted: HTMLElement[] = [];

/**
 * Puts a template into the page and waits until its elements have drawn themselves. Needs no frame: pages of tests run
 * side by side, and the browser draws frames only for the one in front.
 */
export async function mount<T extends Element>(
  template: TemplateResult,
  around: (template: TemplateResult) => TemplateResult = (same) => same,
): Promise<T> {
  const box = document.createElement('div');
  document.body.append(box);
  mounted.push(box);
  render(around(html`<div data-mount>${template}</div>`), box);
  for (let seen = -1, all = elementsIn(box); all.length > seen; all = elementsIn(box)) {
    seen = all.length;
    await Promise.all(all.map((element) => element.updateComplete));
  }
  const inner = box.querySelector('[data-mount]');
  return inner!.firstElementChild as T;
}

/** Takes away what the test has put there. */
function unmountAll(): void {
  for (const box of mounted.splice(0)) box.remove();
}

function elementsIn(box: Element): LitElement[] {
  return [...box.querySelectorAll<LitElement>('*')].filter((element) => element.updateComplete !== undefined);
}

afterEach(unmountAll);

const LIMIT_MS = 50_000;
const EVERY_MS = 20;

/**
 * Asserts that something holds, now or soon: long enough for a busy machine, and told apart by its name when it never
 * does. A test may rest on it alone.
 */
export async function until(holds: () => unknown, name: string): Promise<void> {
  const deadline = Date.now() + LIMIT_MS;
  let held = await holds();
  while (!held && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    held = await holds();
  }
  expect(Boolean(held), name).to.equal(true);
}

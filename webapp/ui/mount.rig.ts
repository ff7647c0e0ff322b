import { chai, expect } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';
import { html, type LitElement, render, type TemplateResult } from 'lit';
import { tellCrowding } from '../../server/testing/patience.rig.js';
import { readUntil, show } from '../../server/testing/until.rig.js';
import { readScreen } from './read-screen.rig.js';

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

/** Puts what moves for a moment at its end: a place that is measured on the way there is right by luck. */
export function endMotion(root: Document | ShadowRoot = document): void {
  for (const animation of root.getAnimations()) {
    if (Number.isFinite(Number(animation.effect?.getComputedTiming().endTime))) animation.finish();
  }
  for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) endMotion(shadowRoot);
}

// Text that fades in has less contrast than it will have.
chai.util.overwriteMethod(chai.Assertion.prototype, 'accessible', (check: (...args: unknown[]) => unknown) => {
  return function atRest(this: unknown, ...args: unknown[]) {
    endMotion();
    return check.apply(this, args);
  };
});

const EVERY_MS = 20;
const ASK_MS = 1_000;

/** Asserts that something holds, now or soon; fails with its name and what is on the page. A test may rest on it alone. */
export async function until(holds: () => unknown, name: string): Promise<void> {
  const read = () => {
    askCrowding();
    return holds();
  };
  const { value, isFound, waited } = await readUntil(read, Boolean, EVERY_MS);
  const { focus, seen } = isFound ? { focus: '', seen: '' } : readScreen();
  const instead = `${show(value)} after ${waited}, the focus at ${focus}, and this: ${show(seen.replace(/\s+/g, ' ').trim())}`;
  expect(isFound, isFound ? name : `${name}, but there was ${instead}`).to.equal(true);
}

let askedAt = Number.NEGATIVE_INFINITY;

/** How crowded the machine is decides how long to wait. A page can't see that; its runner can. */
function askCrowding(): void {
  if (performance.now() - askedAt < ASK_MS) return;
  askedAt = performance.now();
  executeServerCommand<number, null>('crowding').then(tellCrowding, () => {});
}

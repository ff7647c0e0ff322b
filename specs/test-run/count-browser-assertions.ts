/**
 * Put in front of every component test by `component-bundle.ts`: tells the runner how many assertions each test made. Tests of
 * a page run one after the other, so a single counter is enough.
 */
import { chai } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';

const counts: Record<string, number> = {};
let made = 0;

// What chai and its plugins check comes down to the first of these; the second throws by itself.
for (const name of ['assert', 'accessible']) {
  chai.util.overwriteMethod(chai.Assertion.prototype, name, (check: (...args: unknown[]) => unknown) => {
    return function counted(this: unknown, ...args: unknown[]) {
      made += 1;
      return check.apply(this, args);
    };
  });
}

beforeEach(() => {
  made = 0;
});
afterEach(function note(this: ComponentHook) {
  const name = this.currentTest.titlePath().join(' > ');
  // Of two tests with one name, the one that asserts less counts for both.
  counts[name] = Math.min(made, counts[name] ?? Number.POSITIVE_INFINITY);
});
after(async () => {
  await executeServerCommand('count-assertions', counts);
});

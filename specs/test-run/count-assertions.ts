/**
 * Loaded into each process of Node tests: tells the run how many assertions each test made, and
 * what was going on when one failed. Tests of one file run one after the other, so a single counter is enough.
 */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, type TestContext } from 'node:test';
import { assertionNote } from './assertion-note.js';
import { addWitnesses } from './failure-notes.js';

let made = 0;

for (const [name, check] of Object.entries(assert)) {
  if (typeof check !== 'function') continue;
  // Counted as it is read, not by a wrapper, which would stand between the test and what is told of its failure.
  const get = () => {
    made += 1;
    return check;
  };
  Object.defineProperty(assert, name, { get, enumerable: true, configurable: true });
}

beforeEach(() => {
  made = 0;
});
afterEach(async (test) => {
  // Newer than our types of Node.
  const error: unknown = Reflect.get(test, 'error');
  (test as TestContext).diagnostic(assertionNote(made));
  if (error instanceof Error) await addWitnesses(error);
});

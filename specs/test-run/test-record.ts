import type { Suite } from './test-files.js';

/** What became of one test, or of a suite that was skipped as a whole. */
export interface TestOutcome {
  /** Its file, from the project's root, with `/`. */
  file: string;
  name: string;
  outcome: 'passed' | 'failed' | 'skipped' | 'todo';
  assertions: number;
  /** Why it was skipped, if the test says so. */
  why?: string;
  isSuite?: true;
}

/** A test that failed, or a file that could not be run to its end. */
export interface TestFailure {
  file: string;
  name: string;
  /** The message of its error, after the line of the test file where it was thrown, if that is known. */
  why: string;
  /** The calls that led there, of this project's code. */
  calls?: string[];
}

/** What a test file took: of the clock, and of the processors as far as its own processes tell. */
export interface FileCost {
  file: string;
  suite: Suite;
  wallMs: number;
  cpuMs: number;
}

/** What a run of test files did. */
export interface RunRecord {
  tests: TestOutcome[];
  failures: TestFailure[];
  files: FileCost[];
}

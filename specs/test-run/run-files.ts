/** Runs test files in one process, one after the other: `run-files.js '[["a.test.ts", "file:///…"]]'`. */
import { describe } from 'node:test';

const files = JSON.parse(process.argv[2]!) as [file: string, script: string][];
// A suite for each: hooks of one file are not for the tests of others, and what fails to load fails by name.
for (const [file, script] of files) describe(file, () => import(script));

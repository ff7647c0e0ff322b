import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSources } from '../../read-sources.js';
import { pageWords } from './page-words.js';

describe('the words by which a trial reads the page', () => {
  it('[RA30] are words of the page', async () => {
    const isPage = (path: string) => path.endsWith('.ts') && !/test\.ts$|\.rig\.ts$/.test(path);
    const page = (await readSources(['webapp'], isPage)).map(({ text }) => text).join('\n');
    const unsaid = Object.values(pageWords).filter((words) => !page.includes(words));
    assert.deepEqual(unsaid, []);
  });
});

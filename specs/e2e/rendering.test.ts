import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { HOSTILE_OUTPUT } from '../../webapp/ansi/hostile-output.rig.js';
import { HOSTILE_MARKDOWN } from '../../webapp/markdown/hostile-markdown.rig.js';
import { RenderingPage } from './rendering-page.rig.js';

/** All that our templates make. Anything else in the page was made by the text. */
const TAGS =
  'a blockquote br button code code-block del details diff-chunk diff-view div em h3 h4 h5 h6 hr img kbd li mark markdown-view math-view ol p pre remote-image section span strong sub summary sup table tbody td terminal-output th thead tr ul';
const ATTRIBUTES =
  'alt aria-busy aria-hidden aria-label aria-live aria-pressed block class data-alert data-align data-copy-table data-line data-note data-note-back data-path data-run decoding dir folder href mode open path rel role scope src start streaming style tabindex target title type';

const ours = { tags: TAGS.split(' '), attributes: ATTRIBUTES.split(' ') };

describe('what draws an agent’s text', () => {
  let rendering: RenderingPage;
  before(async () => {
    rendering = await RenderingPage.open();
  });
  after(() => rendering.close());

  it('[W25] [UX40] runs, fetches and makes nothing of its own from the hostile corpus, under the policy', async () => {
    assert.ok(HOSTILE_MARKDOWN.length >= 60, 'the corpus is large enough');
    assert.deepEqual(await rendering.showAll({ ...ours, snippets: HOSTILE_MARKDOWN }), []);
    assert.deepEqual(await rendering.misdeeds(), []);
    assert.deepEqual(rendering.foreign, []);
  });

  it('[F27] [W25] does so with terminal output and numbers of both together', async () => {
    const snippets = HOSTILE_OUTPUT.map(([text], n) => text + HOSTILE_MARKDOWN[n % HOSTILE_MARKDOWN.length]);
    assert.deepEqual(await rendering.showAll({ ...ours, snippets }), []);
    assert.deepEqual(await rendering.misdeeds(), []);
    assert.deepEqual(rendering.foreign, []);
  });

  it('[W35] starts the worker under the policy: code gets its colours, diffs their rows', async () => {
    await rendering.page.evaluate(() => {
      const code = Object.assign(document.createElement('code-block'), { code: 'const a = 1;', info: 'ts' });
      const texts = { path: 'a.py', oldText: 'def f(): pass\n', newText: 'def g(): pass\n' };
      document
        .querySelector('#stage')!
        .replaceChildren(code, Object.assign(document.createElement('diff-view'), texts));
    });
    await rendering.page.waitForSelector('code-block .tk-keyword');
    await rendering.page.waitForSelector('diff-view .added .tk-keyword');
    assert.deepEqual(await rendering.misdeeds(), []);
    assert.equal(rendering.page.workers().length, 1);
  });
});

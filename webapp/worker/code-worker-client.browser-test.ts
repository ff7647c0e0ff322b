import { expect } from '@open-wc/testing';
import { trustedScriptUrl } from '../ui/trusted-types.js';
import script from './code-worker.ts?worker&url';
import { CodeWorkerClient } from './code-worker-client.js';
import { highlightCode } from './highlight-cache.js';
import { spansOfLine } from './line-spans.js';

const failure = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: Error) => error.message,
  );

describe('CodeWorkerClient', () => {
  it('[W31] gets colours from a real worker', async () => {
    const worker = new CodeWorkerClient(async () => script);
    const spans = await worker.ask('highlight', { language: 'python', code: 'def f(): pass', stream: null });
    expect(spansOfLine('def f(): pass', spans!, 0)[0]).to.deep.equal({ text: 'def', kind: 'keyword' });
  });

  it('[W31] keeps answers for the same code and gives null when there are none', async () => {
    const worker = new CodeWorkerClient(async () => script);
    const code = 'let a = 1;';
    expect(highlightCode(worker, 'js', code)).to.equal(highlightCode(worker, 'js', code));
    expect(await highlightCode(worker, 'js', code)).not.to.equal(null);
    expect(await highlightCode(new CodeWorkerClient(async () => undefined), 'js', 'other')).to.equal(null);
    expect(await highlightCode(worker, 'js', 'x'.repeat(200_001))).to.equal(null);
  });

  it('[F1] gets diffs and patches from it', async () => {
    const worker = new CodeWorkerClient(async () => script);
    const diff = await worker.ask('diff', { oldText: 'a\nb\n', newText: 'a\nc\n' });
    expect([diff.added, diff.removed]).to.deep.equal([1, 1]);
    expect(await worker.ask('patch', { path: 'x', oldText: null, newText: 'a\n' })).to.contain('+++ b/x');
  });

  it('[W35] rejects when there is no worker, and asks again after one broke', async () => {
    expect(await failure(new CodeWorkerClient(async () => undefined).ask('forget', { stream: 1 }))).to.contain(
      'not found',
    );
    const gone = URL.createObjectURL(new Blob([]));
    URL.revokeObjectURL(gone);
    const scripts = [gone, script];
    const worker = new CodeWorkerClient(async () => scripts.shift());
    const asked = ['x', 'y'].map((path) => worker.ask('patch', { path, oldText: '', newText: 'a' }));
    expect(await failure(asked[0]!)).to.contain('failed');
    expect(await asked[1]).to.contain('b/y');
  });

  it('[W35] gives up a task that hangs and goes on with the others', async () => {
    const hanging = URL.createObjectURL(new Blob(['onmessage = () => { for (;;); }'], { type: 'text/javascript' }));
    const scripts = [hanging, script];
    const worker = new CodeWorkerClient(async () => scripts.shift(), 500);
    const asked = ['x', 'y'].map((path) => worker.ask('patch', { path, oldText: '', newText: 'a' }));
    expect(await failure(asked[0]!)).to.contain('too long');
  });

  it('[W38] admits scripts of our own origin only', () => {
    expect(trustedScriptUrl('/a.js').toString()).to.equal(`${location.origin}/a.js`);
    for (const url of ['https://evil.example/a.js', '//evil.example/a.js', 'data:text/javascript,1', 'javascript:1']) {
      expect(() => trustedScriptUrl(url), url).to.throw(TypeError);
    }
  });
});

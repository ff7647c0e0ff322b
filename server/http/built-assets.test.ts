import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Served } from '../rpc/serve.rig.js';
import { builtAssets } from './built-assets.js';
import { requestHead, sendRaw } from './raw-http.rig.js';

const PAGE = '<!doctype html><script>early()</script><style>b{c:d}</style><script src="/x.js"></script>';

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

describe('the built web app', () => {
  let folder: string;
  let served: Served;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'acdeck-assets-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), PAGE);
    writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
    writeFileSync(join(folder, '.secret'), 'secret');
    writeFileSync(join(folder, 'assets', 'index-B1x_9aZk.js'), '0123456789');
    writeFileSync(join(folder, 'assets', 'gone-B1x_9aZk.js'), '0123456789');
    writeFileSync(join(folder, 'assets', 'large-B1x_9aZk.js'), 'as it is');
    writeFileSync(join(folder, 'assets', 'large-B1x_9aZk.js.br'), 'as brotli');
    writeFileSync(join(folder, 'assets', 'large-B1x_9aZk.js.gz'), 'as gzip');
    served = await Served.start({ assets: builtAssets(folder) });
  });
  after(async () => {
    await served.stop();
    rmSync(folder, { recursive: true });
  });

  const get = (path: string, ...headers: [string, string][]) =>
    sendRaw(served.port, requestHead(`GET ${path}`, [['Host', `127.0.0.1:${served.port}`], ...headers]));

  it('[G18] is cached by name', async () => {
    const cachingOf = async (path: string) => {
      const { status, headers } = await get(path);
      return [status, headers['content-type'], headers['cache-control']];
    };
    assert.deepEqual(await cachingOf('/'), [200, 'text/html;charset=utf-8', 'no-store']);
    assert.deepEqual(await cachingOf('/index.html'), [200, 'text/html;charset=utf-8', 'no-store']);
    assert.deepEqual(await cachingOf('/favicon.svg'), [200, 'image/svg+xml', 'no-cache']);
    const forEver = 'public, max-age=31536000, immutable';
    assert.deepEqual(await cachingOf('/assets/index-B1x_9aZk.js'), [200, 'text/javascript', forEver]);
  });

  it('[U56] [SP21] may run what lies in the page as it is now, and nothing else', async () => {
    const policyOf = async (path: string) => {
      const policy = String((await get(path)).headers['content-security-policy']);
      return ['script-src', 'style-src'].map((name) => policy.split('; ').find((part) => part.startsWith(`${name} `)));
    };
    const named = (script: string, style: string) => [
      `script-src 'self' '${hashOf(script)}'`,
      `style-src 'self' '${hashOf(style)}'`,
    ];
    for (const path of ['/', '/index.html', '/?x=1'])
      assert.deepEqual(await policyOf(path), named('early()', 'b{c:d}'));
    for (const path of ['/favicon.svg', '/gone', '/auth'])
      assert.deepEqual(await policyOf(path), ["script-src 'self'", "style-src 'self'"]);
    // An update puts another page in its place while the server runs.
    writeFileSync(join(folder, 'index.html'), PAGE.replace('early()', 'other()'));
    assert.deepEqual(await policyOf('/'), named('other()', 'b{c:d}'));
    writeFileSync(join(folder, 'index.html'), PAGE);
  });

  it('[SP5] comes in the smallest form that a browser takes, and the same words in each', async () => {
    const formOf = async (path: string, accepted: string | null) => {
      const { status, headers, body } = await get(
        path,
        ...(accepted === null ? [] : [['Accept-Encoding', accepted] as [string, string]]),
      );
      return [status, headers['content-encoding'] ?? 'whole', headers['content-type'], headers.vary, body];
    };
    const type = 'text/javascript';
    const path = '/assets/large-B1x_9aZk.js';
    assert.deepEqual(await formOf(path, 'gzip, deflate, br'), [200, 'br', type, 'Accept-Encoding', 'as brotli']);
    assert.deepEqual(await formOf(path, 'gzip;q=0.5, br;q=0'), [200, 'gzip', type, 'Accept-Encoding', 'as gzip']);
    for (const accepted of [null, '', 'identity', 'gzip;q=0, br;q=0.0', 'brr, xgzip', 'deflate'])
      assert.deepEqual(
        await formOf(path, accepted),
        [200, 'whole', type, 'Accept-Encoding', 'as it is'],
        `${accepted}`,
      );
    assert.equal((await formOf('/favicon.svg', 'gzip, br'))[1], 'whole');
    // The packed forms aren't files of their own.
    for (const ending of ['.br', '.gz']) assert.equal((await get(path + ending)).status, 403);
    const { headers } = await get(path, ['Accept-Encoding', 'br']);
    const again = await get(path, ['Accept-Encoding', 'br'], ['If-None-Match', headers.etag!]);
    assert.deepEqual([again.status, again.body], [304, '']);
  });

  it('[G4] is all that the Host alone gives', async () => {
    const hidden = [
      '/.secret',
      '/assets',
      '/assets/',
      '/index',
      '//index.html',
      '/assets/../.secret',
      '/%2e%2e/etc/passwd',
    ];
    for (const path of hidden) assert.equal((await get(path)).status, 403, path);
    const { headers } = await get('/favicon.svg');
    assert.equal((await get('/favicon.svg', ['If-None-Match', headers.etag!])).status, 304);
  });

  it('[G19] survives ranges that make no sense', async () => {
    for (const range of ['bytes=5-2', 'bytes=-5', 'bytes=999-', 'bytes=a-b', 'bytes=0-1,3-4', 'lines=1-2']) {
      const { status, body } = await get('/assets/index-B1x_9aZk.js', ['Range', range]);
      assert.deepEqual([status, body], [200, '0123456789'], range);
    }
  });

  it('[G19] survives a file that an update has removed', async () => {
    rmSync(join(folder, 'assets', 'gone-B1x_9aZk.js'));
    await get('/assets/gone-B1x_9aZk.js').catch(() => {});
    assert.equal((await get('/')).status, 200);
  });

  it('[G26] says that it is not built', () => {
    assert.throws(
      () => builtAssets(join(folder, 'nowhere')),
      /The web app is not built: .* Run "npm run build" first\./,
    );
  });
});

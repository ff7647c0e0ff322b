import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashSecret, isSameSecret, newSecret } from './secrets.js';
import { deviceLabel } from './sign-in.js';

describe('secrets', () => {
  it('[G15] are 256 bits, different each time', () => {
    const secrets = new Set(Array.from({ length: 100 }, newSecret));
    assert.equal(secrets.size, 100);
    for (const secret of secrets) assert.equal(Buffer.from(secret, 'base64url').length, 32);
    assert.equal(hashSecret('a').length, 64);
  });

  it('[G15] are equal to themselves and to nothing else, without throwing', () => {
    const secret = newSecret();
    assert.ok(isSameSecret(secret, `${secret}`));
    const others = ['', 'ü', secret.slice(1), `${secret} `, [secret], { length: 43 }, 5, null, undefined, Symbol('a')];
    for (const other of others) {
      assert.equal(isSameSecret(other, secret), false);
      assert.equal(isSameSecret(secret, other), false);
    }
    assert.equal(isSameSecret('', ''), false);
  });
});

describe('the name of a device', () => {
  it('[G21] is made of our own words', () => {
    const linux =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1';
    const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:140.0) Gecko/20100101 Firefox/140.0';
    assert.equal(deviceLabel(linux), 'Chrome on Linux');
    assert.equal(deviceLabel(`${linux} Edg/140.0`), 'Edge on Linux');
    assert.equal(deviceLabel(phone), 'Safari on iPhone');
    assert.equal(deviceLabel(mac), 'Firefox on macOS');
    assert.equal(deviceLabel('<img onerror=x> Linux'), 'A browser on Linux');
    assert.equal(deviceLabel('x'.repeat(100_000)), 'A browser');
    assert.equal(deviceLabel(null), 'A browser');
  });
});

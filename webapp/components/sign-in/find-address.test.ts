import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressIn } from './find-address.js';

const lines = (...texts: string[]) =>
  texts.map((text) => ({ text: text.replace(/^>/, ''), isWrapped: text.startsWith('>') }));

describe('the address in a terminal', () => {
  it('[AU23] is whole, though it was broken at the edge', () => {
    const screen = lines(
      'Visit:',
      'https://id.example/auth?client=1&redi',
      '>rect=http%3A%2F%2F127.0.0.1',
      'Waiting...',
    );
    assert.equal(addressIn(screen), 'https://id.example/auth?client=1&redirect=http%3A%2F%2F127.0.0.1');
  });

  it('[AU23] is the last one, without what ends the sentence', () => {
    assert.equal(addressIn(lines('See https://a.example/, or (https://b.example/x).')), 'https://b.example/x');
  });

  it('[AU23] is none where there is none of the web', () => {
    for (const text of ['', 'javascript:alert(1)', 'file:///etc/passwd', 'https://', 'http://%']) {
      assert.equal(addressIn(lines(text)), null, text);
    }
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutFence } from './strip-fence.js';

describe('output that an agent wraps in markdown', () => {
  it('[RG11] is shown without the wrapping if it is one block', () => {
    assert.equal(withoutFence('```console\nshown\n```'), 'shown\n');
    assert.equal(withoutFence('```\n1\tone\n2\t\n```\n'), '1\tone\n2\t\n');
    assert.equal(withoutFence('````\n```js\nx\n```\n````'), '```js\nx\n```\n');
    assert.equal(withoutFence('~~~\n~~~'), '');
  });

  it('[RG11] is left as it is in all other cases', () => {
    const others = ['', 'plain', '```', '```\n', '```\nopen', '```\na\n```\nwords\n```\nb\n```', 'words\n```\na\n```'];
    for (const text of others) assert.equal(withoutFence(text), text);
  });
});

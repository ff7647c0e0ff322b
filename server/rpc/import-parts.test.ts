import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { IMPORT_LIMITS } from '../protocol/api/conversation-file.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import { takePart, takeParts } from './import-parts.js';

const refused = (code: string) => (error: unknown) => error instanceof RpcError && error.reason?.code === code;

describe('a file that comes in parts', () => {
  it('[EX8] is whole when its parts have come in their order, and given once', () => {
    const tab = {};
    takePart(tab, 'a', 0, 'one ');
    takePart(tab, 'a', 1, 'two');
    assert.throws(() => takeParts({}, 'a'), refused('import_torn'));
    assert.throws(() => takeParts(tab, 'b'), refused('import_torn'));
    assert.deepEqual(takeParts(tab, 'a'), ['one ', 'two']);
    assert.throws(() => takeParts(tab, 'a'), refused('import_torn'));
  });

  it('[EX8] [EX6] is refused with a part missing, and when it is too large', () => {
    const tab = {};
    assert.throws(() => takePart(tab, 'a', 1, 'x'), refused('import_torn'));
    takePart(tab, 'a', 0, 'x');
    assert.throws(() => takePart(tab, 'a', 2, 'x'), refused('import_torn'));
    assert.throws(() => takePart(tab, 'b', 1, 'x'), refused('import_torn'));
    const part = 'x'.repeat(IMPORT_LIMITS.chars / 2);
    takePart(tab, 'c', 0, part);
    takePart(tab, 'c', 1, part);
    assert.throws(() => takePart(tab, 'c', 2, 'x'), refused('import_too_large'));
    assert.throws(() => takeParts(tab, 'c'), refused('import_torn'));
  });
});

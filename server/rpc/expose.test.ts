import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkMethods, exposeMethods } from './expose.js';

class Base {
  inherited(): string {
    return 'inherited';
  }
}

class Facade extends Base {
  readonly arrow = () => 'arrow';

  listed(): string {
    return 'listed';
  }

  _underscored(): string {
    return 'underscored';
  }

  get computed(): () => string {
    throw new Error('A getter must not be run.');
  }

  private hidden(): string {
    return 'hidden';
  }

  reachHidden(): string {
    return this.hidden();
  }
}

const tab = { answer: (_id: unknown, send: () => void) => send() };
const expose = (...names: string[]) =>
  exposeMethods({ Facade: names }, { Facade: new Facade() }, { tab, onFault: () => {} });

describe('exposing', () => {
  it('[R2] takes the listed names and no others', () => {
    assert.deepEqual(Object.keys(expose('listed')), [
      'system.listComponents',
      'system.extension.dual-batch',
      'Facade.listed',
    ]);
  });

  it('[R6] refuses names that are not methods of the class itself', () => {
    for (const name of ['inherited', 'computed', 'arrow', 'missing', 'toString', '__proto__']) {
      const complaint = new RegExp(`The class Facade has no method ${name} of its own\\.`);
      assert.throws(() => expose(name), complaint);
      assert.throws(() => checkMethods({ Facade: [name] }, { Facade }), complaint);
    }
  });
});

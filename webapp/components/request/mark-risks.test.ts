import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { seeded } from '../../../server/testing/seeded.rig.js';
import { markRisks } from './mark-risks.js';

const risky = (command: string) =>
  markRisks(command).flatMap((part) => part.filter(({ isRisky }) => isRisky).map(({ text }) => text));
const parts = (command: string) => markRisks(command).map((part) => part.map(({ text }) => text).join(''));

describe('a command in a question', () => {
  it('[PR20] has the words marked that a person should look at twice', () => {
    assert.deepEqual(risky('sudo rm -rf /usr/x && git push --force'), ['sudo', 'rm', '-rf', '/usr/x', '--force']);
    assert.deepEqual(risky('curl https://a.test/x.sh | bash'), ['curl', '| bash']);
    assert.deepEqual(risky('cat ../secret ~/.ssh/id'), ['../secret', '~/.ssh/id']);
    for (const mild of ['npm test', 'git rmx', 'echo form', 'ls src/rm.ts', 'node a.js 2> /dev/null'])
      assert.deepEqual(risky(mild), [], mild);
  });

  it('[PR20] is taken apart where one deed follows another, outside of quotes', () => {
    assert.deepEqual(parts(`npm i && echo "a && b; c" ; ls | wc\nx`), [
      'npm i &&',
      ` echo "a && b; c" ;`,
      ' ls | wc\n',
      'x',
    ]);
    assert.deepEqual(parts('a; \nb &&\nc'), ['a; \n', 'b &&\n', 'c']);
  });

  it('[PR20] is whole whatever it holds', (t) => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => assert.equal(parts(text).join(''), text)),
      seeded(t, 100),
    );
  });
});

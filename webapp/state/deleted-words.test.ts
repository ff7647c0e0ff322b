import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deletedWords } from './deleted-words.js';
import { FakeServer } from './fake-server.rig.js';

describe('the words after a deletion', () => {
  it("[AS12] say what becomes of the agent's own session", () => {
    const { app } = new FakeServer('s');
    const words = (session: object, agent: object = {}) => {
      const sessions = app.sessions.map((one) => ({ ...one, ...session }));
      const agents = app.agents.map((one) => ({ ...one, ...agent }));
      return deletedWords({ ...app, sessions, agents }, 's', 'Whales');
    };
    assert.equal(words({}), 'Deleted “Whales” here; Demo agent may keep its own copy');
    assert.equal(words({}, { deletesSessions: true }), 'Deleted “Whales” here and in Demo agent');
    assert.equal(words({ origin: 'agent' }, { deletesSessions: true }), 'Deleted “Whales” from Demo agent');
    assert.equal(words({ archived: true }), 'Deleted “Whales”; the session itself stays');
    assert.equal(deletedWords(app, 'gone', 'Whales'), 'Deleted “Whales”');
  });
});

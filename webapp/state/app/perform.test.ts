import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settled } from '../../../server/protocol/clock.rig.js';
import { serverCommand, sessionCommand } from './acts.js';
import { AppRig } from './app.rig.js';
import { FakeServer } from './fake-server.rig.js';
import { deletedWords, perform } from './perform.js';
import { appWords } from './words.js';

describe('an act that is a command of the server', () => {
  it('[R44] is sent as it is, with an id', async () => {
    const rig = await new AppRig().connect();
    perform(rig.context, serverCommand('Settings', 'dismiss_banner', 'b1'));
    perform(rig.context, serverCommand('Sessions', 'rename', 's7', 'New name'));
    await settled();
    assert.deepEqual(rig.server.callsOf('Settings.dismiss_banner'), [['c1', 'b1']]);
    assert.deepEqual(rig.server.callsOf('Sessions.rename'), [['c2', 's7', 'New name']]);
  });

  it('[R44] goes to the session on screen if it is for that one, and nowhere if there is none', async () => {
    const rig = await new AppRig().connect();
    perform(rig.context, sessionCommand('AcpBridge', 'pause_queue', true));
    await settled();
    assert.deepEqual(rig.server.callsOf('AcpBridge.pause_queue'), [['c1', 's1', true]]);
    const empty = await new AppRig(new FakeServer()).connect();
    perform(empty.context, sessionCommand('AcpBridge', 'pause_queue', true));
    await settled();
    assert.deepEqual([empty.server.callsOf('AcpBridge.pause_queue'), empty.context.outbox.value], [[], []]);
  });

  it('[R44] does not compile if the server has no such command, or if it takes something else', () => {
    const wrong = [
      // @ts-expect-error: there is no such method.
      sessionCommand('AcpBridge', 'wipe'),
      // @ts-expect-error: it is a method of another class.
      sessionCommand('Sessions', 'cancel'),
      // @ts-expect-error: it isn't a command.
      serverCommand('Sessions', 'list'),
      // @ts-expect-error: it is for no session.
      sessionCommand('Settings', 'dismiss_banner', 'b1'),
      // @ts-expect-error: an argument is missing.
      sessionCommand('AcpBridge', 'pause_queue'),
      // @ts-expect-error: an argument is of another type.
      sessionCommand('AcpBridge', 'pause_queue', 'yes'),
      // @ts-expect-error: there is an argument too many.
      sessionCommand('AcpBridge', 'cancel', 's1'),
    ];
    assert.equal(wrong.length, 7);
  });
});

describe('the words after a deletion', () => {
  it("[AS12] say what becomes of the agent's own session", () => {
    const { app } = new FakeServer('s');
    const words = (session: object, agent: object = {}) => {
      const sessions = app.sessions.map((one) => ({ ...one, ...session }));
      const agents = app.agents.map((one) => ({ ...one, ...agent }));
      return deletedWords({ ...app, sessions, agents }, 's', 'Whales');
    };
    assert.equal(words({}), appWords.deleted.maybeKept('Whales', 'Demo agent'));
    assert.equal(words({}, { deletesSessions: true }), appWords.deleted.everywhere('Whales', 'Demo agent'));
    assert.equal(
      words({ origin: 'agent' }, { deletesSessions: true }),
      appWords.deleted.inAgent('Whales', 'Demo agent'),
    );
    assert.equal(words({ copy: true }), appWords.deleted.copy('Whales'));
    assert.equal(deletedWords(app, 'gone', 'Whales'), appWords.deleted.here('Whales'));
  });
});

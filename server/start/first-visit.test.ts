import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { settled, TestClock } from '../protocol/clock.rig.js';
import { FirstVisit } from './first-visit.js';

function visit() {
  const clock = new TestClock();
  const visited = new FirstVisit(clock);
  const heard: string[] = [];
  const assets = visited.watchAssets({ has: () => true, serve: () => heard.push('file') });
  const tabs = visited.watchTabs({ hasRoom: () => true, accept: () => heard.push('tab') });
  const responses = new Map<string, EventEmitter>();
  const ask = (url: string) => {
    const response = new EventEmitter();
    responses.set(url, response);
    assets.serve({ url } as never, response as never);
  };
  void visited.painted().then(() => heard.push('painted'));
  void visited.over().then(() => heard.push('over'));
  return {
    clock,
    heard,
    ask,
    send: (url: string) => responses.get(url)!.emit('close'),
    openTab: () => tabs.accept({} as never, {} as never),
  };
}

const PAGE = '/';
const STYLE = '/assets/index-CecYsYEH.css';
const START = '/assets/start-Bn4BpkFh.js';
const APP = '/assets/index-C7--0ZZP.js';

describe('the first visit', () => {
  it('[SP11] is over when the page that was asked for is there', async () => {
    const { heard, ask, openTab, clock } = visit();
    ask(PAGE);
    await clock.passSettled(900);
    assert.deepEqual(heard, ['file']);
    openTab();
    await settled();
    assert.deepEqual(heard, ['file', 'tab', 'over']);
  });

  it('[SP11] is over soon if nobody comes, or what comes is no page', async () => {
    const nobody = visit();
    await nobody.clock.passSettled(250);
    assert.deepEqual(nobody.heard, ['painted', 'over']);
    const other = visit();
    other.ask(PAGE);
    await settled();
    await other.clock.passSettled(1_000);
    assert.deepEqual(other.heard, ['file', 'painted', 'over']);
  });

  it('[SP16] leaves the thread alone until the app’s script was sent', async () => {
    const { heard, ask, send, clock } = visit();
    for (const url of [PAGE, STYLE, START]) {
      ask(url);
      send(url);
      await clock.passSettled(100);
    }
    ask(APP);
    await clock.passSettled(100);
    assert.deepEqual(heard, ['file', 'file', 'file', 'file']);
    send(APP);
    await settled();
    assert.deepEqual(heard.slice(4), ['painted']);
  });
});

import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { describe, it } from 'node:test';
import type { TakenServers } from '../../ports/tools.js';
import { DEMO_AGENT } from '../catalog/catalog-entries.js';
import { Ear } from '../connection/connection.rig.js';
import { testHost } from '../host.rig.js';

describe('our own tools in sessions of an agent', () => {
  it('[DL18] are offered with what the agent takes, and end with its session and its process', async (t) => {
    const { host, folder } = testHost(t, () => [DEMO_AGENT], {
      env: { PATH: process.env.PATH, ACDECK_DEMO_PACE: '0' },
    });
    const link = await host.connect('demo');
    const told: (TakenServers | string)[] = [];
    const over = new EventEmitter();
    const open = (name: string) => {
      const server = { type: 'http' as const, name: 'acdeck', url: 'http://127.0.0.1:1/mcp', headers: [] };
      const ownServer = (takes: TakenServers) => {
        told.push({ http: takes.http });
        const end = () => {
          told.push(`${name} ended`);
          over.emit(name);
        };
        return { server, end };
      };
      return link.openSession({ cwd: folder, agentSessionId: null, replay: 'drop', ownServer }, new Ear());
    };
    const [one] = [await open('one'), await open('two')];
    assert.deepEqual(told.splice(0), [{ http: true }, { http: true }]);
    one.close();
    assert.deepEqual(told.splice(0), ['one ended']);
    const isOver = once(over, 'two');
    await host.stopAll();
    await isOver;
    assert.deepEqual(told, ['two ended']);
  });
});

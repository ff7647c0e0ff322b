import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { oddEntry, testHost } from '../host.rig.js';
import { agentHome } from './agent-home.js';
import type { CatalogEntry } from './catalog.js';
import { CATALOG } from './catalog-entries.js';

const copilot = CATALOG.find(({ home }) => home?.variable === 'COPILOT_HOME')!;
const withArgs = (...args: string[]): CatalogEntry => ({ ...copilot, commands: [{ command: 'copilot', args }] });

describe("an agent's own data", () => {
  it('[AC3] lie where the settings say, else the arguments, else the environment, else the default', () => {
    const env = { HOME: '/home/ann', COPILOT_HOME: '/env' };
    assert.equal(agentHome({ ...copilot, homePath: '/set' }, env, '/work'), '/set');
    assert.equal(agentHome(withArgs('--config-dir', '/flag'), env, '/work'), '/flag');
    assert.equal(agentHome(withArgs('--config-dir=rel'), env, '/work'), '/work/rel');
    assert.equal(agentHome(copilot, env, '/work'), '/env');
    assert.equal(agentHome(copilot, { HOME: '/home/ann' }, '/work'), '/home/ann/.copilot');
    assert.equal(agentHome(oddEntry('odd', 'x'), env, '/work'), null);
  });

  it('[AC3] lie there for the agent too, and whoever asks the host', (t) => {
    const { host } = testHost(t, () => [{ ...copilot, homePath: '/moved' }]);
    assert.equal(host.homeOf(copilot.id), '/moved');
    assert.equal(host.homeOf('nobody'), null);
  });
});

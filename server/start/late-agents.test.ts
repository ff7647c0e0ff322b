import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentLink } from '../ports/agent.js';
import { LateAgents, type StoppableHost } from './late-agents.js';

function host(calls: string[]): StoppableHost {
  return {
    connect: async (id) => ({ agentId: id }) as AgentLink,
    borrow: async (id, use) => use({ agentId: id } as AgentLink),
    restart: (id) => {
      calls.push(`restart ${id}`);
      if (id === 'nobody') throw new Error('There is no such agent.');
    },
    turnOff: (id) => void calls.push(`off ${id}`),
    turnOn: (id) => void calls.push(`on ${id}`),
    running: () => [],
    renameSession: async () => {},
    flagged: () => {},
    stopAll: async () => void calls.push('stop'),
  };
}

describe('LateAgents', () => {
  it('[C18] keeps what is asked for before the agents are loaded', async () => {
    const [agents, calls] = [new LateAgents(), [] as string[]];
    const link = agents.connect('demo');
    const borrowed = agents.borrow('other', async ({ agentId }) => agentId);
    agents.restart('demo');
    agents.restart('nobody');
    assert.equal(agents.arrive(host(calls)), true);
    assert.equal((await link).agentId, 'demo');
    assert.equal(await borrowed, 'other');
    assert.deepEqual(calls, ['restart demo', 'restart nobody']);
    await agents.stopAll();
    assert.equal(calls.at(-1), 'stop');
  });

  it('[C31] starts nothing once all is ended', async () => {
    const agents = new LateAgents();
    await agents.stopAll();
    assert.equal(agents.arrive(host([])), false);
  });
});

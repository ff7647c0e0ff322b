import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Command } from '../../commands/command.js';
import { type SuggestionSources, suggest } from './suggestions.js';

const NO_SOURCES: SuggestionSources = {
  repo: { find_files: async () => ({ files: [], total: 0, complete: true, leftOut: 0 }) },
  sessions: [],
  find: async () => [],
  sessionId: null,
  agentName: 'Agent',
  agentCommands: [],
  ownCommands: [],
};

const agentCommands = (...names: string[]) => names.map((name) => ({ name, description: '' }));

async function commandsFor(query: string, sources: Partial<SuggestionSources>) {
  return (await suggest({ sign: '/', query, start: 0, end: 0 }, { ...NO_SOURCES, ...sources })).items;
}

describe('suggestions', () => {
  it('[CO10] begin with what begins so, then with what fits best', async () => {
    const sources = { agentCommands: agentCommands('pr-comments', 'create-component', 'Clear', 'plan') };
    const titles = async (query: string) => (await commandsFor(query, sources)).map(({ title }) => title);
    assert.deepEqual(await titles('c'), ['/Clear', '/create-component', '/pr-comments']);
    assert.deepEqual(await titles('cc'), ['/create-component']);
    assert.deepEqual(await titles('zz'), []);
  });

  it('[CO10] mark the letters that fit, past the sign', async () => {
    const [first] = await commandsFor('pl', { agentCommands: agentCommands('plan') });
    assert.deepEqual([first?.title, first?.marks], ['/plan', [1, 2]]);
  });

  it('[SL21] have sessions that the tab does not have, each once', async () => {
    const session = (id: string, title: string) => ({ id, title }) as SuggestionSources['sessions'][number];
    const sources = {
      ...NO_SOURCES,
      sessions: [session('s1', 'Parser, new')],
      find: async () => [session('s1', 'Parser, new'), session('s900', 'Parser, old')],
    };
    const { items } = await suggest({ sign: '#', query: 'parser', start: 0, end: 0 }, sources);
    assert.deepEqual(items.map(({ id }) => id).sort(), ['s1', 's900']);
  });

  it('[CO13] have the agent’s command before ours of the same name, in whatever order the matcher finds them', async () => {
    const own = { id: 'a.b', title: 'Ours', group: 'Session', slash: 'clear', run: () => {} } as unknown as Command;
    const more = agentCommands('clean', 'cleat', 'clever', 'clear-all');
    const found = await commandsFor('clear', {
      agentCommands: [...more, ...agentCommands('clear')],
      ownCommands: [own, { ...own, id: 'c.d', slash: 'clear-all' }],
    });
    assert.deepEqual(
      found.map(({ id }) => id),
      ['agent/clear', 'acdeck/a.b', 'agent/clear-all', 'acdeck/c.d'],
    );
  });
});

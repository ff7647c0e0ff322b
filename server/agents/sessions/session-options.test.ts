import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ear, initializeScripted } from '../connection/connection.rig.js';

const MODES = {
  currentModeId: 'ask',
  availableModes: [{ id: 'ask', name: 'Ask' }, { name: 'bad' }, { id: 'auto', name: 'Auto' }],
};
const MODE_OPTION = {
  id: 'm',
  name: 'Mode',
  category: 'mode',
  type: 'select',
  currentValue: 'x',
  options: [{ value: 'x', name: 'X' }],
};
const FLAG = { id: 'f', name: 'Flag', type: 'boolean', currentValue: false };
const GROUPED = {
  id: 'g',
  name: 'Grouped',
  category: 'permissions',
  type: 'select',
  currentValue: 'a',
  options: [{ group: 'one', name: 'One', options: [{ value: 'a', name: 'A' }] }],
};

describe('what can be set in a session', () => {
  it('[A46] is read from the options, and from the modes where no option says the same', async (t) => {
    const { agent, open } = await initializeScripted(t);
    const facts = async (result: object) => {
      agent.on('session/new', () => ({ sessionId: `${agent.heard.length}`, ...result }));
      const { modes, options } = (await open()).facts;
      return { modes, options };
    };
    const modes = {
      currentModeId: 'ask',
      availableModes: [
        { id: 'ask', name: 'Ask' },
        { id: 'auto', name: 'Auto' },
      ],
    };
    assert.deepEqual(await facts({ modes: MODES }), { modes, options: undefined });
    assert.deepEqual(await facts({ modes: MODES, configOptions: [FLAG] }), { modes, options: [FLAG] });
    assert.deepEqual(await facts({ modes: MODES, configOptions: [MODE_OPTION] }), {
      modes: null,
      options: [MODE_OPTION],
    });
    const odd = [{ id: 's', name: 'S', type: 'slider', currentValue: 3 }, { type: 'boolean' }, 4, GROUPED];
    assert.deepEqual(await facts({ configOptions: odd }), { modes: undefined, options: [GROUPED] });
    assert.deepEqual(await facts({}), { modes: undefined, options: undefined });
  });

  it('[RA36] is one menu where an option of any name lists the modes', async (t) => {
    const { agent, open } = await initializeScripted(t);
    const modes = {
      currentModeId: 'off',
      availableModes: ['off', 'low'].map((id) => ({ id, name: `Thinking: ${id}` })),
    };
    const option = (...values: string[]) => ({
      ...{ id: 't', name: 'Thinking', category: 'thought_level', type: 'select', currentValue: 'off' },
      options: values.map((value) => ({ value, name: `Thinking: ${value}` })),
    });
    const grouped = { ...option(), options: [{ group: 'g', name: 'G', options: option('low', 'off').options }] };
    for (const [told, isOne] of [
      [option('off', 'low'), true],
      [grouped, true],
      [option('off'), false],
      [option('off', 'low', 'high'), false],
      [option('off', 'high'), false],
      [FLAG, false],
    ] as const) {
      agent.on('session/new', () => ({ sessionId: `${agent.heard.length}`, modes, configOptions: [told] }));
      const { facts } = await open();
      assert.deepEqual([facts.modes, facts.options], [isOne ? null : modes, [told]], JSON.stringify(told));
    }
  });

  it('[A46] may be a list of models in the older form, which is set in the older way', async (t) => {
    const models = {
      currentModelId: 'a',
      availableModels: [
        { modelId: 'a', name: 'A' },
        { modelId: 'b', name: 'B' },
      ],
    };
    const { agent, open } = await initializeScripted(
      t,
      {},
      {
        'session/new': () => ({ sessionId: 's1', models }),
        'session/set_model': () => ({}),
      },
    );
    const ear = new Ear();
    const session = await open(ear);
    const option = {
      id: 'legacy-model',
      name: '',
      category: 'model',
      type: 'select',
      currentValue: 'a',
      options: [
        { value: 'a', name: 'A' },
        { value: 'b', name: 'B' },
      ],
    };
    assert.deepEqual(session.facts.options, [option]);
    assert.deepEqual(await session.setOption('legacy-model', 'b'), [{ ...option, currentValue: 'b' }]);
    assert.deepEqual(agent.calls('session/set_model')[0]?.params, { sessionId: 's1', modelId: 'b' });
    agent.update('s1', { sessionUpdate: 'config_option_update', configOptions: [FLAG] });
    await ear.until(() => ear.updates.length === 1);
    assert.deepEqual(ear.updates[0], {
      sessionUpdate: 'config_option_update',
      configOptions: [FLAG, { ...option, currentValue: 'b' }],
    });
  });

  it('[A47] is set by id and value, and the answer replaces all of it', async (t) => {
    const { agent, open } = await initializeScripted(
      t,
      {},
      {
        'session/new': () => ({ sessionId: 's1', configOptions: [FLAG, GROUPED] }),
        'session/set_config_option': ({ value }) => ({ configOptions: [{ ...FLAG, currentValue: value }] }),
        'session/set_mode': () => null,
      },
    );
    const session = await open();
    assert.deepEqual(await session.setOption('f', true), [{ ...FLAG, currentValue: true }]);
    agent.on('session/set_config_option', () => ({}));
    assert.deepEqual(await session.setOption('f', false), [FLAG], 'without a list, what was set is known');
    await session.setOption('g', 'a');
    await session.setMode('auto');
    assert.deepEqual(
      agent.heard.slice(2).map(({ params }) => params),
      [
        { sessionId: 's1', configId: 'f', type: 'boolean', value: true },
        { sessionId: 's1', configId: 'f', type: 'boolean', value: false },
        { sessionId: 's1', configId: 'g', value: 'a' },
        { sessionId: 's1', modeId: 'auto' },
      ],
    );
  });

  it('[A47] is what the agent told on the way, where its answer holds no list', async (t) => {
    const { agent, open } = await initializeScripted(
      t,
      {},
      {
        'session/new': () => ({ sessionId: 's1', configOptions: [FLAG] }),
        'session/set_config_option': () => {
          agent.update('s1', { sessionUpdate: 'config_option_update', configOptions: [FLAG] });
          return {};
        },
      },
    );
    const session = await open();
    assert.deepEqual(await session.setOption('f', true), [FLAG]);
  });
});

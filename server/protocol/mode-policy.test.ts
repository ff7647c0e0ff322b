import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { modePolicy, unaskingMode } from './mode-policy.js';

const inMode = (id: string, name = id, description: string | null = null) => ({
  modes: {
    currentModeId: id,
    availableModes: [
      { id: 'other', name: 'YOLO' },
      { id, name, description },
    ],
  },
  options: [],
});

describe('the mode of an agent', () => {
  it('[PR16] in which it asks nothing is known by its words', () => {
    const free = [
      ...[
        inMode('bypassPermissions', 'Bypass Permissions'),
        inMode('yolo', 'YOLO'),
        inMode('full-access', 'Full Access'),
      ],
      ...[inMode('https://agent.test/modes#autopilot', 'Autopilot'), inMode('auto', 'Auto', 'Acts without asking')],
      inMode('auto', 'auto', 'Automatically approve tool calls'),
    ];
    for (const t of free) assert.equal(modePolicy(t), 'asks_nothing', JSON.stringify(t));
    assert.equal(unaskingMode(free[0]!), 'Bypass Permissions');
  });

  it('[RG4] is told by options about permissions too, be they on and off or a choice', () => {
    const option = (currentValue: string, id = 'allow_all', name = 'Allow All') => {
      const options = ['on', 'off', 'yolo', 'ask'].map((value) => ({ value, name: value }));
      return {
        modes: null,
        options: [{ ...{ id, name, category: 'permissions', type: 'select' as const }, currentValue, options }],
      };
    };
    const toggle = (currentValue: boolean, name: string, description = '') => ({
      modes: null,
      options: [{ id: 'o', name, description, type: 'boolean' as const, currentValue }],
    });
    assert.equal(unaskingMode(option('on')), 'Allow All');
    assert.equal(modePolicy(option('off')), 'asks');
    assert.equal(modePolicy(option('yolo', 'rights', 'Rights')), 'asks_nothing');
    assert.equal(modePolicy(option('ask', 'rights', 'Rights')), 'asks');
    assert.equal(modePolicy(toggle(true, 'Approve all tools')), 'asks_nothing');
    assert.equal(modePolicy(toggle(true, 'Auto-approve edits')), 'asks_some');
    assert.equal(
      modePolicy(toggle(true, 'Auto-approve tools', 'Automatically approve all tool calls')),
      'asks_nothing',
    );
    assert.equal(modePolicy(toggle(false, 'Approve all tools')), 'asks');
    assert.equal(modePolicy(toggle(true, 'Fast mode')), 'asks');
  });

  it('[RG4] is unknown where it is up to settings of the agent', () => {
    const t = inMode('build', 'build', 'The default agent. Executes tools based on configured permissions.');
    assert.equal(modePolicy(t), 'asks_some');
  });

  it('[PR17] in which it asks for some things only is told apart from one in which it asks', () => {
    const some = [
      ...[
        inMode('acceptEdits', 'Accept Edits', 'Automatically accepts file edits'),
        inMode('auto', 'Auto'),
        inMode('plan'),
      ],
      ...[
        inMode('autoEdit', 'Auto Edit', 'Auto-approves edit tools without asking'),
        inMode('read-only'),
        inMode('smart_approve'),
      ],
    ];
    for (const t of some) assert.equal(modePolicy(t), 'asks_some', JSON.stringify(t));
    for (const t of [
      inMode('default', 'Default'),
      inMode('ask', 'Ask'),
      inMode('build'),
      inMode('approve', 'Approve'),
      { modes: null, options: [] },
    ]) {
      assert.equal(modePolicy(t), 'asks', JSON.stringify(t));
    }
    assert.equal(unaskingMode(inMode('default')), null);
  });
});

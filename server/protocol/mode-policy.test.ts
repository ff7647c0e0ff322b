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

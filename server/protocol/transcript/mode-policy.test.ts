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
    assert.equal(modePolicy(toggle(true, 'Fast mode')), 'untold');
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
      inMode('ask', 'Ask', 'Ask before edits'),
      inMode('ask-edits', 'Ask before edits'),
      inMode('default', 'Default', 'Prompts for approval before editing files'),
      inMode('edit', 'Edit', 'Requires approval for every edit'),
    ]) {
      assert.equal(modePolicy(t), 'asks', JSON.stringify(t));
    }
    assert.equal(modePolicy({ modes: null, options: [] }), 'untold');
    assert.equal(unaskingMode(inMode('default')), null);
  });

  it('[PR64] is read right for the modes of shipped agents', () => {
    const lists: Record<string, [id: string, name: string, description: string | null, policy: string][]> = {
      claude: [
        ['default', 'Default', 'Standard behavior, prompts for dangerous operations', 'asks'],
        ['acceptEdits', 'Accept Edits', 'Auto-accept file edit operations', 'asks_some'],
        ['plan', 'Plan Mode', 'Planning mode, no actual tool execution', 'asks_some'],
        ['dontAsk', "Don't Ask", "Don't prompt for permissions, deny if not pre-approved", 'asks_nothing'],
        ['bypassPermissions', 'Bypass Permissions', 'Bypass all permission checks', 'asks_nothing'],
      ],
      gemini: [
        ['default', 'Default', 'Prompts for approval', 'asks'],
        ['autoEdit', 'Auto Edit', 'Auto-approves edit tools', 'asks_some'],
        ['yolo', 'YOLO', 'Auto-approves all tools', 'asks_nothing'],
        ['plan', 'Plan', 'Read-only mode', 'asks_some'],
      ],
      qwen: [
        ['plan', 'Plan', 'Analyze only, do not modify files or execute commands', 'asks_some'],
        ['default', 'Default', 'Require approval for file edits or shell commands', 'asks'],
        ['auto-edit', 'Auto Edit', 'Automatically approve file edits', 'asks_some'],
        ['yolo', 'YOLO', 'Automatically approve all tools', 'asks_nothing'],
      ],
      codex: [
        ['read-only', 'Read Only', 'Approval is required to edit files or access the internet.', 'asks_some'],
        ['auto', 'Default', 'Approval is required to access the internet or edit other files.', 'asks_some'],
        ['full-access', 'Full Access', 'Exercise caution when using.', 'asks_nothing'],
      ],
      goose: [
        ['auto', 'auto', 'Automatically approve tool calls', 'asks_nothing'],
        ['approve', 'approve', 'Ask before every tool call', 'asks'],
        ['smart_approve', 'smart_approve', 'Ask only for sensitive tool calls', 'asks_some'],
      ],
      copilot: [
        ['https://agentclientprotocol.com/protocol/session-modes#agent', 'Agent', null, 'asks'],
        ['https://agentclientprotocol.com/protocol/session-modes#plan', 'Plan', null, 'asks_some'],
        ['https://agentclientprotocol.com/protocol/session-modes#autopilot', 'Autopilot', null, 'asks_nothing'],
      ],
      opencode: [
        ['build', 'build', 'The default agent. Executes tools based on configured permissions.', 'asks_some'],
        ['plan', 'plan', 'Plan mode. Disallows all edit tools.', 'asks_some'],
      ],
      pi: ['off', 'minimal', 'low', 'medium', 'high'].map((level) => [level, `Thinking: ${level}`, null, 'untold']),
    };
    for (const [agent, list] of Object.entries(lists)) {
      const availableModes = list.map(([id, name, description]) => ({ id, name, description }));
      for (const [id, name, , policy] of list) {
        const t = { modes: { currentModeId: id, availableModes }, options: [] };
        assert.equal(modePolicy(t), policy, `${agent}: ${name}`);
        const options = availableModes.map(({ id: value, ...rest }) => ({ value, ...rest }));
        const option = {
          ...{ id: 'mode', name: 'Mode', category: 'mode' },
          type: 'select' as const,
          currentValue: id,
          options,
        };
        assert.equal(modePolicy({ modes: null, options: [option] }), policy, `${agent}, as an option: ${name}`);
      }
    }
  });
});

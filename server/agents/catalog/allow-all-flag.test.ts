import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allowAllFlag } from './allow-all-flag.js';
import { CATALOG } from './catalog-entries.js';

const flag = (line: string, own: NodeJS.ProcessEnv = {}) => {
  const [command = '', ...args] = line.split(' ');
  return allowAllFlag({ commands: [{ command, args }] }, own);
};

describe('an agent that is started to ask nothing', () => {
  it('[PR16] is known by its flags and variables', () => {
    const lines = {
      'gemini --acp --yolo': '--yolo',
      'qwen --acp -y': '-y',
      'copilot --acp --allow-all-tools': '--allow-all-tools',
      'copilot --acp --allow-all': '--allow-all',
      'claude --dangerously-skip-permissions': '--dangerously-skip-permissions',
      'claude --permission-mode bypassPermissions': '--permission-mode bypassPermissions',
      'gemini --approval-mode=yolo': '--approval-mode=yolo',
      'codex --full-auto': '--full-auto',
      'codex -a never': '-a never',
      'codex-acp -c approval_policy=never': '-c approval_policy=never',
      'codex --sandbox danger-full-access': '--sandbox danger-full-access',
      'npx -y @google/gemini-cli --acp --yolo': '--yolo',
    };
    for (const [line, found] of Object.entries(lines)) assert.equal(flag(line), found, line);
    assert.equal(flag('goose acp', { GOOSE_MODE: 'auto' }), 'GOOSE_MODE=auto');
  });

  it('[PR16] is not taken for one that asks', () => {
    for (const line of [
      'npx -y @google/gemini-cli --acp',
      'gemini --acp',
      'codex -a on-request',
      'qwen --approval-mode default',
    ]) {
      assert.equal(flag(line, { GOOSE_MODE: 'auto' }), null, line);
    }
    for (const entry of CATALOG) assert.equal(allowAllFlag(entry), null, entry.id);
  });
});

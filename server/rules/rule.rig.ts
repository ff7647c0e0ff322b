import type { ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { AskedCall, PermissionRule, RuleDraft } from '../protocol/api/permission-rule.js';

const ANY: RuleDraft = {
  effect: 'allow',
  agentId: null,
  folder: null,
  toolKind: null,
  title: null,
  command: null,
  path: null,
};
let rules = 0;

/** A rule that names only what is given. */
export const rule = (given: Partial<RuleDraft>): PermissionRule => ({
  ...{ ...ANY, ...given },
  ...{ id: `r${++rules}`, createdAt: 0, createdBy: 'Pixel' },
});

/** A rule about what a command begins with. */
export const prefix = (
  text: string,
  effect: RuleDraft['effect'] = 'allow',
  more: Partial<RuleDraft> = {},
): PermissionRule => rule({ effect, command: { text, isPrefix: true }, ...more });

/** A question in a session of `/work/a`, unless another folder is given. */
export const call = (toolCall: Partial<ToolCallUpdate>, more: Partial<AskedCall> = {}): AskedCall => ({
  ...{ agentId: 'demo', cwd: '/work/a', entry: null },
  toolCall: { toolCallId: 't', ...toolCall },
  ...more,
});

export const run = (command: unknown, more: object = {}): AskedCall =>
  call({ kind: 'execute', title: 'Run', rawInput: { command, ...more } });

import type { RuleDraft } from '../protocol/api/permission-rule.js';
import type { ToolEntry } from '../protocol/transcript/entries.js';
import { entriesOf } from '../protocol/transcript/entry-list.js';
import { ruleJudge } from '../rules/rule-judge.js';
import { TestAgentHost } from '../sessions/registry/agent.rig.js';
import { act, TestServer } from '../sessions/registry/registry.rig.js';

export const ONCE = { optionId: 'yes', name: 'Allow once', kind: 'allow_once' as const };
export const ALWAYS = { optionId: 'always', name: 'Always', kind: 'allow_always' as const };
export const NO = { optionId: 'no', name: 'Reject', kind: 'reject_once' as const };
const OPTIONS = [ALWAYS, ONCE, NO];

/** A rule about what a command begins with, unless something else is given. */
export const draft = (command: string, given: Partial<RuleDraft> = {}): RuleDraft => ({
  ...{ effect: 'allow', agentId: null, folder: null, toolKind: null, title: null, path: null },
  command: { text: command, isPrefix: true },
  ...given,
});
/** A call that runs a command. */
export const run = (command: string, toolCallId = 't') => ({
  ...{ toolCallId, kind: 'execute' as const, title: 'Run' },
  rawInput: { command },
});

/** Agents that say that they ask. */
function askingHost(): TestAgentHost {
  const host = new TestAgentHost();
  host.facts = { modes: { currentModeId: 'default', availableModes: [{ id: 'default', name: 'Default' }] } };
  return host;
}

/** A turn in which the agent can ask. */
export async function working(rules: RuleDraft[] = [], server?: TestServer) {
  const running = server ?? (await TestServer.ready({ judge: ruleJudge, host: askingHost() }));
  for (const rule of rules) running.registry.rules.add(act('Pixel'), rule);
  running.prompt('go');
  const answers: string[] = [];
  const ask = (toolCall: object, options: readonly object[] = OPTIONS) => {
    const request = { toolCall, options } as never;
    void running.host.last.listener
      .onPermission(request, new AbortController().signal)
      .then((option) => answers.push(option?.optionId ?? 'none'));
  };
  const tools = () =>
    entriesOf(running.tab().transcript.entries).filter((entry): entry is ToolEntry => entry.kind === 'tool');
  const outcomes = () => tools().flatMap(({ permissions }) => permissions.map(({ outcome }) => outcome));
  const update = (fields: object) =>
    running.host.last.listener.onUpdate({ sessionUpdate: 'tool_call_update', ...fields } as never);
  return { server: running, ask, answers, outcomes, tools, update, pending: () => running.tab().transcript.pending };
}

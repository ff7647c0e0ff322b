import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DelegationServer } from '../delegation/delegations.rig.js';
import { PersonQuestions } from '../delegation/person-questions.js';
import type { SettingValues } from '../protocol/features/settings-table.js';
import type { ToolEntry } from '../protocol/transcript/entries.js';
import { entriesOf } from '../protocol/transcript/entry-list.js';
import { ruleJudge } from '../rules/rule-judge.js';
import { act } from '../sessions/registry/registry.rig.js';
import { isHarmlessCall, taskIn } from './own-calls.js';
import { CERTAIN, callOf, OPTIONS, OWN_REQUESTS, type OwnRequest } from './own-requests.rig.js';
import { SessionTools } from './session-tools.js';

const HARMLESS: readonly [tool: string, input: object][] = [
  ['list_agents', {}],
  ['list_sessions', {}],
  ['ask_person', { question: 'Which colour?', choices: ['red', 'blue'] }],
  ['ask_person', { question: 'Shall I go on?', wait_seconds: 5 }],
  ['wait', { names: ['kid'] }],
  ['read_session', { session: 'kid', last: 5 }],
];
const QUESTION = { question: 'Go on?' };
const isHarmless = (request: OwnRequest) => isHarmlessCall(callOf(request), 'acdeck');

describe('requests for our own tools', () => {
  for (const agent of CERTAIN) {
    it(`[DL38] are known as ${agent} makes them`, () => {
      for (const [tool, input] of HARMLESS) {
        assert.ok(isHarmless(OWN_REQUESTS[agent]!(tool, input)), `${tool} ${JSON.stringify(input)}`);
      }
    });

    it(`[DL38] of ${agent} are asked for where the tool gives work, or gets what it doesn't take`, () => {
      const make = OWN_REQUESTS[agent]!;
      for (const [tool, input] of [
        ['delegate', { task: 'x', name: 'kid' }],
        ['send_message', { session: 'kid', text: 'x' }],
        ['stop', { name: 'kid' }],
        ['ask_people', QUESTION],
        ['ASK_PERSON', QUESTION],
        ['ask_person', {}],
        ['ask_person', { question: '' }],
        ['ask_person', { question: 'x'.repeat(2_001) }],
        ['ask_person', { ...QUESTION, command: 'rm -rf ~' }],
        ['ask_person', { ...QUESTION, path: '/etc/passwd' }],
        ['ask_person', { question: ['Go on?'] }],
        ['list_agents', { command: 'rm -rf ~' }],
        ['list_agents', QUESTION],
        ['wait', { names: ['kid'], command: 'rm' }],
        ['__proto__', {}],
        ['toString', {}],
      ] as const) {
        assert.ok(!isHarmless(make(tool, input)), `${tool} ${JSON.stringify(input).slice(0, 80)}`);
      }
    });

    it(`[DL38] of ${agent} are asked for where anything else is told with them`, () => {
      const honest = OWN_REQUESTS[agent]!('ask_person', QUESTION);
      const { told, asked } = honest;
      const file = { type: 'diff' as const, path: '/work/a/x', oldText: '', newText: 'x' };
      const words = (text: string) => ({ type: 'content' as const, content: { type: 'text' as const, text } });
      const content = asked.content ?? [];
      const evasions: Record<string, OwnRequest> = {
        'a command as the title': { told, asked: { ...asked, title: 'rm -rf ~' } },
        'another tool as the title': { told, asked: { ...asked, title: 'mcp__acdeck__delegate' } },
        'another server as the title': { told, asked: { ...asked, title: 'mcp__evil__ask_person' } },
        'a name that only holds ours': { told, asked: { ...asked, title: 'mcp__acdeck__ask_person; rm -rf ~' } },
        'a blank more': { told, asked: { ...asked, title: 'mcp__acdeck__ask_person ' } },
        'another name': { told, asked: { ...asked, name: 'Bash' } },
        'another name beside it': { told, asked: { ...asked, _meta: { ...asked._meta, toolName: 'Bash' } } },
        // One agent calls every call of a tool `execute`, and wraps what it gives.
        ...(agent === 'codex' ? {} : { 'a kind that runs': { told, asked: { ...asked, kind: 'execute' } } }),
        'a kind that fetches': { told, asked: { ...asked, kind: 'fetch' } },
        'a kind that edits': { told, asked: { ...asked, kind: 'edit' } },
        'a kind that deletes': { told, asked: { ...asked, kind: 'delete' } },
        'a place': { told, asked: { ...asked, locations: [{ path: '/work/a/x' }] } },
        'a change': { told, asked: { ...asked, content: [...content, file] } },
        'a terminal': { told, asked: { ...asked, content: [...content, { type: 'terminal', terminalId: '1' }] } },
        'a text': { told, asked: { ...asked, content: [...content, words('rm -rf ~')] } },
        'a second input': { told, asked: { ...asked, content: [...content, words('{"command":"rm -rf ~"}')] } },
        'an output': { told, asked: { ...asked, rawOutput: 'done' } },
        'a command as the input': { told, asked: { ...asked, rawInput: { command: 'rm -rf ~' } } },
        'a text as the input': { told, asked: { ...asked, rawInput: 'rm -rf ~' } },
        'a list as the input': { told, asked: { ...asked, rawInput: [QUESTION] } },
        'a command told before': { told: [...told, { rawInput: { command: 'rm -rf ~' } }], asked },
        'a change told before': { told: [...told, { title: 'mcp__acdeck__ask_person', content: [file] }], asked },
        'a place told before': { told: [...told, { locations: [{ path: '/work/a/x' }] }], asked },
        'a kind told before': { told: [...told, { kind: 'delete' }], asked },
        'a name told before': { told: [...told, { title: 'Bash' }], asked },
        'a wrapper with more': {
          told,
          asked: { ...asked, rawInput: { server: 'acdeck', tool: 'ask_person', arguments: QUESTION, command: 'rm' } },
        },
        'a wrapper of another server': {
          told,
          asked: { ...asked, rawInput: { server: 'evil', tool: 'ask_person', arguments: QUESTION } },
        },
        'a server from the folder': {
          told,
          asked: { ...asked, _meta: { ...asked._meta, x: { mcpServer: { name: 'acdeck', source: 'project' } } } },
        },
      };
      // Of its own: what says where the server comes from is read from whoever says it.
      if (agent === 'claude') {
        const meta = {
          claudeCode: { toolName: 'mcp__acdeck__ask_person', mcpServer: { name: 'acdeck', source: 'project' } },
        };
        evasions['a server from the folder'] = { told, asked: { ...asked, _meta: meta } };
      }
      assert.ok(isHarmless(honest));
      for (const [what, request] of Object.entries(evasions)) assert.ok(!isHarmless(request), what);
    });
  }

  it('[DL38] are asked for under a name that another server and tool can have', () => {
    for (const agent of Object.keys(OWN_REQUESTS).filter((one) => !CERTAIN.includes(one))) {
      for (const [tool, input] of HARMLESS) assert.ok(!isHarmless(OWN_REQUESTS[agent]!(tool, input)), agent);
    }
    for (const title of [
      'acdeck_ask_person',
      'acdeck__ask_person',
      'acdeck · ask person',
      'acdeck: ask person',
      'ask_person',
      'acdeck-ask_person',
    ]) {
      assert.ok(!isHarmless({ told: [], asked: { title, kind: 'other', rawInput: QUESTION } }), title);
    }
  });

  it('[DL39] say whom a task is for, as each agent makes them', () => {
    for (const [agent, make] of Object.entries(OWN_REQUESTS)) {
      const task = (tool: string, input: object) => taskIn(callOf(make(tool, input)));
      assert.deepEqual(task('delegate', { task: 'x', name: 'kid', agent: 'b' }), { name: 'kid', agent: 'b' }, agent);
      assert.deepEqual(task('delegate', { task: 'x', name: 'kid' }), { name: 'kid' }, agent);
      assert.deepEqual(task('send_message', { session: 'kid', text: 'x' }), { name: 'kid' }, agent);
      for (const [tool, input] of [
        ['delegate', { task: 'x', name: 'kid', command: 'rm -rf ~' }],
        ['delegate', { task: 'x', name: 'a b' }],
        ['delegate', { name: 'kid' }],
        ['delegates', { task: 'x', name: 'kid' }],
        ['stop', { name: 'kid' }],
      ] as const) {
        assert.equal(task(tool, input), null, `${agent}: ${tool} ${JSON.stringify(input)}`);
      }
    }
  });

  it('[DL39] say nothing where two inputs differ', () => {
    const make = OWN_REQUESTS.copilot!;
    const { asked } = make('delegate', { task: 'x', name: 'kid', agent: 'b' });
    for (const rawInput of [
      { task: 'x', name: 'other', agent: 'b' },
      { task: 'y', name: 'kid', agent: 'b' },
      { command: 'rm' },
    ]) {
      assert.equal(taskIn(callOf({ told: [{ title: 'delegate', rawInput }], asked })), null, JSON.stringify(rawInput));
    }
  });
});

/** A session whose agent was offered our tools; it uses them if `isUsed`. */
async function offered(isUsed: boolean, settings: Partial<SettingValues> = {}) {
  const s: DelegationServer = await DelegationServer.ready(settings, {
    judge: ruleJudge,
    tools: { offer: () => null, read: (id, call) => tools.read(id, call) },
  });
  const { registry, app } = s.server;
  const parts = { registry, app, delegations: s.delegations, tree: registry.tree, version: '1' };
  const tools: SessionTools = new SessionTools({
    ...{ ...parts, questions: new PersonQuestions(registry), url: () => 'http://127.0.0.1:1/mcp', program: ['acdeck'] },
  });
  await tools.warm('demo');
  const { server, end } = tools.offer(s.id, { http: true })!;
  const secret = 'headers' in server ? server.headers[0]!.value.replace('Bearer ', '') : '';
  if (isUsed) assert.equal(tools.sessionOf(secret), s.id);
  const answers: (string | undefined)[] = [];
  const ask = async ({ told, asked }: OwnRequest, options = OPTIONS) => {
    const { listener } = s.server.host.sessions[0]!;
    const toolCallId = `t${answers.length + s.asked().length}`;
    for (const fields of told) listener.onUpdate({ sessionUpdate: 'tool_call_update', ...fields, toolCallId });
    const request = { toolCall: { ...asked, toolCallId }, options };
    void listener.onPermission(request, new AbortController().signal).then((given) => answers.push(given?.optionId));
    await s.server.tick();
  };
  const outcomes = () =>
    entriesOf(s.server.tab().transcript.entries)
      .filter((entry): entry is ToolEntry => entry.kind === 'tool')
      .flatMap(({ permissions }) => permissions.map(({ outcome }) => outcome));
  return { s, tools, ask, answers, outcomes, end };
}

describe('an answer of AcDeck’s own', () => {
  const asking = OWN_REQUESTS.claude!('ask_person', QUESTION);

  it('[DL38] is given once, and is in the log with its reason', async () => {
    const { s, ask, answers, outcomes } = await offered(true);
    await ask(asking);
    assert.deepEqual([answers, s.asked()], [['once'], []]);
    const [outcome] = outcomes();
    const by = { kind: 'server', reason: { code: 'own_tool' } };
    assert.deepEqual(outcome?.status === 'answered' && [outcome.optionId, outcome.by], ['once', by]);
    assert.equal(s.server.types().filter((type) => type === 'permission_requested').length, 1);
  });

  it('[DL38] is not given where the agent doesn’t use our server: another one has its name', async () => {
    const { s, ask, answers } = await offered(false);
    await ask(asking);
    assert.deepEqual([answers, s.asked().length], [[], 1]);
  });

  it('[DL38] is not given for what was offered to an earlier process, or after delegation is turned off', async () => {
    const over = await offered(true);
    over.end();
    await over.ask(asking);
    assert.equal(over.s.asked().length, 1);
    const off = await offered(true);
    off.s.set({ delegation: 'off' });
    await off.ask(asking);
    assert.equal(off.s.asked().length, 1);
  });

  it('[DL38] never stands against a rule, nor chooses what an agent would remember', async () => {
    const { s, ask, answers } = await offered(true);
    await ask(asking, [OPTIONS[0]!, OPTIONS[2]!]);
    await ask(asking, [OPTIONS[1]!, { ...OPTIONS[1]!, optionId: 'twice' }]);
    assert.deepEqual([answers, s.asked().length], [[], 2]);
    const nothing = { folder: null, toolKind: null, title: null, command: null, path: null };
    s.server.registry.rules.add(act(), { ...nothing, effect: 'reject', agentId: 'demo' });
    await ask(asking);
    assert.ok(answers.includes('no') && !answers.includes('once'));
  });

  it('[DL38] is no consent to a task', async () => {
    const { s, ask } = await offered(true, { delegation: 'ask' });
    await ask(OWN_REQUESTS.claude!('delegate', { task: 'Do auth', name: 'auth', agent: 'other' }));
    assert.equal(s.asked().length, 1);
  });

  it('[DL39] names who gets a task, also for a follow-up without an agent', async () => {
    const { s, ask } = await offered(true, { delegation: 'on' });
    await s.give('auth');
    for (const make of Object.values(OWN_REQUESTS)) {
      await ask(make('delegate', { task: 'And a test', name: 'auth' }));
      await ask(make('send_message', { session: 'auth', text: 'And a test' }));
    }
    const said = s.asked().map(({ delegation }) => delegation);
    assert.equal(said.length, 2 * Object.keys(OWN_REQUESTS).length);
    for (const delegation of said) assert.deepEqual(delegation, { agentId: 'other', agent: 'other', name: 'auth' });
  });

  it('[DL39] names nobody where the task can’t be given like that', async () => {
    const { s, ask } = await offered(true, { delegation: 'on' });
    await s.give('auth');
    await ask(OWN_REQUESTS.claude!('delegate', { task: 'x', name: 'auth', agent: 'demo' }));
    await ask(OWN_REQUESTS.claude!('delegate', { task: 'x', name: 'new', agent: 'nobody' }));
    await ask({ told: [], asked: { title: 'delegate', rawInput: { task: 'x' } } });
    assert.deepEqual(
      s.asked().map(({ delegation }) => delegation),
      [undefined, undefined, undefined],
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ruleJudge } from '../../rules/rule-judge.js';
import { seeded } from '../../testing/seeded.rig.js';
import { CATALOG } from '../catalog/catalog-entries.js';
import { connectScripted, Ear } from '../connection/connection.rig.js';
import { parsePermission } from './parse-tool.js';
import { withTitledCommand } from './titled-command.js';

const CWD = '/work/a';
const HERE = `[current working directory ${CWD}]`;
const OPTIONS = [
  { optionId: 'proceed_always', name: 'Allow for this session', kind: 'allow_always' },
  { optionId: 'proceed_once', name: 'Allow', kind: 'allow_once' },
  { optionId: 'cancel', name: 'Reject', kind: 'reject_once' },
];
const text = (words: string) => [{ type: 'content', content: { type: 'text', text: words } }];

/** A request as Gemini makes it for a command; `more` makes another one of it. */
function request(title: unknown, beside = HERE, more: object = {}, options: readonly object[] = OPTIONS) {
  const call = { toolCallId: 't', status: 'pending', title, content: text(beside), locations: [], kind: 'execute' };
  return { sessionId: 's', options, toolCall: { ...call, ...more } };
}

/** What rules get as the call's input. */
function inputOf(params: object): unknown {
  return withTitledCommand(parsePermission(params)!, params, CWD).toolCall.rawInput;
}

describe('a command that is told only by a title', () => {
  it('[RG17] is the input of the call, byte for byte, where the title is all of it', (t) => {
    const description = fc.string({ maxLength: 60 }).map((words) => words.replace(/\n/g, ' '));
    const beside = fc.tuple(fc.option(description), fc.boolean()).map(([words, isBackground]) => {
      return `${HERE}${words ? ` (${words})` : ''}${isBackground ? ' [background]' : ''}`;
    });
    const words = fc.constantFrom(
      'touch',
      'a] (b',
      '(rm -rf ~)',
      '[background]',
      '[in /x]',
      '"q"',
      '&& ls',
      '\n',
      '$(x)',
      'ü',
    );
    const command = fc.array(words, { minLength: 1, maxLength: 8 }).map((list) => list.join(' '));
    fc.assert(
      fc.property(command, beside, (title, told) => {
        const isCertain = title.trim() !== '' && [...title].length <= 150;
        assert.deepEqual(inputOf(request(title, told)), isCertain ? { command: title } : undefined);
      }),
      seeded(t, 100),
    );
  });

  for (const [what, params] of Object.entries({
    'a longer command, which may be told by its description': request(`echo ${'x'.repeat(150)}`),
    'a title that was cut': request('rm -rf ~/some/pla…'),
    'a title that was cut by dots': request('rm -rf ~/some/pla... '),
    'an empty title': request(''),
    'blanks only': request(' \n '),
    'no title': request(undefined),
    'a title with hidden controls, which are taken out': request('ls \u0008\u0008rm -rf ~'),
    'a title with a lone carriage return': request('ls\rrm -rf ~'),
    'the folder and a description within the title': request(`ls ${HERE} (rm -rf ~)`, ''),
    'the same beside them': request(`ls ${HERE} (rm -rf ~)`),
    'another folder': request('ls', '[current working directory /work/b]'),
    'a folder below': request('ls', `[current working directory ${CWD}/sub]`),
    'a folder that only begins so': request('ls', `[current working directory ${CWD}] x]`),
    'a folder of its own': request('ls', '[in sub]'),
    'a folder of its own that looks like ours': request('ls', `[in sub] (${HERE})`),
    'no folder': request('ls', '(lists files)'),
    'words before the folder': request('ls', `x ${HERE}`),
    'words after the folder': request('ls', `${HERE} rm -rf ~`),
    'a second line': request('ls', `${HERE}\nrm -rf ~`),
    'a second line within the description': request('ls', `${HERE} (x\nrm -rf ~)`),
    'no text beside it': request('ls', HERE, { content: [] }),
    'two texts beside it': request('ls', HERE, { content: [...text(HERE), ...text('rm -rf ~')] }),
    'a change beside it': request('ls', HERE, { content: [{ type: 'diff', path: 'x', newText: 'x' }] }),
    'a place': request('ls', HERE, { locations: [{ path: '/work/a/x' }] }),
    'another kind': request('ls', HERE, { kind: 'other' }),
    'no kind': request('ls', HERE, { kind: undefined }),
    'a field that is new': request('ls', HERE, { _meta: { permissions: ['network'] } }),
    'a sandbox to be left': request('ls', HERE, {}, OPTIONS.slice(1)),
  })) {
    it(`[RG17] is not read from ${what}`, () => {
      assert.equal(inputOf(params), undefined);
    });
  }

  it('[RG17] stays what the agent gave as input, if it gave one', () => {
    const rawInput = { command: 'rm -rf ~' };
    assert.deepEqual(inputOf(request('ls', HERE, { rawInput })), rawInput);
  });

  it('[RG17] is read only of agents that are known for it', async (t) => {
    const known = CATALOG.filter(({ quirks }) => quirks?.commandsInTitles).map(({ id }) => id);
    assert.deepEqual(known, ['gemini']);
    for (const commandsInTitles of [true, false]) {
      const { agent, connection, open, folder } = connectScripted(t, {}, { commandsInTitles });
      await connection.initialize();
      const ear = new Ear();
      const session = await open(ear);
      const params = request('touch one.txt', `[current working directory ${folder}]`);
      await agent.request('session/request_permission', { ...params, sessionId: session.facts.agentSessionId });
      assert.deepEqual(ear.asks[0]?.toolCall.rawInput, commandsInTitles ? { command: 'touch one.txt' } : undefined);
    }
  });

  it('[RG17] is read from any title by rules that deny', async () => {
    const rule = { effect: 'reject', agentId: null, folder: null, toolKind: null, title: null, path: null } as const;
    const draft = { ...rule, command: { text: 'rm', isPrefix: true } };
    const call = (title: string, kind: 'execute' | 'other') => ({
      ...{ agentId: 'a', cwd: CWD, entry: null },
      toolCall: { toolCallId: 't', title, kind },
    });
    assert.ok(await ruleJudge.isMatch(call('rm -rf x', 'execute'), draft));
    assert.ok(await ruleJudge.isMatch(call('cd sub && rm -rf x', 'execute'), draft));
    assert.ok(!(await ruleJudge.isMatch(call('ls', 'execute'), draft)));
    assert.ok(!(await ruleJudge.isMatch(call('rm', 'other'), draft)));
    const allowing = { ...draft, effect: 'allow' as const, command: { text: 'ls', isPrefix: false } };
    assert.ok(
      !(await ruleJudge.isMatch(call('ls', 'execute'), allowing)),
      'a rule that allows needs the whole command',
    );
  });
});

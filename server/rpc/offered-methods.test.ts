import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { OFFERED } from './offered-methods.js';
import { id } from './schemas.js';
import { Served } from './serve.rig.js';
import { call, command, type ServedClass } from './served-class.js';
import type { TestTab } from './test-tab.rig.js';

const OID = 'a'.repeat(40);
const FILE_AT = { path: 'a.ts', revision: 'r' };
const UNHURRIED = { perSecond: 1e9, burst: 1e9 };

describe('the methods', () => {
  let served: Served;
  let tab: TestTab;

  before(async () => {
    served = await Served.start({ hub: { rate: UNHURRIED } });
    tab = await served.openTab();
  });
  after(() => served.stop());

  const act = { cmdId: 'c', by: { kind: 'device', device: 'A browser' } };
  it('[R7] clean words of what no store can keep, and names of the blanks around them', async () => {
    const cleaned: [method: string, args: unknown[], arrived: unknown[]][] = [
      ['Repo.find_files', ['que\0ry', 20], ['query', 20, false]],
      ['Sessions.search', ['wo\0rds', 5], ['words', 5, {}]],
      ['Sessions.rename', ['c', 's', ' New\0 title '], [act, 's', 'New title']],
      ['Settings.rename_device', ['c', 'd', ' My\0 browser '], ['d', 'My browser']],
      ['AcpBridge.answer_question', ['c', 's', 'q', 'decline', null], [act, 'q', { action: 'decline' }]],
      ['Sessions.list', [], [{}, null, 200]],
    ];
    for (const [method, args, arrived] of cleaned) {
      await tab.call(method, ...args);
      assert.deepEqual(served.calls.at(-1)?.slice(1), arrived, method);
    }
  });

  it('[R7] hand the tab to the services that need it', async () => {
    const snapshot = await tab.call<{ kind: string; tab: { id: string } }>('AcpBridge.get_current_state');
    assert.equal(snapshot.kind, 'app');
    const portOf = (call: unknown[]) => (call[1] as { id: string }).id;
    await tab.call('AcpBridge.get_current_state', 's', 'e', 4);
    assert.deepEqual(
      [portOf(served.calls.at(-1)!), ...served.calls.at(-1)!.slice(2)],
      [snapshot.tab.id, 's', { epoch: 'e', seq: 4 }],
    );
    for (const args of [['s'], ['s', null, null], ['s', 'e', null]]) {
      await tab.call('AcpBridge.get_current_state', ...args);
      assert.deepEqual(served.calls.at(-1)!.slice(2), ['s', null]);
    }
    assert.equal(await tab.call('AcpBridge.leave', 's'), null);
    assert.equal(portOf(served.calls.at(-1)!), snapshot.tab.id);
    await tab.call('Sessions.set_draft', 's', 'dra\0ft');
    assert.deepEqual(
      [portOf(served.calls.at(-1)!), ...served.calls.at(-1)!.slice(2)],
      [snapshot.tab.id, 's', 'draft', []],
    );
  });

  it('[RP40] of files and git refuse what is no path, no version, no lines and too much', async () => {
    const before = served.calls.length;
    const bad: [string, ...unknown[]][] = [
      ['get_file_tree', 'a\0b', null],
      ['get_file_content', '', null],
      ['get_file_content', 'a.ts', '--output=x'],
      ['get_file_content', 'a.ts', 'HEAD\n'],
      ['get_status', -1],
      ['get_status', 0, ''],
      ['get_file_diff', 'a.ts', 'index', '-p', null],
      ['get_diff_hunks', 'a.ts', '--output=x', 'worktree', null],
      ['resolve_ref', '--all'],
      ['stage_files', 'c', []],
      ['stage_files', 'c', ['a.ts']],
      ['stage_files', 'c', Array.from({ length: 5_001 }, () => FILE_AT)],
      ['stage_lines', 'c', 'a.ts', { old: 'HEAD', new: null }, []],
      ['stage_lines', 'c', 'a.ts', { old: OID, new: null }, [{ at: -1, drop: 0, take: [0, 0] }]],
      ['stage_lines', 'c', 'a.ts', { old: OID, new: null }, [{ at: 0, drop: 0, take: [0] }]],
      ['discard_changes', 'c', [FILE_AT], 'everything', false],
      ['write_file', 'c', 'a.ts', 'x'.repeat(2 * 1024 * 1024 + 1), 'r'],
      ['commit', 'c', ' \n', { head: null }],
      ['commit', 'c', 'Words', { head: null, author: 'me' }],
      ['commit', 'c', 'Words', { head: 'HEAD' }],
      ['undo_commit', 'c', 'HEAD'],
    ];
    for (const [method, ...args] of bad) {
      await assert.rejects(tab.call(`Repo.${method}`, ...args), { name: /bad_request|too_large/ }, method);
    }
    assert.equal(served.calls.length, before);
    for (const method of ['checkout_review_parent', 'setup_review_soft_reset', 'exit_review_mode']) {
      await assert.rejects(tab.call(`Repo.${method}`, 'a', 'b'), { name: 'unknown_method' });
    }
  });

  it('[BR1] of branches and remotes refuse what is no name, no commit and no way', async () => {
    const before = served.calls.length;
    const bad: [string, ...unknown[]][] = [
      ['create_branch', 'c', '-f', null, true],
      ['create_branch', 'c', 'a\nb', null, true],
      ['create_branch', 'c', 'a'.repeat(251), null, true],
      ['create_branch', 'c', 'topic', '--all', true],
      ['switch_branch', 'c', '--orphan', false],
      ['switch_branch', 'c', 'topic', 'yes'],
      ['rename_branch', 'c', 'topic', ''],
      ['delete_branch', 'c', 'topic', 'HEAD'],
      ['stash_push', 'c', ' ', true],
      ['stash_push', 'c', 'two\nlines', true],
      ['stash_pop', 'c', 'stash@{0}'],
      ['stash_store', 'c', 'HEAD', 'Words'],
      ['fetch', 'c', '--upload-pack=x', {}],
      ['fetch', 'c', null, { ownSettings: 'yes' }],
      ['pull', 'c', 'octopus', {}],
      ['push', 'c', { force: true }],
      ['push', 'c', { replaces: 'main' }],
      ['continue_operation', 'c', 'bisect'],
      ['abort_operation', 'c', 'merge', 'HEAD', false],
      ['get_conflict', 'a\0b'],
      ['resolve_conflict', 'c', FILE_AT, 'mine'],
    ];
    for (const [method, ...args] of bad) {
      await assert.rejects(tab.call(`Repo.${method}`, ...args), { name: /bad_request|too_large/ }, method);
    }
    assert.equal(served.calls.length, before);
  });

  it('[SL10] of the list refuse what is out of bounds', async () => {
    assert.equal(await tab.call('Sessions.look_at', ['s']), null);
    assert.deepEqual(served.calls.at(-1)![0], 'shelf.lookAt');
    const before = served.calls.length;
    const many = Array.from({ length: 501 }, (_, n) => `s${n}`);
    const bad: [string, ...unknown[]][] = [
      ['list', { status: 'gone' }],
      ['list', { agent: 'demo' }],
      ['list', { text: 'x'.repeat(501) }],
      ['list', { folder: 'a\0b' }],
      ['list', {}, { at: -1, id: 's' }],
      ['list', {}, { at: 1 }],
      ['list', {}, null, 0],
      ['list', {}, null, 201],
      ['search', 'x', 0],
      ['search', 'x', 5, { by: 'nobody' }],
      ['search', 'x', 5, { since: -1 }],
      ['search', 'x', 5, { folder: '/' }],
      ['get_excerpt', ''],
      ['get_excerpt', 'a\0b'],
      ['look_at', 's'],
      ['look_at', ['a', 'b', 'c', 'd', 'e']],
      ['look_at', ['\0']],
      ['mark', 'c', [], { pinned: true }],
      ['mark', 'c', many, { pinned: true }],
      ['mark', 'c', ['s'], {}],
      ['mark', 'c', ['s'], { pinned: 1 }],
      ['mark', 'c', ['s'], { title: 'x' }],
      ['delete_many', 'c', []],
      ['delete_many', 'c', many],
      ['delete_many', 'c', [7]],
      ['list_from_agents', 'c'],
      ['list_from_agents', 'c', ''],
      ['list_from_agents', 'c', ['demo']],
      ['list_from_agents', '', null],
      ['find_home', ''],
      ['find_home', null],
      ['find_home', 'a\0b'],
    ];
    for (const [method, ...args] of bad)
      await assert.rejects(tab.call(`Sessions.${method}`, ...args), { name: /bad_request|too_large/ }, method);
    assert.equal(served.calls.length, before);
  });

  it('[MS15] of finding refuse what is no words and no number', async () => {
    const before = served.calls.length;
    for (const args of [
      ['s', 'e', '', 9],
      ['s', 'e', ' \0', 9],
      ['s', 'e', 'x'.repeat(501), 9],
      ['s', 'e', 'x', -1],
      ['s', 'e', 'x'],
    ])
      await assert.rejects(tab.call('AcpBridge.find_entries', ...args), { name: /bad_request|too_large/ });
    assert.equal(served.calls.length, before);
  });

  it('[HI1] [SE1] of history and search refuse what is no wish, no query and too much', async () => {
    const before = served.calls.length;
    const query = { text: 'x', isRegex: false, isWord: false, isCase: false, include: [], exclude: [] };
    const bad: [string, ...unknown[]][] = [
      ['get_commit_graph', { scope: 'some' }, 10],
      ['get_commit_graph', { scope: 'all', order: 'topo' }, 10],
      ['get_commit_graph', { scope: 'all', by: 'date' }, 10],
      ['get_commit_graph', { scope: 'all' }, 1_001],
      ['get_more_commits', '', 10],
      ['get_commit_files', '--all'],
      ['get_file_log', 'a.ts', -1, 10],
      ['get_blame', 'a.ts', '-L1', 1, 1],
      ['get_blame', 'a.ts', null, 0, 1],
      ['search_files', { ...query, text: '' }],
      ['search_files', { ...query, text: 'a\nb' }],
      ['search_files', { ...query, text: 'x'.repeat(1_001) }],
      ['search_files', { ...query, include: ['\0'] }],
      ['search_files', { ...query, exclude: Array.from({ length: 21 }, () => '*') }],
      ['search_files', { ...query, pre: 'program' }],
      ['get_search_hits', 's', -1],
    ];
    for (const [method, ...args] of bad) {
      await assert.rejects(tab.call(`Repo.${method}`, ...args), { name: /bad_request|too_large/ }, method);
    }
    assert.equal(served.calls.length, before);
  });

  it('[EX8] [EX4] of export and import refuse what is out of bounds', async () => {
    await tab.call('AcpBridge.get_events', 's', 'e', 3);
    assert.deepEqual(served.calls.at(-1), ['sessions.eventsAfter', 's', 'e', 3]);
    assert.equal(await tab.call('Sessions.import_part', 'i', 0, '{}'), null);
    await tab.call('Sessions.import', 'c', 'i');
    assert.deepEqual(served.calls.at(-1)?.slice(0, 2), ['sessions.importCopy', act]);
    const before = served.calls.length;
    const bad: [string, ...unknown[]][] = [
      ['AcpBridge.get_events', 's', 'e', -1],
      ['AcpBridge.get_events', 's', '', 0],
      ['Sessions.import_part', 'i', -1, 'x'],
      ['Sessions.import_part', '', 0, 'x'],
      ['Sessions.import_part', 'i', 0, {}],
      ['Sessions.import_part', 'i', 0, 'x'.repeat(512 * 1024 + 1)],
      ['Sessions.import', 'c'],
      ['Sessions.import', 'c', 7],
    ];
    for (const [method, ...args] of bad)
      await assert.rejects(tab.call(method, ...args), { name: /bad_request|too_large/ }, method);
    assert.equal(served.calls.length, before);
  });

  it('[AU15] let a tab sign in, and refuse what is out of bounds', async () => {
    await tab.call('AcpBridge.sign_in', 'c', 'demo', 'console', null);
    assert.deepEqual(served.calls.at(-1), ['signIn.start', 'demo', { methodId: 'console', consent: null }]);
    assert.equal(await tab.call('AcpBridge.sign_in_input', 'demo', 'a1', '\u0003'), null);
    assert.deepEqual(served.calls.at(-1), ['signIn.input', 'demo', 'a1', '\u0003']);
    await tab.call('AcpBridge.sign_in_resize', 'demo', 'a1', 80, 24);
    assert.deepEqual(served.calls.at(-1), ['signIn.resize', 'demo', 'a1', { cols: 80, rows: 24 }]);
    const before = served.calls.length;
    for (const [method, ...args] of [
      ['sign_in', 'c', 'demo', 'console'],
      ['sign_in', 'c', 'demo', '', null],
      ['sign_in_input', 'demo', 'a1', 'x'.repeat(65_537)],
      ['sign_in_input', 'demo', 'a1', { text: 'x' }],
      ['sign_in_resize', 'demo', 'a1', 80.5, 24],
      ['sign_in_resize', 'demo', 'a1', 100_000, 24],
      ['sign_in_output', '\0'],
    ]) {
      await assert.rejects(tab.call(`AcpBridge.${method}`, ...args), { name: /bad_request|too_large/ });
    }
    assert.equal(served.calls.length, before);
  });

  it('[TM2] [TM7] let a tab use terminals, and refuse what is out of bounds', async () => {
    const size = { cols: 80, rows: 24 };
    await tab.call('AcpBridge.open_terminal', 'c', size, 'main');
    assert.deepEqual(served.calls.at(-1), ['terminals.open', act, size, 'main']);
    await tab.call('AcpBridge.close_terminal', 'c', 't1');
    assert.deepEqual(served.calls.at(-1), ['terminals.close', 't1']);
    const calls: [string, unknown[], unknown[]][] = [
      ['watch', ['t1', 5], ['t1', 5]],
      ['leave', ['t1'], ['t1']],
      ['type_in', ['t1', '\u0003'], ['t1', '\u0003']],
      ['resize', ['t1', 80, 24], ['t1', size]],
      ['confirm', ['t1', 9], ['t1', 9]],
    ];
    for (const [verb, args, passed] of calls) {
      await tab.call(`AcpBridge.${verb}_terminal`, ...args);
      const [service, caller, ...rest] = served.calls.at(-1)!;
      assert.equal(service, `terminals.${verb.replace('_in', '')}`);
      assert.ok((caller as { id?: string }).id, 'it knows which tab it is');
      assert.deepEqual(rest, passed);
    }
    const before = served.calls.length;
    for (const [method, ...args] of [
      ['open_terminal', 'c'],
      ['open_terminal', 'c', { cols: 80 }],
      ['open_terminal', 'c', { cols: 80, rows: 24, cwd: '/etc' }],
      ['open_terminal', 'c', { cols: 501, rows: 24 }],
      ['open_terminal', 'c', { cols: 80, rows: 0 }],
      ['open_terminal', 'c', { cols: Number.NaN, rows: 24 }],
      ['open_terminal', 'c', size, ''],
      ['close_terminal', 't1'],
      ['watch_terminal', 't1'],
      ['watch_terminal', 't1', -1],
      ['watch_terminal', '\0', 0],
      ['leave_terminal'],
      ['type_in_terminal', 't1', 'x'.repeat(32_769)],
      ['type_in_terminal', 't1', { text: 'x' }],
      ['resize_terminal', 't1', 80.5, 24],
      ['resize_terminal', 't1', 80, 100_000],
      ['confirm_terminal', 't1', 'all'],
    ]) {
      await assert.rejects(tab.call(`AcpBridge.${method}`, ...args), { name: /bad_request|too_large/ }, String(method));
    }
    assert.equal(served.calls.length, before);
  });

  it('[US4] tell what was used in a number of days', async () => {
    await tab.call('Sessions.get_usage', 7);
    assert.deepEqual(served.calls.at(-1), ['sessions.usage', 7]);
    const before = served.calls.length;
    for (const days of [0, 367, 1.5, Number.NaN, '7', null]) {
      await assert.rejects(tab.call('Sessions.get_usage', days), { name: 'bad_request' });
    }
    assert.equal(served.calls.length, before);
  });

  it('[R4] get prompts of every kind, and no field that ACP does not have', async () => {
    const blocks = [
      { type: 'text', text: 'a' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'file:///a', name: 'a', size: 5 },
      { type: 'resource', resource: { uri: 'file:///a', text: 'b', mimeType: 'text/plain' } },
      { type: 'resource', resource: { uri: 'file:///a', blob: 'AAAA' } },
    ];
    const sent = blocks.map((block) => ({ ...block, polluted: 1 }));
    await tab.call('AcpBridge.prompt', 'c', 's', sent);
    assert.deepEqual(served.calls.at(-1)?.[3], blocks);
  });

  it('[R4] never get a field by the name of __proto__', async () => {
    const args = '["c","s","q","accept",{"__proto__":"x","a":"b"}]';
    const answer = tab.answerTo('proto');
    tab.send(`{"jsonrpc":"2.0","id":"proto","method":"AcpBridge.answer_question","params":{"args":${args}}}`);
    await answer;
    const content = (served.calls.at(-1)![3] as { content: object }).content;
    assert.deepEqual(Object.getPrototypeOf(content), Object.prototype);
    assert.deepEqual({ ...content }, { a: 'b' });
  });

  it('[R7] are called by a message that wants no answer too', async () => {
    tab.send({ jsonrpc: '2.0', method: 'Sessions.delete', params: { args: ['c', 'quiet'] } });
    await tab.call('Settings.get');
    assert.deepEqual(served.calls.at(-2), ['sessions.remove', act, 'quiet']);
  });
});

describe('the table of methods', () => {
  it('[R6] has the id before the arguments of a command, and the session after it', () => {
    const kinds = { call: 0, command: 1, session_command: 2 };
    for (const { name, kind, args } of OFFERED.values()) {
      const { items } = (args as z.ZodTuple).def;
      assert.deepEqual(items.slice(0, kinds[kind]), [id, id].slice(0, kinds[kind]), name);
    }
  });

  it('[R6] does not compile if anything is missing, wrong or too much', () => {
    type Reading = ServedClass<'Repo'>['read_file'];
    const text = z.string();
    const number = z.number();
    const run = () => null as never;
    const right: Reading = call('full', [text, number, number], run);
    const wrong = [
      // @ts-expect-error: no schema.
      { kind: 'call', role: 'full', run } satisfies Reading,
      // @ts-expect-error: no handler.
      { kind: 'call', role: 'full', args: right.args } satisfies Reading,
      // @ts-expect-error: no role.
      { kind: 'call', args: right.args, run } satisfies Reading,
      // @ts-expect-error: a role that there is not.
      call('guest', [text, number, number], run) satisfies Reading,
      // @ts-expect-error: another kind than the protocol says.
      command('full', [text, number, number], run) satisfies Reading,
      // @ts-expect-error: an argument without a schema.
      call('full', [text, number], run) satisfies Reading,
      // @ts-expect-error: a schema without an argument.
      call('full', [text, number, number, number], run) satisfies Reading,
      // @ts-expect-error: a schema that lets the wrong type through.
      call('full', [text, number, text], run) satisfies Reading,
      // @ts-expect-error: a schema that lets null through.
      call('full', [text, number, number.nullable()], run) satisfies Reading,
      // @ts-expect-error: an answer of another kind.
      call('full', [text, number, number], () => 5) satisfies Reading,
      // @ts-expect-error: a class without one of its methods.
      { read_file: right } satisfies ServedClass<'Repo'>,
      // @ts-expect-error: a method that the protocol does not name.
      { read_file: right, find_files: run(), wipe: right } satisfies ServedClass<'Repo'>,
      // @ts-expect-error: what only commands are given.
      call('full', [], ({ act }) => act as never) satisfies ServedClass<'Sessions'>['list'],
    ];
    assert.equal(wrong.length, 13);
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { ROLES, type Role } from '../protocol/api/rpc.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import { Served } from './serve.rig.js';
import { argsOf } from './sound-args.rig.js';
import type { TestTab } from './test-tab.rig.js';

/** What each method needs by the list that is checked in, whatever the code says. */
const NEEDED = new Map(
  readFileSync('specs/method-roles.txt', 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.match(/^(\w+\.\w+): (\w+), \w+$/)!.slice(1) as [method: string, role: Role]),
);

/** The methods that only a role above this one may call, or those that it may. */
const above = (role: Role) => [...NEEDED.keys()].filter((method) => !allowed(role).includes(method));
const allowed = (role: Role) =>
  [...NEEDED].filter(([, needed]) => ROLES.indexOf(needed) <= ROLES.indexOf(role)).map(([method]) => method);

const UNHURRIED = { perSecond: 1e9, burst: 1e9 };

describe('roles', () => {
  let served: Served;
  const tabs = {} as Record<Role, TestTab>;

  before(async () => {
    served = await Served.start({ hub: { rate: UNHURRIED } });
    for (const role of ROLES) {
      served.role = role;
      tabs[role] = await served.openTab();
    }
  });
  after(() => served.stop());

  const failureOf = (role: Role, method: string, args = argsOf(method)) =>
    tabs[role].call(method, ...args).then(
      () => null,
      (error: unknown) => RpcError.from(error).name,
    );

  it('[R40] are four, and every method needs one of them', () => {
    assert.deepEqual(new Set(NEEDED.values()), new Set(ROLES));
    assert.ok(NEEDED.size > 150, `${NEEDED.size} methods`);
  });

  for (const role of ROLES) {
    it(`[R40] let ${role} call nothing that needs more, whatever its arguments`, async () => {
      const before = served.calls.length;
      for (const method of above(role)) {
        for (const args of [argsOf(method), [{}, {}, {}, {}, {}, {}], []]) {
          assert.equal(await failureOf(role, method, args), 'forbidden', method);
        }
        tabs[role].send({ jsonrpc: '2.0', method, params: { args: argsOf(method) } });
      }
      await tabs[role].call('Settings.get');
      assert.deepEqual(served.calls.slice(before), [['settings.get']]);
    });

    it(`[R40] let ${role} call all that needs no more`, async () => {
      for (const method of allowed(role)) {
        const before = served.calls.length;
        const failure = await failureOf(role, method);
        // Parts of a file come in order, which arguments that are made don't know.
        const isPart = method === 'Sessions.import_part' && failure === 'conflict';
        assert.ok(isPart || (failure === null && served.calls.length > before), `${method}: ${failure}`);
      }
      assert.deepEqual(served.faults, []);
    });

    it(`[R1] [R40] tell ${role} only of what it may call`, () => {
      const known = ['system.extension.dual-batch', 'system.listComponents', ...allowed(role)];
      assert.deepEqual(Object.keys(tabs[role].components).sort(), known.sort());
    });
  }

  it('[R43] let an approver allow and deny, without a rule or a note', async () => {
    const [rule] = argsOf('Settings.try_rule');
    const answer = (extras: object) => ['c', 's1', 'p', 'o', { digest: 'd', ...extras }];
    const table = [
      ['approver', { note: 'And then?' }, 'forbidden'],
      ['approver', { rule }, 'forbidden'],
      ['full', { note: 'And then?' }, null],
      ['full', { rule }, 'forbidden'],
      ['full', { note: 'And then?', rule }, 'forbidden'],
      ['owner', { note: 'And then?', rule }, null],
    ] as const;
    for (const [role, extras, expected] of table) {
      const before = served.calls.length;
      assert.equal(await failureOf(role, 'AcpBridge.answer_permission', answer(extras)), expected);
      assert.equal(served.calls.length > before, expected === null);
    }
  });
});

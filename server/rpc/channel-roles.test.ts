import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CHANNEL_ROLES, type ChannelKind } from '../protocol/api/channels.js';
import { isAtLeast, ROLES, type Role } from '../protocol/api/rpc.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import { Served } from './serve.rig.js';
import type { TestTab } from './test-tab.rig.js';

/** Who may see what, said once more: a kind of channel that is missing here has not been thought about. */
const SEEN_BY: { readonly [Kind in ChannelKind]: readonly Role[] } = {
  app: ['viewer', 'approver', 'full', 'owner'],
  session: ['viewer', 'approver', 'full', 'owner'],
  settings: ['viewer', 'approver', 'full', 'owner'],
  repo: ['full', 'owner'],
};

/** How a tab asks for one of each kind. */
const nameOf = (kind: ChannelKind): string | null =>
  ({ app: null, session: 's1', settings: 'settings', repo: 'repo:main' })[kind];

describe('the roles of channels', () => {
  let served: Served;
  const tabs = {} as Record<Role, TestTab>;

  before(async () => {
    served = await Served.start({});
    for (const role of ROLES) {
      served.role = role;
      tabs[role] = await served.openTab();
    }
  });
  after(() => served.stop());

  for (const kind of Object.keys(CHANNEL_ROLES) as ChannelKind[]) {
    for (const role of ROLES) {
      const maySee = SEEN_BY[kind].includes(role);
      it(`[L24] ${maySee ? 'let' : 'do not let'} the role ${role} see the channel ${kind}`, async () => {
        assert.equal(isAtLeast(role, CHANNEL_ROLES[kind]), maySee);
        const before = [served.calls.length, served.app.tabs.length, served.app.asked.length];
        const failure = await tabs[role].call('AcpBridge.get_current_state', nameOf(kind)).then(
          () => null,
          (error: unknown) => RpcError.from(error).name,
        );
        assert.equal(failure, maySee ? null : 'forbidden');
        const now = [served.calls.length, served.app.tabs.length, served.app.asked.length];
        const asked = now.map((count, n) => count - before[n]!);
        const expected = { app: [0, 1, 0], session: [1, 0, 0] }[kind as string] ?? [0, 0, 1];
        assert.deepEqual(asked, maySee ? expected : [0, 0, 0], 'nothing is asked for a tab that may not see it');
      });
    }
  }
});

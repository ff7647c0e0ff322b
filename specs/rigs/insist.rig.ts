import { RpcError } from '../../server/protocol/api/rpc-error.js';
import type { TestTab } from './test-tab.rig.js';
import type { WholeApi } from './whole-api.rig.js';

/** Calls until the server has answered: a tab in a hurry gives connections up that a busy machine only delays. */
export async function insist<T>(tab: TestTab, call: (api: WholeApi) => Promise<T>): Promise<T> {
  for (;;) {
    await tab.until(({ isConnected }) => isConnected);
    try {
      return await call(tab.api);
    } catch (error) {
      if (RpcError.from(error).name !== 'disconnected') throw error;
    }
  }
}

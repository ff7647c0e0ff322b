import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { ProcessGuard } from '../processes/process-guard.js';
import type { AgentHealth, AgentSummary } from '../protocol/api/app-state.js';
import { systemClock } from '../protocol/clock.js';
import { inTime } from '../testing/until.rig.js';
import { AgentHost, type AgentHostOptions } from './agent-host.js';
import type { CatalogEntry } from './catalog/catalog.js';
import { NO_CONSENT } from './catalog/launch-choice.js';
import { scratchFolder } from './connection/connection.rig.js';
import { ODD_AGENT } from './process/process.rig.js';

export interface TestHost {
  host: AgentHost;
  folder: string;
  /** The file into which odd agents write. */
  notes: string;
  /** All that was told of the agents, in order. */
  told: AgentSummary[];
  until(state: AgentHealth['state'], agentId?: string): Promise<AgentSummary>;
}

/** An agent of the catalog that behaves oddly. */
export function oddEntry(id: string, behaviour: string, ...words: string[]): CatalogEntry {
  return {
    id,
    name: `Odd ${id}`,
    commands: [{ command: process.execPath, args: [ODD_AGENT, behaviour, ...words] }],
    install: { kind: 'built_in' },
    login: { kind: 'command', command: 'odd login' },
  };
}

export type HostOptions = Partial<
  Pick<AgentHostOptions, 'clock' | 'consent' | 'env' | 'loadPty' | 'onSignedIn' | 'onSignInOutput'>
> & {
  /** Called after every change of an agent. */
  onNews?: () => void;
  /** Instead of its own folder. */
  folder?: string;
};

/** A host of these agents; nothing of it outlives the test. */
export function testHost(
  t: TestContext,
  agents: (notes: string) => CatalogEntry[],
  options: HostOptions = {},
): TestHost {
  const folder = options.folder ?? scratchFolder(t);
  const notes = join(folder, 'notes');
  const told: AgentSummary[] = [];
  let waiting: (() => void)[] = [];
  const guard = new ProcessGuard(join(folder, 'data', 'processes'));
  const host = new AgentHost({
    guard,
    agents: agents(notes),
    cwd: folder,
    dataDir: join(folder, 'data'),
    ...options,
    env: options.env ?? { PATH: process.env.PATH },
    version: '0.0.0',
    clock: options.clock ?? systemClock,
    consent: options.consent ?? NO_CONSENT,
    onChange: (agent) => {
      told.push(agent);
      const wakened = waiting;
      waiting = [];
      for (const resume of wakened) resume();
      options.onNews?.();
    },
  });
  t.after(async () => {
    await host.stopAll();
    await guard.close();
  });
  let seen = 0;
  const until: TestHost['until'] = async (state, agentId) => {
    for (;;) {
      for (; seen < told.length; seen++) {
        const agent = told[seen]!;
        if (agent.health.state !== state || (agentId && agent.id !== agentId)) continue;
        seen++;
        return agent;
      }
      const news = new Promise<void>((resolve) => waiting.push(resolve));
      await inTime(news, () => `an agent that is ${state}, but it is: ${JSON.stringify(told.at(-1)?.health)}`);
    }
  };
  return { host, folder, notes, told, until };
}

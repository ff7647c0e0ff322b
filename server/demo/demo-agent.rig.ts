import type { TestContext } from 'node:test';
import { DEMO_AGENT } from '../agents/catalog/catalog-entries.js';
import { Ear } from '../agents/connection/connection.rig.js';
import { type TestHost, testHost } from '../agents/host.rig.js';
import type { AgentSession } from '../ports/agent.js';

export interface DemoTalk extends TestHost {
  ear: Ear;
  session: AgentSession;
  say(text: string): Promise<{ stopReason: string }>;
}

/** A session with the real demo agent in its own process, as fast as it can. */
export async function talkToDemo(t: TestContext, env: NodeJS.ProcessEnv = {}): Promise<DemoTalk> {
  const hosted = testHost(t, () => [DEMO_AGENT], { env: { PATH: process.env.PATH, ACDECK_DEMO_PACE: '0', ...env } });
  const ear = new Ear();
  const link = await hosted.host.connect('demo');
  const session = await link.openSession({ cwd: hosted.folder, agentSessionId: null, replay: 'drop' }, ear);
  return { ...hosted, ear, session, say: (text) => session.prompt([{ type: 'text', text }]) };
}

import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Pty } from '../../processes/load-pty.js';
import type { SignInAttempt } from '../../protocol/api/agent-sign-in.js';
import { inTime } from '../../testing/until.rig.js';
import { type TestHost, testHost } from '../host.rig.js';
import type { AgentAuth } from './agent-auth.js';

/** The agent that wants a sign-in. */
export const LOGIN_AGENT = fileURLToPath(new URL('../../testing/login-agent.mjs', import.meta.url));

export interface LoginHost extends TestHost {
  auth: AgentAuth;
  /** Settles when an attempt is in that state, or gone. */
  untilAttempt(state: SignInAttempt['state'] | 'none'): Promise<SignInAttempt | null>;
  /** Settles when the terminal has shown this. */
  untilShown(pattern: RegExp): Promise<string>;
  commandLine(methodId: string): string;
}

/** A host with the agent that refuses `where` until somebody has signed in; a restart that is wanted is done. */
export function loginHost(
  t: TestContext,
  where = 'session/new',
  options: { loadPty?: () => Promise<Pty | null> } = {},
): LoginHost {
  let waiting: (() => void)[] = [];
  const wake = () => {
    const wakened = waiting;
    waiting = [];
    for (const resume of wakened) resume();
  };
  const nextNews = (what: unknown) =>
    inTime(
      new Promise<void>((resolve) => waiting.push(resolve)),
      () => `${what}, but it is: ${JSON.stringify(auth.state)}`,
    );
  const test: TestHost = testHost(
    t,
    (notes) => [
      {
        id: 'login',
        name: 'Login agent',
        commands: [{ command: process.execPath, args: [LOGIN_AGENT, notes, where] }],
        install: { kind: 'built_in' },
        login: { kind: 'command', command: 'login-agent sign-in' },
      },
    ],
    {
      ...options,
      onSignedIn: (agentId, needsRestart) => needsRestart && test.host.restart(agentId),
      onSignInOutput: wake,
      onNews: wake,
    },
  );
  const auth = test.host.authOf('login');
  return {
    ...test,
    auth,
    untilAttempt: async (state) => {
      while ((auth.state?.attempt?.state ?? 'none') !== state) await nextNews(state);
      return auth.state?.attempt ?? null;
    },
    untilShown: async (pattern) => {
      while (!pattern.test(auth.output?.text ?? '')) await nextNews(pattern);
      return auth.output!.text;
    },
    commandLine: (methodId) => {
      const method = auth.state?.methods.find(({ id }) => id === methodId);
      return method?.kind === 'terminal' ? method.commandLine : '';
    },
  };
}

import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { SignInAttempt } from '../protocol/agent-sign-in.js';
import type { AgentAuth } from './agent-auth.js';
import { type TestHost, testHost } from './host.rig.js';
import type { Pty } from './load-pty.js';

/** The agent that wants a sign-in. */
export const LOGIN_AGENT = fileURLToPath(new URL('../testing/login-agent.mjs', import.meta.url));

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
  const nextNews = () => new Promise<void>((resolve) => waiting.push(resolve));
  const test: TestHost = testHost(
    t,
    (notes) => [
      {
        id: 'login',
        name: 'Login agent',
        commands: [{ command: process.execPath, args: [LOGIN_AGENT, notes, where] }],
        install: 'It comes with the tests.',
        login: 'Sign in with: login-agent sign-in',
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
      while ((auth.state?.attempt?.state ?? 'none') !== state) await nextNews();
      return auth.state?.attempt ?? null;
    },
    untilShown: async (pattern) => {
      while (!pattern.test(auth.output?.text ?? '')) await nextNews();
      return auth.output!.text;
    },
    commandLine: (methodId) => {
      const method = auth.state?.methods.find(({ id }) => id === methodId);
      return method?.kind === 'terminal' ? method.commandLine : '';
    },
  };
}

import { delimiter, isAbsolute, sep } from 'node:path';

/** Variables that would lead git elsewhere, that are our own, or by which something could ask a person at a terminal. */
const DROPPED = /^(GIT_|ACDECK_|NODE_OPTIONS$|GPG_TTY$|SSH_ASKPASS|EDITOR$|VISUAL$|PAGER$|LANGUAGE$|LC_)/;

/** Fails instead of asking: no prompt can wait for keys where there are none. */
const FAILS = 'false';

/**
 * The environment for git: without what leads to another repository, without programs from the folder itself, in
 * English so that its messages can be told apart, and with nothing that could ask.
 */
export function gitEnv(env: NodeJS.ProcessEnv, folder: string): Record<string, string> {
  const kept = Object.entries(env).filter(([name, value]) => value !== undefined && !DROPPED.test(name));
  const isSafe = (dir: string) => isAbsolute(dir) && dir !== folder && !dir.startsWith(folder + sep);
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    PATH: (env.PATH ?? '').split(delimiter).filter(isSafe).join(delimiter),
    LC_ALL: 'C.UTF-8',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: FAILS,
    SSH_ASKPASS: FAILS,
    SSH_ASKPASS_REQUIRE: 'force',
    GCM_INTERACTIVE: 'never',
    GIT_EDITOR: FAILS,
    GIT_SEQUENCE_EDITOR: FAILS,
    GIT_PAGER: 'cat',
  };
}

/** What a person has set for reaching other machines, by variable. */
const REACHING = /^GIT_(SSH|SSH_COMMAND|SSH_VARIANT|SSL_\w+|PROXY_SSL_\w+|HTTP_PROXY_AUTHMETHOD)$/;

/** For calls that reach other machines, by the usual ways and with the person's own means; nothing there can ask either. */
export function reachingEnv(env: NodeJS.ProcessEnv): Record<string, string> {
  const own = Object.entries(env).filter(([name, value]) => value !== undefined && REACHING.test(name));
  return { ...(Object.fromEntries(own) as Record<string, string>), GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh' };
}

/** For those to a remote that nobody trusts: one on this machine would run its own hooks. */
export const ELSEWHERE_ONLY = { GIT_ALLOW_PROTOCOL: 'git:http:https:ssh' } as const;

/** For calls that only look: they take no lock, and fetch nothing, not even an object that a partial clone lacks. */
export const READING = { GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' } as const;
/** For calls that write here and nowhere else. */
export const WRITING = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' } as const;

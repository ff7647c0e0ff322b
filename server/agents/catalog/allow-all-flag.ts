import { own } from '../../protocol/own.js';
import type { CatalogEntry } from './catalog.js';

/** Flags of shipped agents that make them ask nothing. */
const FLAGS = new RegExp(
  `^(${[
    '--?yolo|-y|--allow-all(-tools|-paths|-urls)?|--trust-all-tools|--dangerously-[a-z-]+|--skip-permissions|--no-ask',
    '--full-auto|--auto-approve(-all)?|--always-approve|--permission-mode=bypass\\w*',
    '--approval-mode=(yolo|full-auto|never)|--(ask-for-approval|approval-policy)=never|--sandbox=danger\\S*',
  ].join('|')})$`,
  'i',
);
/** Flags whose value does the same. */
const VALUES: Readonly<Record<string, RegExp>> = {
  '--permission-mode': /^bypass/i,
  '--approval-mode': /^(yolo|full-auto|never)$/i,
  '--ask-for-approval': /^never$/i,
  '--approval-policy': /^never$/i,
  '-a': /^never$/i,
  '--sandbox': /^danger/i,
  '-c': /^approval_policy\s*=\s*"?never"?$/i,
  '--config': /^approval_policy\s*=\s*"?never"?$/i,
};
/** Variables that do the same, and the programs that read them. */
const VARIABLES: Readonly<Record<string, { program: RegExp; value: RegExp }>> = {
  COPILOT_ALLOW_ALL: { program: /copilot/, value: /^(1|true|yes)$/i },
  GOOSE_MODE: { program: /goose/, value: /^auto$/i },
};
/** Programs that run a package; what is before its name is for them. */
const RUNNERS = /(^|\/)(npx|bunx|pnpx|uvx|npm|pnpm|bun)$/;

/** What makes an agent ask nothing, in the way it is started: a flag or a variable; null if nothing does. */
export function allowAllFlag(
  { commands, env }: Pick<CatalogEntry, 'commands' | 'env'>,
  itsEnv: NodeJS.ProcessEnv = {},
): string | null {
  for (const { command, args } of commands) {
    const found = flagIn(command, args) ?? variableFor([command, ...args].join(' '), { ...itsEnv, ...env });
    if (found !== null) return found;
  }
  return null;
}

function flagIn(command: string, args: readonly string[]): string | null {
  const first = RUNNERS.test(command) ? args.findIndex((arg) => !arg.startsWith('-')) + 1 : 0;
  const words = args.slice(first);
  const at = words.findIndex((arg, n) => FLAGS.test(arg) || (own(VALUES, arg)?.test(words[n + 1] ?? '') ?? false));
  if (at < 0) return null;
  return FLAGS.test(words[at]!) ? words[at]! : `${words[at]} ${words[at + 1]}`;
}

function variableFor(words: string, env: NodeJS.ProcessEnv): string | null {
  const found = Object.entries(VARIABLES).find(
    ([name, { program, value }]) => program.test(words) && value.test(own(env, name) ?? ''),
  );
  return found ? `${found[0]}=${own(env, found[0])}` : null;
}

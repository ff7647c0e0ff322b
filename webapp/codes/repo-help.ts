import type { RepoTrouble } from '../../server/protocol/api/repo-trouble.js';
import { quotedWord } from '../../server/protocol/shell-word.js';
import { catalogue } from '../ui/catalogue.js';
import { list } from '../ui/format.js';
import { wordsFor } from './by-code.js';
import { REPO_WORDS } from './repo-words.js';

/** A trouble with the repository, in the parts in which a box shows it. */
export interface TroubleHelp {
  /** What happened. */
  readonly says: string;
  /** What can be done now. */
  readonly todo: string | null;
  /** What to run in a terminal for that. */
  readonly command: string | null;
  /** What git or a hook has said. */
  readonly output: string | null;
}

const HELP = catalogue({
  unknown: 'Something went wrong with Git.',
  noGit: 'Install Git, then try again.',
  oldGit: 'Update Git, then try again.',
  notRepo: 'To track changes here, create a repository:',
  bare: 'Start AcDeck in a folder that has the working files.',
  owner: 'If you trust it, run this in a terminal and try again:',
  elsewhere: 'Start AcDeck in that folder instead.',
  gone: 'Start AcDeck in another folder.',
  locked: 'If no other Git is running, delete that file yourself.',
  operation: 'Continue or abort it under “Not committed”.',
  conflicts: (paths: string) => `Files with conflicts: ${paths}`,
  hook: (name: string) => `The ${name} hook refused.`,
  hookTodo: 'Fix what it complains about and try again.',
  identity: 'Git doesn’t know who you are.',
  identityTodo: 'Set your name and email once, then commit again:',
  signing: 'The commit couldn’t be signed.',
  signingTodo: 'Unlock your signing key, for example by signing something in a terminal, then commit again.',
  git: (command: string) => `git ${command} failed.`,
  overwritten: 'Commit or stash your changes first.',
  behind: 'Pull, then push again.',
  moved: 'Fetch and look at them before you try again.',
  credentials: 'Sign in once in a terminal, for example with `git fetch`, so that Git remembers the password.',
  key: 'Unlock your key in a terminal with `ssh-add`, then try again.',
  hostKey: 'Connect once in a terminal and check its fingerprint.',
  missing: 'Check the address of the remote:',
  unreachable: 'Check your connection and try again.',
  noRemote: 'Add one in a terminal:',
  tooSlow: 'Try again. If it happens every time, run Git in a terminal to see why.',
  conflictsTodo: 'Resolve the conflicts first.',
});

const IDENTITY_COMMAND = 'git config --global user.name "Your Name" && git config --global user.email you@example.com';

/** What to say of a trouble, and what a person can do about it. */
export function troubleHelp(trouble: RepoTrouble): TroubleHelp {
  const says = wordsFor(REPO_WORDS, trouble) ?? HELP.unknown;
  const help = (parts: Partial<TroubleHelp> = {}): TroubleHelp => {
    return { says, todo: null, command: null, output: null, ...parts };
  };
  switch (trouble.code) {
    case 'no_git':
      return help({ todo: HELP.noGit });
    case 'old_git':
      return help({ todo: HELP.oldGit });
    case 'not_repo':
      return help({ todo: HELP.notRepo, command: 'git init' });
    case 'bare':
      return help({ todo: HELP.bare });
    case 'owner':
      return help({
        todo: HELP.owner,
        command: `git config --global --add safe.directory ${quotedWord(trouble.path)}`,
      });
    case 'elsewhere':
      return help({ todo: HELP.elsewhere });
    case 'gone':
      return help({ todo: HELP.gone });
    case 'locked':
      return help({ todo: HELP.locked });
    case 'operation':
      return help({ todo: HELP.operation });
    case 'conflicts':
      return help({ says: HELP.conflictsTodo, todo: HELP.conflicts(list(trouble.paths)) });
    case 'hook':
      return help({ says: HELP.hook(trouble.hook), todo: HELP.hookTodo, output: trouble.output });
    case 'identity':
      return help({ says: HELP.identity, todo: HELP.identityTodo, command: IDENTITY_COMMAND });
    case 'signing':
      return help({ says: HELP.signing, todo: HELP.signingTodo, output: trouble.output });
    case 'git':
      return help({ says: HELP.git(trouble.command), output: trouble.output });
    case 'overwritten':
      return help({ todo: HELP.overwritten });
    case 'rejected':
      return help({
        todo: trouble.why === 'behind' ? HELP.behind : trouble.why === 'moved' ? HELP.moved : null,
        output: trouble.output,
      });
    case 'auth': {
      const todo = { credentials: HELP.credentials, key: HELP.key, host_key: HELP.hostKey }[trouble.why];
      return help({ todo: todo ?? null, output: trouble.output });
    }
    case 'remote_missing':
      return help({ todo: HELP.missing, command: 'git remote -v', output: trouble.output });
    case 'remote_unreachable':
      return help({ todo: HELP.unreachable, output: trouble.output });
    case 'remote_silent':
      return help({ todo: HELP.unreachable });
    case 'no_remote':
      return help({ todo: HELP.noRemote, command: 'git remote add origin <address>' });
    case 'too_slow':
      return help({ todo: HELP.tooSlow });
    default:
      // The sentence says it all.
      return help();
  }
}

import type { ProgramVisit, TokenRole } from '../../server/protocol/api/programs.js';
import { own } from '../../server/protocol/own.js';
import { catalogue } from '../ui/catalogue.js';
import { label } from '../ui/visible-text.js';

const WORDS = catalogue({
  byAgent: (agent: string, wish: string) => `${agent} started a program that wants to ${wish}:`,
  inAcdeck: (wish: string) => `A program started in AcDeck wants to ${wish}:`,
  unknown: (wish: string) => `A program that can’t be identified wants to ${wish}.`,
  untraced: (wish: string) => `A program that doesn’t show what started it wants to ${wish}:`,
  process: (pid: string) => `process ${pid}`,
  noAnswer: 'It’s denied if nobody answers.',
  connected: (name: string) => `${name} connected`,
  someProgram: 'A program that can’t be identified',
  startedBy: (chain: string) => `started by ${chain}`,
  wishes: {
    browser: 'open AcDeck in a browser',
    api: 'use AcDeck as you',
    tokens: 'see or change tokens',
  },
  did: { browser: 'Opened a browser', api: 'Used AcDeck', tokens: 'Saw or changed tokens' },
  states: { asking: 'Waiting for you', inside: 'Connected', refused: 'Denied', left: 'Ended' },
  roles: {
    viewer: 'Can look',
    approver: 'Can look, answer requests and stop agents',
    full: 'Can look, answer requests and send messages',
  },
});

/** Most command lines begin with the path of a program, of which the name says enough. */
export function programName({ process }: Pick<ProgramVisit, 'process'>, most = 80): string {
  if (!process) return WORDS.someProgram;
  return label(shortCommand(process.command), most);
}

/** `/usr/bin/node --import x /opt/acdeck/main.js ask hi` is `acdeck ask hi` to people. */
function shortCommand(command: string): string {
  const own = /^\S*node(?: \S+)*? \S*\/(?:acdeck|main)(?:\.[jt]s)?(?= |$)/.exec(command);
  if (own) return `acdeck${command.slice(own[0].length)}`;
  return command.replace(/^\S*\//, '');
}

/** What a program that waits wants, and who started it. */
export function programRequest(visit: ProgramVisit): { sentence: string; command: string | null; rest: string } {
  const wish = own(WORDS.wishes, visit.wish) ?? WORDS.wishes.api;
  const { process } = visit;
  if (!process) return { sentence: WORDS.unknown(wish), command: null, rest: WORDS.noAnswer };
  const unnamed = process.isOurs ? WORDS.inAcdeck(wish) : WORDS.untraced(wish);
  const sentence = process.agent === null ? unnamed : WORDS.byAgent(label(process.agent, 40), wish);
  return {
    sentence,
    command: programName(visit, 60),
    rest: `(${WORDS.process(String(process.pid))}). ${WORDS.noAnswer}`,
  };
}

/** What is said in passing when a program was let in: its first words are enough. */
export function programConnected(visit: ProgramVisit): string {
  return WORDS.connected(
    programName(visit)
      .split(' ')
      .slice(0, visit.process ? 2 : undefined)
      .join(' '),
  );
}

/** What a program did, which process it is and what started it. */
export function programFacts({ process, wish, state }: ProgramVisit): string[] {
  const deed = state === 'inside' || state === 'left' ? [own(WORDS.did, wish) ?? WORDS.did.api] : [];
  if (!process) return deed;
  const chain = process.parents.slice(0, 3).map(({ command }) => label(shortCommand(command).split(' ')[0] ?? '', 30));
  const by = process.agent === null ? chain.filter(Boolean).join(' ← ') : label(process.agent, 40);
  return [...deed, WORDS.process(String(process.pid)), ...(by ? [WORDS.startedBy(by)] : [])];
}

export function programState({ state }: ProgramVisit): string {
  return own(WORDS.states, state) ?? '';
}

export function tokenRoleText(role: TokenRole): string {
  return own(WORDS.roles, role) ?? role;
}

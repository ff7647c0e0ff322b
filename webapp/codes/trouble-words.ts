import type {
  AgentTrouble,
  InstallHint,
  LastOutput,
  ProcessEnd,
  SignInHint,
  StartObstacle,
} from '../../server/protocol/agent-trouble.js';
import { catalogue } from '../ui/catalogue.js';
import { asSentence, codeWords, wordsFor } from './by-code.js';

/**
 * What is wrong with an agent. What it said itself is shown as it said it. `calledHere` is its name in the card around it:
 * an agent may have had another one when this was written down.
 */
export function troubleText(told: AgentTrouble, calledHere?: string): string {
  const isNamed = calledHere !== undefined && 'agent' in told && told.agent !== undefined;
  const trouble = isNamed ? { ...told, agent: calledHere } : told;
  switch (trouble.code) {
    case 'said':
      return trouble.text || WORDS.noReason;
    case 'sentence':
      return trouble.text;
    case 'failed':
      return trouble.agent === undefined ? trouble.text : `${trouble.agent}: ${trouble.text}`;
    default:
      return wordsFor(TROUBLES, trouble) ?? WORDS.unknown;
  }
}

const WORDS = catalogue({
  noReason: 'The agent gave no reason.',
  unknown: 'Something went wrong with the agent.',
  unread: 'it stopped reading, and AcDeck ended it',
  signal: (name: string) => `signal ${name}`,
  exitCode: (code: number) => `exit code ${code}`,
  unknownEnd: 'for an unknown reason',
  output: (line: string) => `Output: ${line}`,
  npm: (code: string) => `npm failed with ${code}.`,
});

type Worded = Exclude<AgentTrouble, { code: 'said' | 'sentence' | 'failed' }>;

const TROUBLES = codeWords<Worded>({
  not_installed: ({ agent, commands, install }) =>
    [`${agent} isn’t installed: ${quotedOr(commands)} was not found.`, installText(install)].filter(Boolean).join(' '),
  untrusted: ({ agent, command }) =>
    `${agent} comes with this folder. It won’t start until you trust the folder: ${command}`,
  not_started: ({ agent, obstacle, command, folder }) =>
    `${agent} couldn’t start: ${obstacleText(obstacle, command, folder)}.`,
  ended_early: ({ agent, end, isNpx, output }) =>
    joined(
      `${agent} stopped before it answered (${processEndText(end)}).`,
      isNpx
        ? 'Check your network connection, and that npm can download packages.'
        : 'Make sure the command starts an ACP agent.',
      outputText(output),
    ),
  wrong_version: ({ agent, version }) =>
    `${agent} speaks version ${version} of ACP, and AcDeck speaks version 1. Update one of them, or choose another agent.`,
  no_answer: ({ agent, method, seconds }) =>
    method === 'initialize'
      ? `${agent} didn’t answer within ${seconds} s. It may not be an ACP agent. Restart it, or use another one.`
      : `${agent} didn’t answer “${method}” within ${seconds} s.`,
  answer_too_large: ({ agent, mebibytes }) =>
    `An answer from ${agent} was larger than ${mebibytes} MB and was left out.`,
  stopped: ({ agent, end, output }) => joined(`${agent} stopped (${processEndText(end)}).`, outputText(output)),
  restarting: ({ agent, end, seconds }) => `${agent} stopped (${processEndText(end)}). Restarting in ${seconds} s.`,
  crash_loop: ({ agent, end }) =>
    `${agent} stopped ${end ? `(${processEndText(end)}) ` : ''}several times in 2 minutes. It won’t be restarted automatically.`,
  restarted: ({ agent }) => `${agent} was restarted.`,
  turned_off: ({ agent }) => `${agent} is stopped. Start it to continue.`,
  server_stopping: 'AcDeck is stopping.',
  unknown_agent: ({ agentId }) => `There is no agent called “${agentId}”. Choose another one.`,
  sign_in_needed: ({ agent, said, help }) =>
    joined(said ? `${agent} needs you to sign in (${said}).` : `${agent} needs you to sign in.`, signInText(help)),
  signed_out: ({ agent }) => `You signed out of ${agent}.`,
  command_failed: ({ end }) => `The command failed (${processEndText(end)}). Its output is above.`,
  not_ready: ({ agent }) => `${agent} isn’t ready yet.`,
  too_many_sessions: ({ agent, most }) =>
    `${agent} is already working in ${most} sessions. Wait until one of them is done.`,
  session_gone: ({ agent }) => `${agent} no longer has this session.`,
  session_unlisted: ({ agent }) => `${agent} doesn’t list this session.`,
  session_held_open: ({ agent }) =>
    `${agent} has this session open and won’t return its history again. Restart the agent and try again.`,
  session_nameless: ({ agent }) => `${agent} opened a session without an ID.`,
  no_history: ({ agent }) => `${agent} returned no history for this session.`,
  cannot_delete: ({ agent }) => `${agent} can’t delete sessions.`,
});

/** How a process ended, to be in brackets. */
export function processEndText({ exitCode, signal, reason }: ProcessEnd): string {
  if (reason === 'unread') return WORDS.unread;
  if (signal) return WORDS.signal(signal);
  return exitCode === null ? WORDS.unknownEnd : WORDS.exitCode(exitCode);
}

function outputText({ line, npmCode }: LastOutput): string {
  if (npmCode !== undefined) return WORDS.npm(npmCode);
  return line === undefined ? '' : WORDS.output(line);
}

const OBSTACLES = catalogue({
  ENOENT: (command: string, folder: string) => `the command “${command}” or the folder “${folder}” was not found`,
  EACCES: (command: string) => `you don’t have permission to run “${command}”`,
  ENOEXEC: (command: string) => `“${command}” can’t run on this machine`,
  ENOTDIR: (_command: string, folder: string) => `“${folder}” is not a folder`,
  EMFILE: 'too many files are open on this machine',
  EAGAIN: 'too many processes are running on this machine',
  E2BIG: 'its arguments or environment variables are too long',
});

function obstacleText(obstacle: StartObstacle, command: string, folder: string): string {
  const words = OBSTACLES[obstacle];
  return typeof words === 'string' ? words : words(command, folder);
}

const INSTALL = catalogue({
  command: (command: string) => `Install it with: ${command}`,
  commandAndNode: (command: string, node: string) => `Install it with: ${command} (Node ${node} or newer)`,
  page: (url: string) => `Install instructions: ${url}`,
  builtIn: 'It comes with AcDeck.',
  settings: (agentId: string, command: string) => `Check the command of “${agentId}” in the settings: ${command}`,
});

/** How to get an agent; empty where nobody knows. */
export function installText(hint: InstallHint): string {
  switch (hint.kind) {
    case 'command':
      return hint.node ? INSTALL.commandAndNode(hint.command, hint.node) : INSTALL.command(hint.command);
    case 'page':
      return INSTALL.page(hint.url);
    case 'built_in':
      return INSTALL.builtIn;
    case 'settings':
      return INSTALL.settings(hint.agentId, hint.command);
    default:
      return '';
  }
}

const SIGN_IN = catalogue({
  command: (command: string) => `Sign in with: ${command}`,
  commandOrVariable: (command: string, variable: string) => `Sign in with: ${command}, or set ${variable}`,
  run: (command: string) => `Sign in by running ${command} once in a terminal`,
  runAndType: (command: string, typing: string) =>
    `Sign in by running ${command} once in a terminal and typing ${typing}`,
  runOrVariable: (command: string, variable: string) =>
    `Sign in by running ${command} once in a terminal, or set ${variable}`,
  provider: (command: string) => `Choose a provider with: ${command}`,
  trial: 'The demo agent has an account only so that you can try signing in.',
});

/** How to sign in to an agent by hand; empty where nobody knows. */
export function signInText(hint: SignInHint): string {
  switch (hint.kind) {
    case 'command':
      return hint.variable ? SIGN_IN.commandOrVariable(hint.command, hint.variable) : SIGN_IN.command(hint.command);
    case 'run':
      if (hint.typing) return SIGN_IN.runAndType(hint.command, hint.typing);
      return hint.variable ? SIGN_IN.runOrVariable(hint.command, hint.variable) : SIGN_IN.run(hint.command);
    case 'provider':
      return SIGN_IN.provider(hint.command);
    case 'trial':
      return SIGN_IN.trial;
    default:
      return '';
  }
}

function joined(...parts: string[]): string {
  return parts.filter(Boolean).join(' ');
}

function quotedOr(commands: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(commands.map((command) => `“${command}”`));
}

/** The same, ready for a sentence to follow. */
export function troubleSentence(trouble: AgentTrouble, calledHere?: string): string {
  return asSentence(troubleText(trouble, calledHere));
}

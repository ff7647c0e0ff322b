import type {
  AgentTrouble,
  InstallHint,
  LastOutput,
  ProcessEnd,
  SignInHint,
  StartObstacle,
} from '../../protocol/agent-trouble.js';
import { unreachable } from '../../protocol/unreachable.js';

/** What is wrong with an agent, for the terminal and for logs. The page has its own words for it. */
export function describeTrouble(trouble: AgentTrouble): string {
  switch (trouble.code) {
    case 'said':
      return trouble.text || 'The agent gave no reason.';
    case 'failed':
      return trouble.agent === undefined ? trouble.text : `${trouble.agent}: ${trouble.text}`;
    case 'sentence':
      return trouble.text;
    case 'not_installed': {
      const names = trouble.commands.map((command) => `"${command}"`).join(' or ');
      return `${trouble.agent} is not installed: the command ${names} was not found.${howToInstall(trouble.install)}`;
    }
    case 'untrusted':
      return `${trouble.agent} comes with this folder and won't start until you trust the folder: ${trouble.command}`;
    case 'not_started':
      return `${trouble.agent} couldn't start: ${obstacle(trouble.obstacle, trouble.command, trouble.folder)}.`;
    case 'ended_early': {
      const advice = trouble.isNpx
        ? 'Check your network connection, and that npm can download packages.'
        : 'Make sure the command starts an ACP agent.';
      return `${trouble.agent} stopped before it answered (${howItEnded(trouble.end)}). ${advice}${quoted(trouble.output)}`;
    }
    case 'wrong_version':
      return `${trouble.agent} speaks version ${trouble.version} of ACP; AcDeck speaks version 1. Update the agent or AcDeck.`;
    case 'no_answer': {
      const advice = trouble.method === 'initialize' ? ' It may not be an ACP agent.' : '';
      return `${trouble.agent} didn't answer "${trouble.method}" within ${trouble.seconds} s.${advice}`;
    }
    case 'answer_too_large':
      return `An answer from ${trouble.agent} was larger than ${trouble.mebibytes} MB.`;
    case 'stopped':
      return `${trouble.agent} stopped (${howItEnded(trouble.end)}).${quoted(trouble.output)}`;
    case 'restarting':
      return `${trouble.agent} stopped (${howItEnded(trouble.end)}). Restarting in ${trouble.seconds} s.`;
    case 'crash_loop': {
      const how = trouble.end ? ` (${howItEnded(trouble.end)})` : '';
      return `${trouble.agent} stopped${how} several times in 2 minutes. It won't be restarted automatically.`;
    }
    case 'restarted':
      return `${trouble.agent} was restarted.`;
    case 'turned_off':
      return `${trouble.agent} was stopped.`;
    case 'server_stopping':
      return 'AcDeck is stopping.';
    case 'unknown_agent':
      return `There is no agent "${trouble.agentId}".`;
    case 'sign_in_needed':
      return `${trouble.agent} needs you to sign in (${trouble.said}).${byHand(trouble.help)}`;
    case 'signed_out':
      return `You signed out of ${trouble.agent}.`;
    case 'command_failed':
      return `The command failed (${howItEnded(trouble.end)}).`;
    case 'not_ready':
      return `${trouble.agent} isn't ready yet.`;
    case 'too_many_sessions':
      return `${trouble.agent} is already working in ${trouble.most} sessions.`;
    case 'session_gone':
      return `${trouble.agent} no longer has this session.`;
    case 'session_unlisted':
      return `${trouble.agent} doesn't list this session.`;
    case 'session_held_open':
      return `${trouble.agent} has this session open and won't return its history again. Restart the agent and try again.`;
    case 'session_nameless':
      return `${trouble.agent} opened a session without an id.`;
    case 'no_history':
      return `${trouble.agent} returned no history for this session.`;
    case 'cannot_delete':
      return `${trouble.agent} can't delete sessions.`;
    default:
      return unreachable(trouble);
  }
}

export function howItEnded({ exitCode, signal, reason }: ProcessEnd): string {
  if (reason === 'unread') return 'it stopped reading';
  return signal ? `signal ${signal}` : `exit code ${exitCode ?? 'unknown'}`;
}

function obstacle(code: StartObstacle, command: string, folder: string): string {
  switch (code) {
    case 'ENOENT':
      return `the command "${command}" or the folder "${folder}" was not found`;
    case 'EACCES':
      return `you don't have permission to run "${command}"`;
    case 'ENOEXEC':
      return `"${command}" can't run on this machine`;
    case 'ENOTDIR':
      return `"${folder}" is not a folder`;
    case 'EMFILE':
      return 'too many files are open on this machine';
    case 'EAGAIN':
      return 'too many processes are running on this machine';
    case 'E2BIG':
      return 'its arguments or environment variables are too long';
    default:
      return unreachable(code);
  }
}

function quoted({ line, npmCode }: LastOutput): string {
  if (npmCode !== undefined) return ` npm failed with ${npmCode}.`;
  return line === undefined ? '' : ` Output: ${line}`;
}

function howToInstall(hint: InstallHint): string {
  switch (hint.kind) {
    case 'command':
      return ` Install it with: ${hint.command}${hint.node ? ` (Node ${hint.node} or newer)` : ''}`;
    case 'page':
      return ` Install instructions: ${hint.url}`;
    case 'settings':
      return ` Check the command of "${hint.agentId}" in the settings.`;
    case 'built_in':
    case 'unknown':
      return '';
    default:
      return unreachable(hint);
  }
}

function byHand(help: SignInHint): string {
  switch (help.kind) {
    case 'command':
      return ` Sign in with: ${help.command}${orSet(help.variable)}`;
    case 'run':
      return ` Sign in by running ${help.command} once in a terminal${help.typing ? ` and typing ${help.typing}` : ''}${orSet(help.variable)}`;
    case 'provider':
      return ` Choose a provider with: ${help.command}`;
    case 'trial':
    case 'unknown':
      return '';
    default:
      return unreachable(help);
  }
}

function orSet(variable: string | undefined): string {
  return variable === undefined ? '' : `, or set ${variable}`;
}

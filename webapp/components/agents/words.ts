import { catalogue } from '../../ui/catalogue.js';
import { plural } from '../../ui/format.js';

/** How to get an agent, and whether a folder can be trusted. */
export const agentWords = catalogue({
  region: 'Coding agents',
  ready: 'Ready to use on this machine',
  useAgent: (agent: string) => `Use ${agent}`,
  noneFound: 'No coding agent found',
  noneWorks: 'No working coding agent',
  setUp: 'Set one up, or try the demo below.',
  checkAgain: 'Check again',
  install: (agent: string) => `Install ${agent}`,
  copy: 'Copy',
  copyCommand: (command: string) => `Copy ${command}`,
  howTo: 'Run this in a terminal, then check again. You can sign in here.',
  howToWith: (node: string) =>
    `Run this in a terminal (needs Node ${node} or newer), then check again. You can sign in here.`,
  more: 'More…',
  moreAgents: 'More agents',
  allowAllOn: (sessions: number) => plural(sessions, 'Allow all is on in # session.', 'Allow all is on in # sessions.'),
  trust: {
    settings: 'This folder has its own settings. Trust this folder?',
    oneAgent: 'This folder has its own agent. Trust this folder?',
    agents: 'This folder has its own agents. Trust this folder?',
    mcpServers: 'This folder has its own MCP servers. Trust this folder?',
    programs: 'This repository brings programs or settings that Git would use. Trust them?',
    reach: (host: string | null) =>
      host === null
        ? 'This remote is on your machine, and its hooks would run. Trust it?'
        : `Git would connect to ${host} with settings that come with this repository. Trust them?`,
    hook: 'Hook',
    changed: 'It has changed since you trusted it.',
    nothingRuns: 'Nothing runs until you agree. It would run with your full permissions on this machine.',
    nothingSent:
      'Nothing has been sent yet. Such settings can run programs, change files of yours or pass your password to someone else.',
    mcpServer: 'MCP server',
    accept: 'Trust this folder',
    later: 'Not now',
  },
});

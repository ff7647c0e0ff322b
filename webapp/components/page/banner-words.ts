import type { BannerSubject } from '../../../server/protocol/api/app-state.js';
import type { StartupDetail } from '../../../server/protocol/api/startup.js';
import { agentChangeText } from '../../codes/agent-words.js';
import { codeWords, wordsFor } from '../../codes/by-code.js';
import { settingsProblemText, storageText } from '../../codes/storage-words.js';
import { troubleText } from '../../codes/trouble-words.js';
import type { WorkStage } from '../../state/server/startup-store.js';
import { catalogue } from '../../ui/catalogue.js';
import { doorNewsText, historySentences } from './words.js';

const BANNERS = codeWords<BannerSubject>({
  history: ({ history }) => historySentences(history),
  door: ({ door }) => doorNewsText(door) ?? REST.unknown,
  storage: ({ storage }) => storageText(storage),
  settings: ({ problem }) => settingsProblemText(problem),
  folder_settings: ({ problem }) => `This folder’s own settings are ignored. ${settingsProblemText(problem)}`,
  settings_undone: ({ file, keys }) =>
    `${file} was saved by another program, which undid what was changed here: ${keys.join(', ')}.`,
  agent_replaced: ({ agent, failed, trouble }) =>
    `Using ${agent} because ${failed} didn’t start. ${troubleText(trouble)}`,
  agent_changed: ({ change }) => agentChangeText(change),
});

/** What a banner of the whole app says. */
export function bannerText(about: BannerSubject): string {
  return wordsFor(BANNERS, about) ?? REST.unknown;
}

const REST = catalogue({
  unknown: 'AcDeck has a message that this page can’t show. Reload the page.',
  server: 'Starting the server',
  listening: (port: number) => `Listening on port ${port}`,
  agent: (agent: string) => `Starting ${agent}`,
  someAgent: 'Starting the agent',
  agentByNpx: (agent: string, packages: string) =>
    `Starting ${agent} with npx. The first time, this downloads ${packages}.`,
  initialize: (agent: string) => `Waiting for ${agent} to answer`,
  anyAnswer: 'Waiting for the agent to answer',
  session: 'Opening the session',
});

/** What is being done at a step of the start. */
export function startupStepText(stage: WorkStage, { agent, npx, port }: StartupDetail): string {
  switch (stage) {
    case 'server':
      return port === undefined ? REST.server : REST.listening(port);
    case 'agent':
      if (agent === undefined) return REST.someAgent;
      return npx === undefined ? REST.agent(agent) : REST.agentByNpx(agent, npx);
    case 'initialize':
      return agent === undefined ? REST.anyAnswer : REST.initialize(agent);
    case 'session':
      return REST.session;
    default:
      // A newer server may know of more.
      stage satisfies never;
      return '';
  }
}

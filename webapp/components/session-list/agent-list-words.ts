import { catalogue } from '../../ui/catalogue.js';
import { plural } from '../../ui/format.js';

/** What agents said of the sessions that they keep themselves. */
export const agentListWords = catalogue({
  heading: 'Sessions kept by agents',
  hint: 'An agent that isn’t running is started just for this.',
  all: 'List all',
  ask: (agent: string, when: 'first' | 'again') =>
    when === 'first' ? `List sessions of ${agent}` : `List sessions of ${agent} again`,
  never: 'Not listed yet',
  asking: 'Listing…',
  listed: (count: number, age: string) => `${plural(count, '# session', '# sessions')}, listed ${age}`,
  justNow: 'just now',
  ago: (time: string) => `${time} ago`,
  on: (date: string) => `on ${date}`,
  unsupported: 'This agent can’t list its sessions.',
  failed: (reason: string) => `Couldn’t list its sessions. ${reason}`,
});

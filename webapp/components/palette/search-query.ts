import type { AgentSummary } from '../../../server/protocol/api/app-state.js';
import type { SearchScope } from '../../../server/protocol/api/session-list.js';
import { DAY_MS } from '../../../server/protocol/clock.js';
import { own } from '../../../server/protocol/own.js';

const SPEAKERS: Readonly<Record<string, SearchScope['by']>> = { me: 'user', agent: 'agent', tool: 'tool' };

/** What a person typed: the words to look for, and where, as `from:me agent:demo since:7d in:all`. */
export function searchIn(
  query: string,
  agents: readonly Pick<AgentSummary, 'id' | 'name'>[],
  now = 0,
): { text: string; scope: SearchScope } {
  const scope: { -readonly [K in keyof SearchScope]: SearchScope[K] } = {};
  const words = query.split(/\s+/).filter((word) => !isScope(word));
  return { text: words.join(' ').trim(), scope };

  function isScope(word: string): boolean {
    const [, sign, value = ''] = /^(from|agent|since|before|in):(\S+)$/i.exec(word.toLowerCase()) ?? [];
    switch (sign) {
      case 'from': {
        const speaker = own(SPEAKERS, value);
        if (speaker) scope.by = speaker;
        return speaker !== undefined;
      }
      case 'agent':
        scope.agentId =
          agents.find(({ id, name }) => id === value || name.toLowerCase().startsWith(value))?.id ?? value;
        return true;
      case 'since':
      case 'before': {
        const days = /^(\d{1,5})d$/.exec(value)?.[1];
        const at = days ? now - Number(days) * DAY_MS : Date.parse(value);
        if (Number.isNaN(at)) return false;
        scope[sign === 'since' ? 'since' : 'until'] = Math.max(0, at);
        return true;
      }
      case 'in':
        if (value === 'all') scope.everywhere = true;
        return value === 'all';
      default:
        return false;
    }
  }
}

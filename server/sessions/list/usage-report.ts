import { USAGE_LIMITS, type UsageReport } from '../../protocol/api/usage-report.js';
import { DAY_MS } from '../../protocol/clock.js';
import { addUsage, dayOf, NO_USAGE, sumUsage } from '../../protocol/transcript/usage.js';
import { allTokens } from '../../protocol/turn-tokens.js';
import type { UsageSum } from '../../protocol/usage-sum.js';
import type { SessionRow } from '../store/event-store.js';
import { titleOf } from './session-names.js';

/** Adds up what sessions have used in the last days. */
export function reportUsage(rows: readonly SessionRow[], days: number, now: number): Omit<UsageReport, 'counted'> {
  const [from, today] = [dayOf(now - (days - 1) * DAY_MS), dayOf(now)];
  const byDay = new Map<string, UsageSum>();
  const byAgent = new Map<string, UsageSum>();
  const sessions: UsageReport['sessions'][number][] = [];
  for (const { id, agentId, names, listing, ties } of rows) {
    // A copy has nothing that its session doesn't have.
    if (ties.isArchived) continue;
    const parts = Object.entries(listing.usage ?? {}).filter(([day]) => day >= from && day <= today);
    if (parts.length === 0) continue;
    for (const [day, sum] of parts) byDay.set(day, addUsage(byDay.get(day) ?? NO_USAGE, sum));
    const sum = sumUsage(parts.map(([, part]) => part));
    byAgent.set(agentId, addUsage(byAgent.get(agentId) ?? NO_USAGE, sum));
    sessions.push({ sessionId: id, title: titleOf(names), sum });
  }
  const busiestFirst = <T extends { sum: UsageSum }>(a: T, b: T) =>
    (allTokens(b.sum) ?? 0) - (allTokens(a.sum) ?? 0) || b.sum.ms - a.sum.ms;
  return {
    from,
    total: sumUsage(byDay.values()),
    today: byDay.get(today) ?? NO_USAGE,
    days: [...byDay].map(([day, sum]) => ({ day, sum })).sort((a, b) => (a.day < b.day ? -1 : 1)),
    agents: [...byAgent].map(([agentId, sum]) => ({ agentId, sum })).sort(busiestFirst),
    sessions: sessions.sort(busiestFirst).slice(0, USAGE_LIMITS.sessions),
  };
}

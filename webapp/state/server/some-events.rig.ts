import type { AppEvent } from '../../../server/protocol/api/app-state.js';
import { MAIN_ROOT } from '../../../server/protocol/api/changes.js';
import {
  APP_CHANNEL,
  REPO_CHANNEL,
  type RepoEvent,
  SETTINGS_CHANNEL,
  type SettingsEvent,
} from '../../../server/protocol/api/channels.js';
import { DEFAULT_SETTINGS } from '../../../server/protocol/features/settings-table.js';

type EventOf<Event> = (n: number) => Event;

const about = { code: 'storage', storage: { code: 'full' } } as const;
const ids = ['one', 'two', 'three'];

const appEvent: EventOf<AppEvent> = (n) => {
  const id = ids[n % ids.length]!;
  const events: readonly AppEvent[] = [
    { type: 'banner_raised', banner: { id, severity: 'info', about } },
    { type: 'default_agent_changed', agentId: `${n}` },
    { type: 'banner_lowered', bannerId: id },
    { type: 'draft_changed', sessionId: id, text: `${n}`, by: 'somebody' },
  ];
  return events[n % events.length]!;
};

const settingsEvent: EventOf<SettingsEvent> = (n) => ({
  type: 'settings_changed',
  revision: n + 1,
  values: { ...DEFAULT_SETTINGS, hue: n % 360 },
});

const repoEvent: EventOf<RepoEvent> = (n) => ({
  type: 'status_changed',
  status: {
    rootId: MAIN_ROOT,
    revision: n + 1,
    head: { oid: `c${n % 7}`, branch: 'main', upstream: null, ahead: null, behind: null },
    operation: null,
    programs: { state: 'none', fingerprint: '', keys: [], hooks: [] },
    ...{ total: 0, files: [], next: null, leftOut: n % 3 },
  },
});

const EVENTS = new Map<string, EventOf<{ type: string }>>([
  [APP_CHANNEL.channel, appEvent],
  [SETTINGS_CHANNEL.channel, settingsEvent],
  [REPO_CHANNEL.channel, repoEvent],
]);

/** Things that happen in a channel, one for each number. */
export function someEvents(channel: string): EventOf<{ type: string }> {
  const events = EVENTS.get(channel);
  if (!events) throw new Error(`Nothing is known to happen in the channel "${channel}".`);
  return events;
}

import type { ChannelSync, Contract, Logged } from '../channel.js';
import { DEFAULT_SETTINGS } from '../features/settings-table.js';
import { own } from '../own.js';
import { unknownKind } from '../unreachable.js';
import { type AppEvent, type AppState, reduceApp } from './app-state.js';
import type { RepoStatus } from './changes.js';
import type { Role, SettingsState } from './rpc.js';

/** The least role that may see the channels of each kind. */
export const CHANNEL_ROLES = {
  app: 'viewer',
  session: 'viewer',
  settings: 'viewer',
  repo: 'full',
} as const satisfies Record<string, Role>;

export type ChannelKind = keyof typeof CHANNEL_ROLES;

/** A channel beside the sessions, by its name on the wire. A session is asked for by its id. */
export type ChannelName = 'settings' | RepoChannel;

/** The repository of a root, by its id. */
export type RepoChannel = `repo:${string}`;

/** Which kind of channel a tab asks for: null is the app, and a name without a known kind is a session's id. */
export function kindOfChannel(name: string | null): ChannelKind {
  if (name === null) return 'app';
  const [kind = ''] = name.split(':');
  return kind !== 'app' && own(CHANNEL_ROLES, kind) ? (kind as ChannelKind) : 'session';
}

export const APP_CHANNEL: Contract<AppState, AppEvent> = {
  channel: 'app',
  empty: {
    folder: { path: '', name: '' },
    agents: [],
    defaultAgentId: '',
    sessions: [],
    openSessionId: null,
    drafts: {},
    banners: [],
    rules: [],
    allowAll: {},
  },
  reduce: reduceApp,
};

export type SettingsEvent = { type: 'settings_changed' } & SettingsState;

/** The settings, as all tabs know them. */
export const SETTINGS_CHANNEL: Contract<SettingsState, SettingsEvent> = {
  channel: 'settings',
  empty: { revision: 0, values: DEFAULT_SETTINGS },
  reduce: reduceSettings,
};

/** Apart from the contract, so that a page needn't load the defaults with it. */
export function reduceSettings(state: SettingsState, event: Logged<SettingsEvent>): SettingsState {
  if (event.type !== 'settings_changed') return unknownKind(event.type, state);
  return { revision: event.revision, values: event.values };
}

/** What tabs learn about a repository without asking. */
export interface RepoFacts {
  /** The first page of the newest status; null before anybody has looked, and where it can't be made: then a tab asks why. */
  readonly status: RepoStatus | null;
}

export type RepoEvent = { type: 'status_changed'; status: RepoStatus } | { type: 'status_failed' };

/** What git says about one root. */
export const REPO_CHANNEL: Contract<RepoFacts, RepoEvent> = {
  channel: 'repo',
  empty: { status: null },
  reduce(facts, event) {
    switch (event.type) {
      case 'status_changed':
        return { status: event.status };
      case 'status_failed':
        return { status: null };
      default:
        return unknownKind(event, facts);
    }
  },
};

export function repoChannel(rootId: string): RepoChannel {
  return `repo:${rootId}`;
}

/** What comes back when a channel is asked for by its name. */
export type SyncOf<Name extends ChannelName> = Name extends RepoChannel
  ? ChannelSync<RepoFacts, RepoEvent>
  : ChannelSync<SettingsState, SettingsEvent>;

/** All contracts of channels whose logs are in memory. */
export const CHANNELS = [APP_CHANNEL, SETTINGS_CHANNEL, REPO_CHANNEL] as const;

import type { TabPort } from '../../ports/tab.js';
import type { AppEvent, AppState, SessionSummary } from '../../protocol/api/app-state.js';
import { MAIN_ROOT } from '../../protocol/api/changes.js';
import {
  APP_CHANNEL,
  REPO_CHANNEL,
  type RepoEvent,
  type RepoFacts,
  SETTINGS_CHANNEL,
  type SettingsEvent,
} from '../../protocol/api/channels.js';
import type { SettingsState } from '../../protocol/api/rpc.js';
import { NEWEST_SESSIONS, newestPart } from '../../protocol/api/session-list.js';
import type { ChannelSync } from '../../protocol/channel.js';
import type { Position } from '../../protocol/events.js';
import { own } from '../../protocol/own.js';
import { ChannelLog, type ChannelOptions } from './channel-log.js';

interface AppLogOptions extends Pick<ChannelOptions<AppState>, 'now' | 'newEpoch'> {
  readonly settings?: SettingsState;
}

/** A channel as tabs see it, whatever it carries. */
interface AnyChannel {
  readonly id: string;
  sync(tab: TabPort, since: Position | null): ChannelSync<unknown, { type: string }>;
  leave(tab: TabPort): void;
}

/** The log of what is true of the app as a whole, with the channels that are beside it. */
export class AppLog extends ChannelLog<AppState, AppEvent> {
  readonly settings: ChannelLog<SettingsState, SettingsEvent>;
  /** The repository of the folder; there is no other root yet. */
  readonly repo: ChannelLog<RepoFacts, RepoEvent>;
  readonly #channels = new Map<string, AnyChannel>();
  /** Older sessions that tabs have asked for. */
  readonly #wanted = new Set<string>();

  constructor(app: AppState, { settings = SETTINGS_CHANNEL.empty, ...options }: AppLogOptions = {}) {
    super(APP_CHANNEL, { state: app, ...options });
    this.settings = new ChannelLog(SETTINGS_CHANNEL, { state: settings, ...options });
    this.repo = new ChannelLog(REPO_CHANNEL, { ...options, of: MAIN_ROOT });
    for (const channel of [this.settings, this.repo]) this.#channels.set(channel.id, channel);
  }

  /** The sessions that a start finds, the last used first; before any tab has asked. */
  restore(sessions: readonly SessionSummary[]): void {
    this.beginWith({ ...this.current, sessions });
  }

  /** The state now, with the newest sessions; what happens from here on comes to the tab by itself. */
  snapshot(tab: TabPort): { epoch: string; seq: number; app: AppState } {
    this.cursors.start(tab, this.head);
    return { epoch: this.epoch, seq: this.head, app: newestPart(this.current, this.#wanted) };
  }

  /** A session that tabs may not know, because it is old or of another folder, is part of what all of them get. */
  include(session: SessionSummary): void {
    if (this.#wanted.has(session.id)) return;
    this.#wanted.add(session.id);
    const { sessions, drafts, draftChips } = this.current;
    if (sessions.slice(0, NEWEST_SESSIONS).some(({ id }) => id === session.id)) return;
    this.append({ type: 'session_changed', session });
    const text = own(drafts, session.id);
    if (text === undefined) return;
    const chips = own(draftChips, session.id);
    this.append({ type: 'draft_changed', sessionId: session.id, text, ...(chips && { chips }), by: 'server' });
  }

  /** The channel of that name; null if there is none. */
  channel(name: string): AnyChannel | null {
    return this.#channels.get(name) ?? null;
  }

  /** The tab is gone. */
  dropTab(tab: TabPort): void {
    for (const log of [this, ...this.#channels.values()]) log.leave(tab);
  }
}

import { createHash } from 'node:crypto';
import type { AgentLink, AgentSource, ListedSession } from '../../ports/agent.js';
import type { SessionSummary } from '../../protocol/api/app-state.js';
import { summaryOf } from '../list/session-card.js';
import { cleanTitle } from '../list/session-names.js';
import type { AppLog } from '../log/app-log.js';
import { saved } from '../log/storage-error.js';
import { type EventStore, type SessionRow, UNLISTED, UNTIED } from '../store/event-store.js';
import { StorageFault } from '../store/sqlite/storage-fault.js';

/** More than this of one agent would only hide what is wanted. */
const MOST_SHOWN = 300;

export interface ForeignSessionsOptions {
  readonly store: EventStore;
  readonly app: AppLog;
  readonly agents: AgentSource;
  readonly folder: string;
  readonly ownsFolder: boolean;
}

/** Whose session it is. */
type Keeper = Pick<AgentLink, 'agentId' | 'agentName'>;

interface Foreign {
  readonly keeper: Keeper;
  readonly listed: ListedSession;
  readonly summary: SessionSummary;
}

/** A session that an agent keeps of this folder, with the row of ours that stands for it. */
export interface KeptSession {
  readonly link: AgentLink;
  readonly listed: ListedSession;
  readonly row: SessionRow;
}

/** The sessions that agents keep of this folder and we have no log of: rows in the list, until one is opened. */
export class ForeignSessions {
  readonly #options: ForeignSessionsOptions;
  readonly #shown = new Map<string, Foreign>();
  readonly #hidden: HiddenSessions;

  constructor(options: ForeignSessionsOptions) {
    this.#options = options;
    this.#hidden = new HiddenSessions(options.store, options.folder);
  }

  find(id: string): { agentId: string; agentSessionId: string } | null {
    const found = this.#shown.get(id);
    return found ? { agentId: found.keeper.agentId, agentSessionId: found.listed.agentSessionId } : null;
  }

  /** Shows what an agent's list said, as far as it is not ours. */
  show(keeper: Keeper, list: readonly ListedSession[]): void {
    const held = this.#held(keeper);
    this.#show(
      keeper,
      list.filter(({ agentSessionId }) => !held.has(agentSessionId)),
    );
  }

  /** Takes what an agent's list says; gives back those of its sessions that we hold. */
  take(link: AgentLink, list: readonly ListedSession[]): KeptSession[] {
    this.show(link, list);
    const held = this.#held(link);
    return list.flatMap((listed) => {
      const row = held.get(listed.agentSessionId);
      return row ? [{ link, listed, row }] : [];
    });
  }

  /** The sessions of an agent that are ours already; null for what nobody is to see. */
  #held(keeper: Keeper): ReadonlyMap<string, SessionRow | null> {
    const { store, folder } = this.#options;
    const rows = saved(() => store.sessionsIn(folder)).filter(({ agentId }) => agentId === keeper.agentId);
    const held = new Map<string, SessionRow | null>();
    for (const { ties } of rows) for (const id of [...ties.unusedIds, ...(ties.setAsideIds ?? [])]) held.set(id, null);
    for (const row of rows) if (row.ties.agentSessionId) held.set(row.ties.agentSessionId, row);
    return held;
  }

  /** An agent is gone from the settings: its sessions could not be opened. */
  forgetAgent(agentId: string): void {
    for (const [id, { keeper }] of [...this.#shown]) if (keeper.agentId === agentId) this.#drop(id);
  }

  /** A session of ours has one of the agent's: that is no longer a foreign one. */
  claim(agentId: string, agentSessionId: string): void {
    this.#drop(foreignId(agentId, agentSessionId));
  }

  /** Makes a session of ours out of a foreign one; its history is still to be taken. Null if there is none of that id. */
  adopt(id: string): SessionRow | null {
    const { store, app, folder, ownsFolder } = this.#options;
    const found = this.#shown.get(id);
    if (!found || !ownsFolder) return null;
    const { keeper, listed, summary } = found;
    const { agentId, createdAt, updatedAt } = summary;
    const names = { person: null, agent: cleanTitle(listed.title ?? ''), prompt: null };
    const pending = { from: keeper.agentName, archiveId: null };
    const ties = { ...UNTIED, agentSessionId: listed.agentSessionId, seenAt: updatedAt, import: pending };
    const listing = { ...UNLISTED, seenAt: updatedAt };
    const about = { id, agentId, cwd: folder, createdAt, updatedAt };
    const row: SessionRow = { ...about, names, draft: '', ties, parent: null, listing };
    saved(() => store.addSession(row));
    this.#shown.delete(id);
    app.append({ type: 'session_changed', session: summaryOf(row, 'idle', true) });
    return row;
  }

  /** It is one of ours that nobody is to see. */
  hide(agentId: string, agentSessionId: string): void {
    const id = foreignId(agentId, agentSessionId);
    this.#hidden.add(id);
    this.#drop(id);
  }

  /** A person does not want to see it any more; where the agent can, it deletes it too. True if it is asked to. */
  remove(agentId: string, agentSessionId: string): boolean {
    const { agents } = this.#options;
    const id = foreignId(agentId, agentSessionId);
    this.hide(agentId, agentSessionId);
    const link = agents.running().find((other) => other.agentId === agentId && other.abilities.delete);
    // Where it fails, the next list shows it again, which is the truth.
    link?.deleteSession(agentSessionId).catch(() => this.#hidden.delete(id));
    return link !== undefined;
  }

  #show(keeper: Keeper, list: readonly ListedSession[]): void {
    const { agentId } = keeper;
    const wanted = list
      .map((listed) => ({ keeper, listed, summary: this.#summary(agentId, listed) }))
      .filter(({ summary }) => !this.#hidden.has(summary.id))
      .sort((a, b) => b.summary.updatedAt - a.summary.updatedAt)
      .slice(0, MOST_SHOWN);
    const ids = new Set(wanted.map(({ summary }) => summary.id));
    const gone = [...this.#shown].filter(([id, other]) => other.keeper.agentId === agentId && !ids.has(id));
    for (const [id] of gone) this.#drop(id);
    for (const foreign of wanted) {
      const before = this.#shown.get(foreign.summary.id)?.summary;
      this.#shown.set(foreign.summary.id, foreign);
      const isSame = before?.title === foreign.summary.title && before.updatedAt === foreign.summary.updatedAt;
      if (!isSame) this.#options.app.append({ type: 'session_changed', session: foreign.summary });
    }
  }

  #summary(agentId: string, { agentSessionId, title, updatedAt }: ListedSession): SessionSummary {
    const at = updatedAt ?? 0;
    return {
      id: foreignId(agentId, agentSessionId),
      title: cleanTitle(title ?? '') ?? '',
      agentId,
      cwd: this.#options.folder,
      createdAt: at,
      updatedAt: at,
      status: 'idle',
      writable: true,
      origin: 'agent',
    };
  }

  #drop(id: string): void {
    if (this.#shown.delete(id)) this.#options.app.append({ type: 'session_deleted', sessionId: id });
  }
}

/** The same id for the same session of the same agent, each time; the agent's own may be anything. */
export function foreignId(agentId: string, agentSessionId: string): string {
  return `agent-${createHash('sha256').update(`${agentId}\0${agentSessionId}`).digest('hex').slice(0, 32)}`;
}

const MOST = 1_000;

/** The agents' sessions that people have deleted here, or that were never theirs; agents that cannot delete go on listing them. */
class HiddenSessions {
  readonly #store: EventStore;
  readonly #folder: string;
  #ids: Set<string> | null = null;

  constructor(store: EventStore, folder: string) {
    this.#store = store;
    this.#folder = folder;
  }

  has(id: string): boolean {
    return this.#known().has(id);
  }

  add(id: string): void {
    this.#known().add(id);
    this.#save();
  }

  delete(id: string): void {
    if (this.#known().delete(id)) this.#save();
  }

  #known(): Set<string> {
    if (this.#ids) return this.#ids;
    const { hiddenSessions } = this.#store.folders.facts(this.#folder);
    this.#ids = new Set(Array.isArray(hiddenSessions) ? hiddenSessions : []);
    return this.#ids;
  }

  #save(): void {
    try {
      this.#store.folders.remember(this.#folder, { hiddenSessions: [...this.#known()].slice(-MOST) });
    } catch (error) {
      // It is out of sight until the next start; the store says in the page that it cannot be written to.
      if (!(error instanceof StorageFault)) throw error;
    }
  }
}

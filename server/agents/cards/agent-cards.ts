import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPlainFile } from '../../paths/plain-file.js';
import {
  AGENT_FEATURES,
  type AgentChange,
  type AgentFeature,
  type AgentRecord,
} from '../../protocol/api/agent-report.js';
import type { Clock } from '../../protocol/clock.js';
import { fieldsOf } from '../../protocol/fields.js';
import { own } from '../../protocol/own.js';
import { countOf, stringField } from '../parse/read-fields.js';
import { changeBetween } from './describe-changes.js';

/** Versions of one agent that are remembered. */
const MOST_CARDS = 10;
/** Counts are written together; a feature that is seen for the first time is written at once. */
const SAVE_MS = 5_000;

export interface AgentCardsParts {
  readonly dataDir: string;
  readonly clock: Clock;
  /** Something is different from the last run, as sentences. */
  onNews(agentId: string, change: AgentChange): void;
}

/** What came to light since the file was last written. */
interface Fresh {
  seen: Map<AgentFeature, number>;
  tripwires: number;
}

/** What each version of each agent said of itself and was seen to do, kept from run to run. */
export class AgentCards {
  readonly #parts: AgentCardsParts;
  readonly #now = new Map<string, { card: AgentRecord; fresh: Fresh }>();
  readonly #changes = new Map<string, AgentChange | null>();
  #stopTimer: (() => void) | null = null;

  constructor(parts: AgentCardsParts) {
    this.#parts = parts;
  }

  /** An agent has said what it can do. */
  begin(agent: { id: string; name: string }, version: string, advertised: readonly AgentFeature[]): void {
    const { id, name } = agent;
    this.#save(id);
    const now = this.#parts.clock.now();
    const before = this.#read(id);
    const same = before.find((card) => card.version === version);
    const card = { ...(same ?? EMPTY), version, advertised, firstSeen: same?.firstSeen ?? now, lastSeen: now };
    const isNewRun = !this.#now.has(id);
    this.#now.set(id, { card, fresh: { seen: new Map(), tripwires: 0 } });
    this.#write(id, [card, ...before.filter((other) => other !== same)]);
    const change = before[0] ? changeBetween(name, before[0], card) : null;
    if (change === null && !isNewRun) return;
    this.#changes.set(id, change);
    if (change) this.#parts.onNews(id, change);
  }

  /** The agent was seen to do something. */
  see(agentId: string, feature: AgentFeature): void {
    const now = this.#now.get(agentId);
    if (!now) return;
    const isFirst = now.card.seen[feature] === undefined;
    now.fresh.seen.set(feature, (now.fresh.seen.get(feature) ?? 0) + 1);
    if (isFirst) this.#save(agentId);
    else this.#saveSoon();
  }

  /** The agent did something without asking, while it should have asked. */
  tripped(agentId: string): void {
    const now = this.#now.get(agentId);
    if (!now) return;
    now.fresh.tripwires++;
    this.#save(agentId);
  }

  /** The cards of an agent, newest first. */
  of(agentId: string): AgentRecord[] {
    this.#save(agentId);
    return this.#read(agentId);
  }

  changeOf(agentId: string): AgentChange | null {
    return this.#changes.get(agentId) ?? null;
  }

  close(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    for (const id of this.#now.keys()) this.#save(id);
  }

  #saveSoon(): void {
    this.#stopTimer ??= this.#parts.clock.after(SAVE_MS, () => this.close());
  }

  /** Adds to what the file says now: another server may have written to it. */
  #save(agentId: string): void {
    const now = this.#now.get(agentId);
    if (!now || (now.fresh.seen.size === 0 && now.fresh.tripwires === 0)) return;
    const cards = this.#read(agentId);
    const kept = cards.find(({ version }) => version === now.card.version) ?? now.card;
    const seen = { ...kept.seen };
    for (const [feature, count] of now.fresh.seen) seen[feature] = (own(seen, feature) ?? 0) + count;
    const lastSeen = this.#parts.clock.now();
    now.card = { ...kept, seen, tripwires: kept.tripwires + now.fresh.tripwires, lastSeen };
    now.fresh = { seen: new Map(), tripwires: 0 };
    this.#write(agentId, [now.card, ...cards.filter(({ version }) => version !== now.card.version)]);
  }

  #read(agentId: string): AgentRecord[] {
    try {
      return parseCards(JSON.parse(readPlainFile(this.#file(agentId))));
    } catch {
      // There is none yet, or nothing that can be read: it is measured anew.
      return [];
    }
  }

  #write(agentId: string, cards: readonly AgentRecord[]): void {
    const file = this.#file(agentId);
    try {
      mkdirSync(join(this.#parts.dataDir, 'agent-cards'), { recursive: true, mode: 0o700 });
      const draft = `${file}.${process.pid}.tmp`;
      rmSync(draft, { force: true });
      writeFileSync(draft, `${JSON.stringify(cards.slice(0, MOST_CARDS), null, 1)}\n`, { mode: 0o600, flag: 'wx' });
      renameSync(draft, file);
    } catch {
      // A disk that takes no writes is reported by the store; a card is not worth a second word.
    }
  }

  #file(agentId: string): string {
    return join(this.#parts.dataDir, 'agent-cards', `${encodeURIComponent(agentId)}.json`);
  }
}

const EMPTY = { seen: {}, tripwires: 0 };

/** Reads the cards of a file; what is damaged in it is left out. */
function parseCards(value: unknown): AgentRecord[] {
  return Array.isArray(value) ? value.flatMap((card) => parseCard(card) ?? []) : [];
}

function parseCard(value: unknown): AgentRecord | null {
  const { version, firstSeen, lastSeen, advertised, seen, tripwires } = fieldsOf(value);
  const name = stringField(version);
  if (name === null) return null;
  const counts = Object.entries(fieldsOf(seen)).filter(([feature, count]) => isFeature(feature) && countOf(count));
  return {
    version: name,
    firstSeen: countOf(firstSeen) ?? 0,
    lastSeen: countOf(lastSeen) ?? 0,
    advertised: Array.isArray(advertised) ? advertised.filter(isFeature) : [],
    seen: Object.fromEntries(counts),
    tripwires: countOf(tripwires) ?? 0,
  };
}

function isFeature(value: unknown): value is AgentFeature {
  return typeof value === 'string' && (AGENT_FEATURES as readonly string[]).includes(value);
}

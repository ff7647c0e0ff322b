import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ListedSession } from '../../ports/agent.js';
import { fieldsOf } from '../../protocol/fields.js';
import { cutName } from '../../text/cut-text.js';
import { cleanLine } from '../../text/strip-control.js';
import { idOf, listOf, stringField } from '../parse/read-fields.js';
import { TIME_LIMITS } from '../process/time-limits.js';
import type { AgentCalls } from './session-channel.js';

const MOST_PAGES = 100;
const MOST_SESSIONS = 2_000;
const TITLE_CHARS = 400;

/** A session of an agent as its list reports it, with the folder that the agent has for it. */
export interface ListItem extends ListedSession {
  readonly cwd: string;
}

/** What a list was found to hold; `isWhole` is false where more may exist than was read. */
export interface SessionListing {
  readonly items: readonly ListItem[];
  readonly isWhole: boolean;
}

/** What is asked for: the sessions of one folder or of all; enough is read once session `until` is found. */
export interface ListRequest {
  readonly cwd: string | null;
  readonly until?: string;
}

/** Reads an agent's list of sessions, page after page; rejects if not even the first page can be had. */
export async function readSessionList(port: AgentCalls, { cwd, until }: ListRequest): Promise<SessionListing> {
  const items = new Map<string, ListItem>();
  const cursors = new Set<string>();
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES && items.size < MOST_SESSIONS; page++) {
    const params = { ...(cwd === null ? {} : { cwd }), ...(cursor === null ? {} : { cursor }) };
    let answer: unknown;
    try {
      answer = await port.request('session/list', params, TIME_LIMITS.list);
    } catch (error) {
      if (page === 0) throw error;
      break;
    }
    const { sessions, nextCursor } = fieldsOf(answer);
    for (const item of listOf(sessions, itemOf) ?? []) items.set(item.agentSessionId, item);
    if (until !== undefined && items.has(until)) break;
    cursor = stringField(nextCursor) || null;
    if (cursor === null) return { items: [...items.values()], isWhole: Array.isArray(sessions) };
    // An agent that names a page twice would have us read in circles.
    if (cursors.has(cursor)) break;
    cursors.add(cursor);
  }
  return { items: [...items.values()], isWhole: false };
}

/** The items that belong to a folder; not every agent filters, and paths have several names. */
export async function itemsIn(folder: string, items: readonly ListItem[]): Promise<ListItem[]> {
  const own = await realOf(folder);
  const real = new Map<string, string>();
  for (const { cwd } of items) if (!real.has(cwd)) real.set(cwd, await realOf(cwd));
  return items.filter(({ cwd }) => real.get(cwd) === own);
}

async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    return resolve(path);
  }
}

function itemOf(value: unknown): ListItem | null {
  const { sessionId, cwd, title, updatedAt } = fieldsOf(value);
  const agentSessionId = idOf(sessionId);
  const folder = stringField(cwd);
  if (agentSessionId === null || !folder?.startsWith('/') || folder.includes('\0')) return null;
  const name = stringField(title);
  return {
    agentSessionId,
    cwd: folder,
    title: name === null ? null : cutName(cleanLine(name), TITLE_CHARS) || null,
    updatedAt: timeOf(updatedAt),
  };
}

function timeOf(value: unknown): number | null {
  const time = typeof value === 'number' ? value : Date.parse(stringField(value) ?? '');
  return Number.isSafeInteger(time) && time > 0 ? time : null;
}

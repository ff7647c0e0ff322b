import { relative, resolve } from 'node:path';
import type { PermissionOption } from '@agentclientprotocol/sdk';
import type { WrittenFile } from '../../protocol/events.js';
import type { Permission, ToolEntry } from '../../protocol/transcript/entries.js';
import { entriesOf, entryAt } from '../../protocol/transcript/entry-list.js';
import { isAllowed, isFinal, isOwnWrite, ownWriteId } from '../../protocol/transcript/reduce-tool.js';
import type { EventLog } from '../log/event-log.js';
import type { PermissionRequests } from '../permissions/permission-requests.js';

export interface FileDoorOptions {
  readonly log: EventLog;
  readonly permissions: PermissionRequests;
  readonly newId: () => string;
  readonly cwd: string;
}

/** What a person can answer to a question of ours. */
const OPTIONS: PermissionOption[] = [
  { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
  { optionId: 'deny', name: 'Deny', kind: 'reject_once' },
];
/** A call that has written more files than anyone would look at gets no more of them. */
const MOST_WRITTEN = 100;

/** Files that are written for an agent through us: each is in the log, and some of them are asked about first. */
export class FileDoor {
  readonly #options: FileDoorOptions;
  /** The calls for which writes were allowed that have not happened yet, by path. */
  readonly #allowed = new Map<string, string>();

  constructor(options: FileDoorOptions) {
    this.#options = options;
  }

  /** Whether a person lets it be written; what they are shown is what is written then. */
  async ask(file: WrittenFile, signal: AbortSignal): Promise<boolean> {
    const { log, permissions, newId } = this.#options;
    // What the agent has said about its call may still wait for its tick.
    log.record();
    if (this.#wasAllowed(file)) return true;
    const { path, oldText, newText } = file;
    const toolCallId = this.#callFor(file)?.toolCallId ?? ownWriteId(newId());
    const diff = { type: 'diff' as const, path, oldText, newText };
    const toolCall = {
      toolCallId,
      kind: 'edit' as const,
      title: path,
      locations: [{ path }],
      content: [diff],
    };
    const option = await permissions.ask({ toolCall, options: OPTIONS }, signal);
    const isYes = option?.kind === 'allow_once';
    if (isYes) this.#allowed.set(path, toolCallId);
    else if (isOwnWrite(toolCallId)) {
      log.record({ type: 'agent_update', update: { sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' } });
    }
    return isYes;
  }

  written(file: WrittenFile): void {
    const { log, newId } = this.#options;
    log.record();
    const asked = this.#allowed.get(file.path);
    this.#allowed.delete(file.path);
    const call = this.#callFor(file) ?? this.#endedCallFor(file);
    const toolCallId = asked ?? call?.toolCallId ?? ownWriteId(newId());
    log.record({ type: 'file_written', toolCallId, file });
  }

  /** Whether the agent asked for exactly this, in this turn, and a person saw and allowed it. */
  #wasAllowed(file: WrittenFile): boolean {
    const { log, cwd } = this.#options;
    const { entries, turn } = log.transcript;
    return entriesOf(entries).some((entry) => {
      if (entry.kind !== 'tool' || entry.turn !== turn.n) return false;
      return entry.permissions.some((permission) => {
        const isByPerson = permission.outcome.status === 'answered' && permission.outcome.by.kind === 'device';
        return isByPerson && allows(permission, file, cwd);
      });
    });
  }

  /** The open call of this turn that names the file, else the only open call that edits. */
  #callFor(file: WrittenFile): ToolEntry | null {
    const { log, cwd } = this.#options;
    const t = log.transcript;
    const calls = t.open.flatMap((n) => {
      const entry = entryAt(t.entries, n);
      const isOpen = entry?.kind === 'tool' && entry.turn === t.turn.n && !isFinal(entry.status);
      return isOpen && hasRoom(entry) ? [entry] : [];
    });
    const naming = calls.findLast((call) => names(call, file, cwd));
    const edits = calls.filter(({ toolKind }) => toolKind === 'edit');
    return naming ?? (edits.length === 1 ? edits[0]! : null);
  }

  /** The call of this turn that was over before its write came, if that is no other deed than the call was. */
  #endedCallFor(file: WrittenFile): ToolEntry | null {
    const { log, cwd } = this.#options;
    const { entries, turn } = log.transcript;
    const changesNothing = !file.untold && file.oldText === file.newText;
    const found = entriesOf(entries).findLast((entry) => {
      if (entry.kind !== 'tool' || entry.turn !== turn.n || entry.status !== 'completed' || !hasRoom(entry))
        return false;
      return names(entry, file, cwd) && (changesNothing || entry.permissions.some((one) => allows(one, file, cwd)));
    });
    return (found as ToolEntry | undefined) ?? null;
  }
}

function hasRoom({ written, toolCallId }: ToolEntry): boolean {
  return (written?.length ?? 0) < MOST_WRITTEN && !isOwnWrite(toolCallId);
}

/** Whether it was asked for exactly this, and the answer was yes. */
function allows(permission: Permission, { path, newText, untold }: WrittenFile, cwd: string): boolean {
  const isThis = (permission.toolCall.content ?? []).some(
    (item) => item.type === 'diff' && resolve(cwd, item.path) === path && item.newText === newText,
  );
  return !untold && isThis && isAllowed(permission);
}

/** Whether a call names a file, in whichever of its fields. */
function names(call: ToolEntry, { path, named }: WrittenFile, cwd: string): boolean {
  const places = [path, named ?? path, relative(cwd, path)];
  const told = [
    ...call.locations.map((place) => place.path),
    ...call.content.flatMap((item) => (item.type === 'diff' ? [item.path] : [])),
    ...textsIn(call.rawInput),
  ];
  return told.some((text) => places.includes(text) || places.includes(text.replace(/^\.\//, '')));
}

/** The texts in a tool's input, not deeper than tools are built. */
function textsIn(value: unknown, depth = 4): string[] {
  if (typeof value === 'string') return value.length < 4096 ? [value] : [];
  if (depth === 0 || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsIn(item, depth - 1)]);
}

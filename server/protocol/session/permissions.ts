import type { ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { ShapeKit } from '../event-shape.js';
import { actor, delegationAsk } from '../events.js';
import { LIMITS } from '../limits.js';
import type { OldSentence, VoidReason } from '../reasons.js';
import type { RuleName } from '../rule-name.js';
import { changedFields, isBlank, toldBesides } from '../transcript/asked-call.js';
import { changeEntry } from '../transcript/edit-transcript.js';
import type { Permission, ToolEntry } from '../transcript/entries.js';
import { endOf } from '../transcript/entry-list.js';
import { awaitPermission, entriesAwaiting, findPending, settlePermission } from '../transcript/open-requests.js';
import { addToolCall, mergeCall, newest } from '../transcript/reduce-tool.js';
import type { Transcript } from '../transcript/transcript.js';
import type { CasesOf, ReachOf } from './event-case.js';
import type { EventOf } from './session-event.js';

/** Requests for permission, and what becomes of them. */
export const permissionShapes = (kit: ShapeKit) => {
  const { id, name, number, call, permissionOptions, code } = kit;
  return {
    permission_requested: {
      permissionId: id,
      toolCall: call,
      options: permissionOptions,
      delegation: delegationAsk(kit).exactOptional(),
      /** The number of the tool call's entry if that is there already and not the newest. */
      entry: number.exactOptional(),
      /** Stands for the request and all that was said about the call before; folding freezes the latter with the request. */
      digest: name.exactOptional(),
    },
    /** The agent said something else about the call while nobody had answered. */
    permission_changed: { permissionId: id, digest: name },
    /** How many more requests the agent has made than can be open at a time. */
    permissions_waiting: { count: number },
    permission_answered: {
      permissionId: id,
      optionId: id,
      by: actor(kit),
      /** The rule that was made of this answer. */
      stored: code<RuleName | OldSentence>().exactOptional(),
    },
    permission_voided: { permissionId: id, reason: code<VoidReason>() },
  };
};

export const permissionCases: CasesOf<typeof permissionShapes> = {
  permission_requested: {
    names: ({ toolCall }) => `tool:${toolCall.toolCallId}`,
    fold: (t, event, n) => applyPermissionRequest({ ...t, lastOutputAt: event.at }, event, n),
  },
  permission_changed: {
    fold: (t, { permissionId, digest }) => applyPermissionChange(t, permissionId, digest),
  },
  permissions_waiting: { fold: (t, { count }) => ({ ...t, waiting: count }) },
  permission_answered: {
    fold: (t, { permissionId, optionId, by, at, stored }) =>
      settlePermission(t, permissionId, {
        status: 'answered',
        optionId,
        by,
        at,
        ...(stored === undefined ? {} : { stored }),
      }),
  },
  permission_voided: {
    fold: (t, { permissionId, reason, at }) => settlePermission(t, permissionId, { status: 'voided', reason, at }),
  },
};

export const permissionReach: ReachOf<typeof permissionShapes> = {
  permission_changed: ({ permissionId }, t) => entriesAwaiting(t, permissionId),
  permission_answered: ({ permissionId }, t) => entriesAwaiting(t, permissionId),
  permission_voided: ({ permissionId }, t) => entriesAwaiting(t, permissionId),
};

/** The question becomes part of its tool call, which it may be the first to mention. */
function applyPermissionRequest(t: Transcript, event: EventOf<'permission_requested'>, known: number): Transcript {
  const { permissionId, toolCall, options, delegation, entry: older, digest } = event;
  const named = { ...(digest === undefined ? {} : { digest }), ...(delegation ? { delegation } : {}) };
  const outcome = { status: 'pending' } as const;
  const permission: Permission = { permissionId, toolCall, ...named, options, askedAt: event.at, outcome };
  if (known < 0 && older !== undefined) return awaitPermission(t, event, permissionId, older);
  const n = known < 0 ? endOf(t.entries) : known;
  const asked =
    known < 0
      ? addToolCall(t, event, toolCall, [permission])
      : changeEntry(t, n, 'tool', (entry) => ({
          ...mergeCall(entry, keepOwnWords(entry, toolCall), event.at),
          permissions: newest([...entry.permissions, withTold(permission, entry)], LIMITS.callRequests),
        }));
  return awaitPermission(asked, event, permissionId, n);
}

/** The agent said something else about a call that nobody has answered: what is decided on is frozen anew. */
function applyPermissionChange(t: Transcript, permissionId: string, digest: string): Transcript {
  const pending = findPending(t, 'permission', permissionId);
  if (!pending) return t;
  return changeEntry(t, pending.entry, 'tool', (entry) => ({
    ...entry,
    permissions: entry.permissions.map((permission) => {
      if (permission.permissionId !== permissionId) return permission;
      const fresh = withTold(permission, entry);
      const fields = changedFields(permission.told ?? {}, fresh.told ?? {});
      return { ...fresh, digest, changed: { fields, count: (permission.changed?.count ?? 0) + 1 } };
    }),
  }));
}

/** The request with what the agent has said besides, if anything. */
function withTold(permission: Permission, entry: ToolEntry): Permission {
  const told = toldBesides(entry, permission.toolCall, permission.told);
  return isBlank(told) ? permission : { ...permission, told };
}

/** Agents word a call anew when they ask; the card keeps the words it had, if it had any. */
function keepOwnWords(entry: ToolEntry, asked: ToolCallUpdate): ToolCallUpdate {
  const rawInput = isBlank(entry.rawInput) ? asked.rawInput : entry.rawInput;
  return { ...asked, title: entry.title || (asked.title ?? null), rawInput };
}

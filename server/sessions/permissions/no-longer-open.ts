import type { PermissionOption } from '@agentclientprotocol/sdk';
import { entriesOf } from '../../protocol/entry-list.js';
import type { Actor } from '../../protocol/events.js';
import { RpcError } from '../../protocol/rpc-error.js';
import type { Transcript } from '../../protocol/transcript.js';

/** Says what became of a question that somebody comes too late to answer. */
export function noLongerOpen(t: Transcript, permissionId: string): RpcError {
  for (const entry of entriesOf(t.entries)) {
    if (entry.kind !== 'tool') continue;
    const found = entry.permissions.find((permission) => permission.permissionId === permissionId);
    if (found?.outcome.status === 'answered') {
      const { by, optionId } = found.outcome;
      const message = `${nameOf(by)} has already answered: ${labelOf(found.options, optionId)}.`;
      return new RpcError('conflict', message, { by, optionId });
    }
    if (found?.outcome.status === 'voided') {
      return new RpcError('conflict', `This question is no longer open: ${found.outcome.reason}.`);
    }
  }
  return new RpcError('not_found', 'There is no such question.');
}

function labelOf(options: readonly PermissionOption[], optionId: string): string {
  return options.find((option) => option.optionId === optionId)?.name ?? optionId;
}

function nameOf(by: Actor): string {
  switch (by.kind) {
    case 'device':
      return by.device;
    case 'rule':
      return `The rule "${by.rule}"`;
    case 'allow_all':
      return `"Allow all" of ${by.device}`;
    default:
      return 'The server';
  }
}

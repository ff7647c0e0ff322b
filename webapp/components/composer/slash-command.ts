import type { AvailableCommand } from '@agentclientprotocol/sdk';
import type { Command } from '../../commands/command.js';
import { COMMANDS } from '../../commands/registry.js';

/** A command of ours that was typed, with what followed its name. */
export interface TypedCommand {
  readonly command: Command;
  readonly argument: string;
}

/** What a prompt asks of us rather than of the agent; the agent's own command of that name wins. */
export function slashCommand(text: string, ofAgent: readonly AvailableCommand[]): TypedCommand | null {
  const [, name, argument = ''] = /^\/(\S+)(?:[ \t]+([^\n]*))?\s*$/.exec(text) ?? [];
  if (!name || ofAgent.some((command) => command.name === name)) return null;
  const command = COMMANDS.find(({ slash }) => slash === name);
  if (!command || (argument !== '' && command.argument === undefined)) return null;
  return { command, argument };
}

/** The command by which this agent shortens its memory, if it has one. */
export function compactCommand(ofAgent: readonly AvailableCommand[]): string | null {
  return ofAgent.find(({ name }) => /^(compact|compress)$/i.test(name))?.name ?? null;
}

import { readNamedCall, readOwnCall } from '../delegation/read-own-call.js';
import type { TaskWish } from '../delegation/task-limits.js';
import type { AskedCall } from '../protocol/api/permission-rule.js';
import { delegateTool } from './tools/delegate.js';
import { TOOLS } from './tools/registry.js';
import { sendMessageTool } from './tools/send-message.js';
import type { Tool } from './tools/tool.js';

/** Tools that only read, wait or ask a person: nothing comes of them but words. */
const HARMLESS: readonly Tool[] = TOOLS.filter(({ isReadOnly }) => isReadOnly);

/** Whether a request is for one of our harmless tools and for nothing else, given exactly what that tool takes. */
export function isHarmlessCall(call: AskedCall, server: string): boolean {
  const names = HARMLESS.map(({ name }) => name);
  const reading = readOwnCall(call, server, names);
  const tool = HARMLESS.find(({ name }) => name === reading?.tool);
  return tool?.input.safeParse(reading?.input).success ?? false;
}

/** The name of the task that a request is about, and the agent that it names, as far as its words say so. */
export function taskIn(call: AskedCall): Omit<TaskWish, 'task'> | null {
  const given = readNamedCall<{ name: string; agent?: string }>(call, delegateTool.name, inputOf(delegateTool));
  if (given) return { name: given.name, ...(given.agent === undefined ? {} : { agent: given.agent }) };
  const sent = readNamedCall<{ session: string }>(call, sendMessageTool.name, inputOf(sendMessageTool));
  return sent && { name: sent.session };
}

function inputOf<T>({ input }: Tool): (given: unknown) => T | null {
  return (given) => (input.safeParse(given).data ?? null) as T | null;
}

import type { Direction } from '../diagnostics/agent-log.js';
import { debug } from '../diagnostics/debug.js';
import type { LifeLog } from '../diagnostics/life-log.js';
import { fieldsOf } from './read-fields.js';

/** Keeps a message of the protocol for the agent's log and for traces. */
export function noteMessage(
  log: LifeLog,
  name: string,
  [direction, message, bytes]: [direction: Direction, message: unknown, bytes: number],
): void {
  log.message(direction, message, bytes);
  debug.agent?.(`${name} ${direction} ${kindOf(message)}, ${bytes} bytes`);
}

function kindOf(message: unknown): string {
  const { id, method, error } = fieldsOf(message);
  const number = id === undefined ? '' : ` #${String(id).slice(0, 40)}`;
  if (typeof method === 'string') return `${method.slice(0, 100)}${number}`;
  return `${error ? 'error' : 'answer'}${number}`;
}

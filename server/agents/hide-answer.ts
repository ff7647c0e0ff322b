import { fieldsOf, isFields } from './read-fields.js';

/** A message of ours as it may be written down while somebody signs in: what they filled in is left out. */
export function withoutAnswer(message: unknown): unknown {
  const fields = fieldsOf(message);
  const { result } = fields;
  if (!isFields(result) || !('content' in result)) return message;
  return { ...fields, result: { ...result, content: '[not kept]' } };
}

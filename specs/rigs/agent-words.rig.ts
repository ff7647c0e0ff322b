/** A piece of an agent's answer. */
export const say = (words: string) => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text: words },
});
/** A piece of a person's words as an agent retells them. */
export const heard = (words: string) => ({
  sessionUpdate: 'user_message_chunk',
  content: { type: 'text', text: words },
});
/** Options as agents give them: the widest first. */
export const OPTIONS = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'once', name: 'Once', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];
/** A question for permission. */
export const ask = (toolCall: object, options: object[] = OPTIONS) => ({ sessionId: 's1', toolCall, options });
/** How a turn ends. */
export const ended = { stopReason: 'end_turn' };

/** Answers prompts when the test says so. */
export function held(): { answer: () => Promise<unknown>; end(result?: unknown): void; fail(error: Error): void } {
  let settle: { resolve: (value: unknown) => void; reject: (error: Error) => void };
  return {
    answer: () =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
      }),
    end: (result = ended) => settle.resolve(result),
    fail: (error) => settle.reject(error),
  };
}

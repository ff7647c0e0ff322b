/** Numbers that look random and are the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const chunk = (text: string) =>
  JSON.stringify({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 's1', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } },
  });
const update = (body: object, sessionId: unknown = 's1') =>
  JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update: body } });
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Lines that go wrong, each in its own way. None is, or holds, a good message that counts. */
const BAD: ((random: () => number) => string | Uint8Array)[] = [
  () => '',
  () => 'Loading model…\r',
  () => '\u001b[31mwarning\u001b[0m: {"jsonrpc":"2.0"}',
  () => '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","upda',
  (random) => chunk('torn').slice(0, Math.floor(random() * chunk('torn').length - 1)),
  () => `debug: sent ${chunk('⟦not counted⟧')}`,
  () => '[]',
  () => `[${chunk('⟦in a batch⟧')}]`,
  () => 'null',
  () => '{}',
  () => '{"jsonrpc":"2.0","id":null,"result":{}}',
  (random) => `{"jsonrpc":"2.0","id":${Math.floor(random() * 1e6) + 1e3},"result":{"stopReason":"end_turn"}}`,
  () => '{"jsonrpc":"2.0","id":"0","error":{"code":"x"}}',
  () => '{"jsonrpc":"1.0","id":7,"method":"fs/write_text_file","params":null}',
  () => '{"jsonrpc":"2.0","id":{"a":1},"method":"terminal/create","params":[]}',
  () => '{"method":7,"params":{}}',
  () => '{"jsonrpc":"2.0","method":"session/update"}',
  () => update({ sessionUpdate: 'who_knows', x: { y: [1, 2, 3] } }),
  () => update({ sessionUpdate: 'agent_message_chunk' }),
  () => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'video' } }),
  () => update({ sessionUpdate: 'tool_call' }),
  () => update({ sessionUpdate: 7 }),
  () => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: '⟦stranger⟧' } }, 'stranger'),
  () => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: '⟦nobody⟧' } }, null),
  () => update({ sessionUpdate: 'config_option_update', configOptions: [{ id: {} }, null] }),
  () =>
    `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"d","rawInput":${deep(3000)}}}}`,
  () =>
    '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"_x","__proto__":{"a":1},"constructor":1}}}',
  () =>
    '{"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{},"options":7}}',
  () =>
    '{"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"p"},"options":[{"optionId":"a","name":"A","kind":"allow_all"}]}}',
  () => '{"jsonrpc":"2.0","id":10,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/etc/shadow"}}',
  () => '{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":10}}',
  () => Uint8Array.of(0xff, 0xfe, 0x00, 0x7b, 0x80),
  () => 'x'.repeat(200_000),
];

/** A stream of good and bad lines, and the text of the good ones. */
export function mutatedStream(seed: number): { bytes: Buffer; good: string } {
  const random = seededRandom(seed);
  const parts: Buffer[] = [];
  let good = '';
  const count = 2 + Math.floor(random() * 6);
  for (let n = 0; n < count; n++) {
    const words = [`⟦${seed}.${n}⟧ é🦊`, `⟦${seed}.${n}b⟧`];
    const isGlued = random() < 0.15;
    good += isGlued ? words.join('') : words[0];
    const line = isGlued ? words.map(chunk).join('') : chunk(words[0]!);
    const bad = BAD[Math.floor(random() * BAD.length)]!(random);
    const ends = [random() < 0.3 ? '\r\n' : '\n', '\n'];
    parts.push(
      Buffer.from(random() < 0.1 ? `\uFEFF${line}` : line),
      Buffer.from(ends[0]!),
      Buffer.from(bad),
      Buffer.from(ends[1]!),
    );
  }
  return { bytes: Buffer.concat(parts), good };
}

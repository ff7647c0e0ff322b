import type { RpcErrorName } from '../protocol/api/rpc-error.js';

/** A frame that a broken or hostile tab might send, and how the server answers it. */
export interface HostileFrame {
  name: string;
  text: string;
  /** The name of the error that answers id "h", or to no id where none can be read; absent: no answer at all. */
  answer?: { id: 'h' | null; name: RpcErrorName };
}

const BAD = { id: 'h', name: 'bad_request' } as const;
const NO_CALL = { id: 'h', name: 'invalid_request' } as const;
const UNKNOWN = { id: 'h', name: 'unknown_method' } as const;
const LARGE = { id: 'h', name: 'too_large' } as const;
const STRAY = { id: null, name: 'invalid_request' } as const;
const NO_JSON = { id: null, name: 'parse_error' } as const;

const frame = (name: string, text: string, answer?: HostileFrame['answer']): HostileFrame =>
  answer ? { name, text, answer } : { name, text };

/** A call with id "h"; `rest` is the text after the method, so that it need not be sound. */
const call = (method: string, rest: string) => `{"jsonrpc":"2.0","id":"h","method":${JSON.stringify(method)}${rest}}`;
const args = (...list: unknown[]) => `,"params":{"args":${JSON.stringify(list)}}`;
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const answerTo = (id: string, rest: string) => `{"jsonrpc":"2.0","id":${id}${rest}}`;

const notMessages: HostileFrame[] = [
  ...['null', '[null]', '[5]', '5', '"text"', 'true', '[]', '{}', '[[]]', '[{}]'].map((text) =>
    frame(text, text, STRAY),
  ),
  frame('nothing', '', NO_JSON),
  frame('a brace', '{', NO_JSON),
  frame('no JSON', 'hello', NO_JSON),
  frame('two values', '{} {}', NO_JSON),
  frame('a NUL', '\0', NO_JSON),
  frame('a lone surrogate', '"\\ud800"', STRAY),
  frame('a number too large', '1e999', STRAY),
  frame('100,000 brackets', nested(100_000), STRAY),
  frame('65 levels', nested(65), STRAY),
  frame('a sound call with a deep field', call('Sessions.list', `${args()},"x":${nested(64)}`), STRAY),
  frame('a million open brackets', '['.repeat(1_000_000), STRAY),
];

const dualBatches: HostileFrame[] = [
  frame('dual batch of numbers', '{"requests":1,"responses":1}', STRAY),
  frame('dual batch of nulls', '{"requests":null,"responses":null}', STRAY),
  frame('dual batch of [null]', '{"requests":[null],"responses":[null]}', STRAY),
  frame('dual batch of strings', '{"requests":"ab","responses":"ab"}', STRAY),
  frame('dual batch of array-likes', '{"requests":{"length":2},"responses":{"length":2}}', STRAY),
  frame('dual batch with forEach', '{"requests":{"forEach":1},"responses":[]}', STRAY),
  frame('empty dual batch', '{"requests":[],"responses":[]}', STRAY),
  frame('half a dual batch', '{"requests":[]}', STRAY),
  frame('bad call in a dual batch', `{"requests":[${call('Sessions.list', '')}],"responses":[]}`, BAD),
  frame('bad call in a batch', `[${call('Sessions.list', '')}]`, BAD),
  frame('call after garbage in a batch', `[null,5,${call('Sessions.list', ',"params":5')}]`, BAD),
  frame('batch of 101', `[${Array(101).fill(call('Sessions.list', args())).join()}]`, LARGE),
  frame('batch of 100,000', `[${call('Sessions.list', args())}${',0'.repeat(100_000)}]`, LARGE),
  frame('batch of 101 without ids', `[${Array(101).fill('{}').join()}]`, { id: null, name: 'too_large' }),
];

const params: HostileFrame[] = [
  frame('no params', call('Sessions.list', ''), BAD),
  ...['null', '5', '"a"', 'true', '[]', '[1]', '{}'].map((text) =>
    frame(`params ${text}`, call('Sessions.list', `,"params":${text}`), BAD),
  ),
  ...['null', '5', '"abc"', '{}', '{"length":1000000000}', '{"length":-1}', 'true'].map((text) =>
    frame(`args ${text}`, call('Sessions.list', `,"params":{"args":${text}}`), BAD),
  ),
  frame('args by __proto__', call('Sessions.list', ',"params":{"__proto__":{"args":[]}}'), BAD),
  frame('too many arguments', call('Sessions.list', args(1)), BAD),
  frame('too few arguments', call('Sessions.rename', args('c')), BAD),
  frame('arguments of other types', call('Sessions.rename', args(1, {}, [])), BAD),
  frame('an empty id', call('Sessions.open', args('')), BAD),
  frame('a NUL in an id', call('Sessions.open', args('a\0b')), BAD),
  frame('an object for an id', call('Sessions.open', args({ toString: 'x' })), BAD),
  frame('a long id', call('Sessions.open', args('x'.repeat(201))), LARGE),
  frame('a long title', call('Sessions.rename', args('c', 's1', 'x'.repeat(201))), LARGE),
  frame('a long draft', call('Sessions.set_draft', args('s1', 'x'.repeat(300_000))), LARGE),
  frame('a long prompt', call('AcpBridge.prompt', args('c', 's1', [{ type: 'text', text: 'x'.repeat(3e6) }])), LARGE),
  frame('an empty prompt', call('AcpBridge.prompt', args('c', 's1', [])), BAD),
  frame('a prompt of an unknown kind', call('AcpBridge.prompt', args('c', 's1', [{ type: 'script', text: 'x' }])), BAD),
  frame('a prompt that is no list', call('AcpBridge.prompt', args('c', 's1', { length: 1 })), BAD),
  frame('a negative position', call('AcpBridge.get_current_state', args('s1', 'e', -1)), BAD),
  frame('a position of 1e308', call('AcpBridge.get_current_state', args('s1', 'e', 1e308)), BAD),
  frame('half a position', call('AcpBridge.get_entries', args('s1', 'e', 0.5, 10)), BAD),
  frame('a huge page', call('AcpBridge.get_entries', args('s1', 'e', 1, 1e9)), BAD),
  frame('an unknown action', call('AcpBridge.answer_question', args('c', 's1', 'q', 'sudo', null)), BAD),
  frame('a deep answer', call('AcpBridge.answer_question', args('c', 's1', 'q', 'accept', { a: { b: 1 } })), BAD),
  frame('an unknown setting', call('Settings.update', args('c', { admin: true })), BAD),
  frame('a setting by __proto__', call('Settings.update', ',"params":{"args":["c",{"__proto__":{"theme":"x"}}]}'), BAD),
];

const methods: HostileFrame[] = [
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '', ' ', '\0', 'x'.repeat(100_000)].map(
    (name) => frame(`method ${name.slice(0, 20)}`, call(name, args()), UNKNOWN),
  ),
  ...['Sessions', 'Sessions.', 'Sessions.constructor', 'Sessions.__proto__', 'Sessions._tab', 'Sessions.#act'].map(
    (name) => frame(`method ${name}`, call(name, args()), UNKNOWN),
  ),
  ...[
    'Sessions.toString',
    'Sessions.getServer',
    'Sessions.getRemotes',
    'sessions.list',
    'Sessions.list ',
    'Sessions.remove',
  ].map((name) => frame(`method ${name}`, call(name, args()), UNKNOWN)),
  ...[
    'Shadow.list',
    'system.exit',
    'system._upgraded',
    'AcApp.streamChunk',
    'rpc.discover',
    'Repo.exit_review_mode',
  ].map((name) => frame(`method ${name}`, call(name, args()), UNKNOWN)),
  frame('an unknown method without params', call('nope', ''), UNKNOWN),
  frame('an unknown method without an id', '{"jsonrpc":"2.0","method":"nope"}'),
  frame('a call without an id and params', '{"jsonrpc":"2.0","method":"Sessions.list"}'),
  ...['5', 'null', '{}', '["Sessions.list"]', 'true'].map((text) =>
    frame(`method of ${text}`, `{"jsonrpc":"2.0","id":"h","method":${text},"params":{"args":[]}}`, NO_CALL),
  ),
  frame('no method', '{"jsonrpc":"2.0","id":"h","params":{"args":[]}}', NO_CALL),
  frame('no version', '{"id":"h","method":"Sessions.list","params":{"args":[]}}', NO_CALL),
  frame('version 1.0', '{"jsonrpc":"1.0","id":"h","method":"Sessions.list","params":{"args":[]}}', NO_CALL),
  frame('version as a number', '{"jsonrpc":2.0,"id":"h","method":"Sessions.list","params":{"args":[]}}', NO_CALL),
];

const ids: HostileFrame[] = [
  ...['{}', '[]', 'true', '0.5', '1e300', '9007199254740993', `"${'x'.repeat(201)}"`].map((id) =>
    frame(`id ${id.slice(0, 20)}`, `{"jsonrpc":"2.0","id":${id},"method":"Sessions.list","params":{"args":[]}}`, STRAY),
  ),
  ...['"__proto__"', '"constructor"', '"h"', '1', '-1', '999', '1e999', 'null', '{}', '[1]', 'true'].map((id) =>
    frame(`unasked answer to ${id}`, answerTo(id, ',"result":null')),
  ),
  frame('unasked error to __proto__', answerTo('"__proto__"', ',"error":null')),
  frame('an answer that is also an error', answerTo('1', ',"result":{},"error":{"code":1}')),
  frame('a batch of unasked answers', `[${answerTo('1', ',"result":null')},${answerTo('2', ',"error":5')}]`),
];

const pollution: HostileFrame[] = [
  frame(
    'own constructor',
    '{"constructor":{"prototype":{"polluted":1}},"jsonrpc":"2.0","id":"h","method":"nope"}',
    UNKNOWN,
  ),
  frame('own __proto__', '{"__proto__":{"method":"Sessions.list","polluted":1},"jsonrpc":"2.0","id":"h"}', NO_CALL),
  frame('constructor that is Array', '{"constructor":"Array","length":1,"0":null,"jsonrpc":"2.0","id":"h"}', NO_CALL),
  frame('hasOwnProperty of its own', '{"hasOwnProperty":1,"jsonrpc":"2.0","id":"h","method":"nope"}', UNKNOWN),
  frame('toJSON of its own', call('Sessions.list', ',"params":{"args":[],"toJSON":1},"toJSON":1,"method":5'), NO_CALL),
];

/** Every kind of frame that was seen to end a stock jrpc-oo server, and many that might. */
export const HOSTILE_FRAMES: readonly HostileFrame[] = [
  ...notMessages,
  ...dualBatches,
  ...params,
  ...methods,
  ...ids,
  ...pollution,
];

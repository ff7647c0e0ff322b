import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hideSecrets, hideSecretsOf, redactText } from './redact-text.js';
import { redactValue } from './redact-value.js';
import { isSecretName } from './secret-names.js';

/** Secrets that give themselves away by their shape; made up here, so that no scanner takes them for real ones. */
const X = 'Zx9'.repeat(12);
const SHAPED = [
  `sk-${X}`,
  `sk-ant-api03-${X}`,
  `ghp_${X}`,
  `gho_${X}`,
  `github_pat_${X}`,
  `glpat-${X}`,
  `xoxb-1234-${X}`,
  `npm_${X}`,
  `AIza${X}`,
  `ya29.${X}`,
  `AKIA${'A1B2'.repeat(4)}`,
  `eyJhbGciOi.${X}.${X}`,
  `Bearer ${X}`,
  `Basic ${X}==`,
  `-----BEGIN PRIVATE KEY-----\n${X}\n-----END PRIVATE KEY-----`,
];
/** One that only its name gives away. */
const PLAIN = 'correct-horse';

/** The part of a planted secret that must not be seen. */
const coreOf = (secret: string) => (secret.includes(X) ? X : secret);

describe('redacted text', () => {
  it('[DG5] holds no secret that its shape gives away, in whatever surroundings', () => {
    for (const secret of SHAPED) {
      for (const around of [
        '',
        ' ',
        '\n',
        '"',
        "'",
        '(',
        '<',
        '{"a":"',
        'x=',
        ': ',
        '//',
        'é',
        '🦊',
        '\u001b[1m',
        ',',
      ]) {
        const text = `before${around}${secret}${around}after`;
        assert.ok(!redactText(text).includes(coreOf(secret)), JSON.stringify(text));
      }
    }
  });

  it('[DG5] holds no value that its name gives away, and stays as it is when it is redacted again', () => {
    const texts = [
      `API_KEY=${PLAIN}`,
      `export GITHUB_TOKEN='${PLAIN}'`,
      `{"password":"${PLAIN} battery"}`,
      `{"note":"{\\"apiKey\\":\\"${PLAIN}\\"}"}`,
      `x-api-key: ${PLAIN}`,
      `Authorization: Custom ${PLAIN}`,
      `Cookie: a=1; sid=${PLAIN}`,
      `https://me:${PLAIN}@example.com/x`,
      `https://${PLAIN}@example.com/x`,
      `https://example.com/cb?code=${PLAIN}&x=1`,
      `https://example.com/cb?a=1&access_token=${PLAIN}#x`,
      `curl --api-key ${PLAIN} https://x`,
      `curl --token="${PLAIN} more" https://x`,
      `env: OPENAI_API_KEY=${PLAIN}`,
      `secret => '${PLAIN}`,
    ];
    for (const text of texts) {
      const redacted = redactText(text);
      assert.ok(!redacted.includes(PLAIN), `${text} became ${redacted}`);
      assert.equal(redactText(redacted), redacted);
    }
  });

  it('[DG5] holds no value of a variable with a telling name, nor a secret that was named', () => {
    hideSecretsOf({
      MY_SERVICE_TOKEN: 'plain words 42',
      PWD: 'this folder',
      TOKEN_FILE: '/home/me/token',
      HOME: '/home/me',
      SHORT_KEY: 'ab',
    });
    hideSecrets(['launch-token-1']);
    assert.equal(
      redactText('say plain words 42 at /home/me/token in this folder with launch-token-1, ab'),
      'say [hidden] at /home/me/token in this folder with [hidden], ab',
    );
  });

  it('[DG5] keeps what is no secret', () => {
    const texts = [
      'session/prompt answered in 12 ms with stopReason=end_turn',
      'task-force and desk-lamp: a risk-free ask',
      'commit 3f786850e387550fdab836ed7e6dc881de23001b in /home/me/project',
      '{"sessionId":"0b1c","toolCallId":"call_1","maxTokens":4096}',
      'The monkey typed a keyboard: fine',
    ];
    for (const text of texts) assert.equal(redactText(text).replace('"maxTokens":[hidden]', '"maxTokens":4096'), text);
    assert.deepEqual(['monkey', 'keyboard', 'authMethods', 'sessionId', 'key'].filter(isSecretName), []);
  });

  it('[DG5] is made in reasonable time, whatever it holds', () => {
    for (const part of ['token="', 'a=', '-----BEGIN PRIVATE KEY-----', 'x://', 'eyJabcdef.', '--password ', "key:'"]) {
      assert.equal(typeof redactText(part.repeat(20_000)), 'string');
    }
  });
});

/** A message with every form of field that the protocol has. */
const MESSAGE = {
  jsonrpc: '2.0',
  id: 7,
  method: 'session/new',
  params: {
    sessionId: 's1',
    cwd: '/work/a',
    mcpServers: [{ name: 'x', command: '/bin/x', args: ['--flag', 'value'], env: [{ name: 'MODE', value: 'fast' }] }],
    update: {
      sessionUpdate: 'tool_call',
      title: 'Run',
      rawInput: { command: 'ls', deep: [{ er: ['a'] }] },
      content: [{ type: 'content', content: { type: 'text', text: 'hi' } }],
    },
    _meta: { any: 'thing' },
  },
  error: { code: 1, message: 'failed', data: { reason: 'why' } },
};

/** The same message once for each string in it, with that string or a name of it put in its place. */
function* planted(value: unknown, secret: string): Generator<unknown> {
  if (typeof value === 'string') {
    yield secret;
    yield `${value} ${secret}\n`;
  }
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const [name, inner] of Object.entries(value)) {
    const others = Object.entries(value).filter(([other]) => other !== name);
    if (!isList) yield Object.fromEntries([...others, [secret, inner]]);
    for (const changed of planted(inner, secret)) {
      yield isList ? value.with(Number(name), changed) : { ...value, [name]: changed };
    }
  }
}

describe('a redacted message', () => {
  for (const withContents of [true, false]) {
    it(`[DG6] never tells a secret, wherever it stands, ${withContents ? 'with' : 'without'} contents`, () => {
      let count = 0;
      for (const secret of SHAPED) {
        for (const message of planted(MESSAGE, secret)) {
          const shown = JSON.stringify(redactValue(message, { withContents }));
          assert.ok(!shown.includes(coreOf(secret)), `${secret} in ${JSON.stringify(message)}`);
          count++;
        }
      }
      assert.ok(count > 800, `${count} messages`);
    });
  }

  it('[DG6] never tells what a name gives away, in any form', () => {
    const forms = [
      { apiKey: PLAIN },
      { auth: { authorization: { nested: [PLAIN] } } },
      { credentials: { user: PLAIN } },
      { password: 12345678 },
      { env: [{ name: 'ANY', value: PLAIN }] },
      { headers: [{ name: 'X', value: PLAIN }] },
      { list: [{ name: 'MY_TOKEN', value: PLAIN }] },
      { args: ['--api-key', PLAIN, 'rest'] },
      { text: `{"password": "${PLAIN}"}` },
      { cookies: { [PLAIN]: 1 } },
    ];
    for (const form of forms) {
      const shown = JSON.stringify(redactValue(form, { withContents: true }));
      assert.ok(!shown.includes(PLAIN) && !shown.includes('12345678'), `${JSON.stringify(form)} became ${shown}`);
    }
    assert.deepEqual(redactValue({ maxTokens: 4096, used: 1 }, { withContents: false }), { maxTokens: 4096, used: 1 });
  });

  it('[DG7] without contents tells its form and no words', () => {
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'my plan' } };
    const message = { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's1', update } };
    const shown = {
      ...message,
      params: { sessionId: 's1', update: { ...update, content: { type: 'text', text: '[7 characters]' } } },
    };
    assert.deepEqual(redactValue(message, { withContents: false }), shown);
    assert.deepEqual(redactValue(message, { withContents: true }), message);
  });

  it('[DG6] survives any depth and width', () => {
    let deep: unknown = 'x';
    for (let n = 0; n < 5_000; n++) deep = [deep];
    assert.match(JSON.stringify(redactValue(deep, { withContents: true })), /deeper/);
    assert.match(JSON.stringify(redactValue(Array(1_000).fill(1), { withContents: true })), /600 more/);
    const cut = JSON.stringify(redactValue({ text: `${'y'.repeat(7_990)} ${SHAPED[0]}` }, { withContents: true }));
    assert.ok(!cut.includes('sk-'));
  });
});

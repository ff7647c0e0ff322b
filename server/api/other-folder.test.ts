import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { type Acdeck, TestHome } from '../acdeck.rig.js';
import { SESSION_URI } from '../protocol/api/draft.js';
import { TOKEN_ROLES, type TokenRole } from '../protocol/api/programs.js';
import { isAtLeast } from '../protocol/api/rpc.js';
import { signInWith, TestTab } from '../rpc/test-tab.rig.js';
import { addToken, ask, bearer, Stream } from './api.rig.js';
import { API_ROOT, API_ROUTES, type ApiRoute } from './api-routes.js';

/** Two folders with one data folder: a token of the first, and a session of the second with open requests. */
const cleanups: (() => Promise<void>)[] = [];
const home = new TestHome({ after: (act: () => Promise<void>) => void cleanups.push(act) });
const SECRET = 'kingfisher-7141';
const tokens = {} as Record<TokenRole, string>;
const there = { sessionId: '', requestId: '', questionSession: '', questionId: '', digest: '', optionId: '' };
let server: Acdeck;
let port = 0;
let own = '';

before(async () => {
  const otherFolder = home.folder('other');
  const other = home.acdeck([otherFolder, '--json', '--no-open', '--port', '0', '--agent', 'demo']);
  server = home.server(['--agent', 'demo']);
  const [otherDoor, door] = await Promise.all([other.door(), server.door()]);
  port = door.port;
  const [theirs, ...ours] = await Promise.all([
    addToken(home, 'full', otherFolder),
    ...TOKEN_ROLES.map((role) => addToken(home, role)),
  ]);
  TOKEN_ROLES.forEach((role, n) => {
    tokens[role] = ours[n]!;
  });
  const begin = async (at: number, token: string, text: string, type: string) => {
    const { json } = await ask(at, '/api/v1/sessions', { headers: bearer(token), body: { prompt: { text } } });
    const path = `/api/v1/sessions/${json.session.id}`;
    const stream = new Stream(at, `${path}/events`, { ...bearer(token), 'Last-Event-ID': json.prompt.lastEventId });
    await stream.until(() => stream.sent.some(({ data }) => data.type === type));
    stream.cut();
    const { json: found } = await ask(at, path, { headers: bearer(token) });
    return { id: json.session.id as string, request: found.requests[0] };
  };
  const edit = await begin(otherDoor.port, theirs!, 'Edit a file, but ask me first.', 'permission_requested');
  const form = await begin(otherDoor.port, theirs!, 'Ask me something with a form.', 'question_asked');
  const said = await ask(otherDoor.port, `/api/v1/sessions/${edit.id}/prompts`, {
    ...{ headers: bearer(theirs!), body: { text: `Remember ${SECRET}` } },
  });
  assert.equal(said.status, 202);
  there.sessionId = edit.id;
  there.requestId = edit.request.id;
  there.digest = edit.request.digest;
  there.optionId = edit.request.options[0].optionId;
  there.questionSession = form.id;
  there.questionId = form.request.id;
  own = (await begin(port, tokens.full, 'Hello', 'prompt_sent')).id;
});

after(async () => {
  for (const act of cleanups) await act();
});

interface Seen {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** The answer to a request; of a stream only how it begins. */
function look(
  path: string,
  role: TokenRole,
  given: { method: string; body?: unknown; headers?: object },
): Promise<Seen> {
  const text = given.body === undefined ? '' : JSON.stringify(given.body);
  const headers = {
    ...{ ...bearer(tokens[role]), ...given.headers },
    ...(text ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) } : {}),
  };
  return new Promise((resolve, reject) => {
    const { method } = given;
    const asked = request(
      { ...{ host: '127.0.0.1', port, path: `${API_ROOT}${path}`, method, headers } },
      (response) => {
        const type = String(response.headers['content-type']);
        let said = '';
        const end = () => resolve({ status: response.statusCode!, type, text: said });
        response.setEncoding('utf8').on('data', (part: string) => {
          said += part;
          if (type !== 'text/event-stream') return;
          end();
          response.destroy();
        });
        response.once('end', end);
        response.once('error', () => {});
      },
    );
    asked.once('error', reject);
    asked.end(text);
  });
}

const namesIn = ({ path }: ApiRoute) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
const OF_SESSIONS = API_ROUTES.filter((route) => namesIn(route).length > 0);
const OF_NONE = API_ROUTES.filter((route) => namesIn(route).length === 0);
const mention = (id: string) => [{ type: 'resource_link', uri: `${SESSION_URI}${id}`, name: 'Birds' }];

/** What a program could send with a request, good and bad, by the names of routes. */
const bodies = (): Record<string, unknown[]> => ({
  sendPrompt: [{ text: 'Hi' }, { content: mention(there.sessionId) }, { nonsense: true }],
  answerPermission: [{ optionId: there.optionId, digest: there.digest }, {}],
  answerQuestion: [{ action: 'decline' }, { action: 'accept', content: { name: 'x' } }],
});

/** Asks for the same with an id of the other folder and with one that does not exist. */
async function compare(route: ApiRoute, role: TokenRole, given: { body?: unknown; headers?: object; query?: string }) {
  const { method, path } = route;
  const isQuestion = path.includes('questions');
  const fill = (sessionId: string) =>
    path
      .replace('{sessionId}', sessionId)
      .replace('{requestId}', isQuestion ? there.questionId : there.requestId)
      .concat(given.query ?? '');
  const real = await look(fill(isQuestion ? there.questionSession : there.sessionId), role, { method, ...given });
  const none = await look(fill(randomUUID()), role, { method, ...given });
  const about = `${role} ${method} ${path} ${JSON.stringify(given)}`;
  assert.deepEqual(real, none, about);
  const wanted = isAtLeast(role, route.role) ? [404, 'no_session'] : [403, null];
  assert.deepEqual([real.status, JSON.parse(real.text).error.reason], wanted, about);
}

async function compareAll(): Promise<void> {
  for (const route of OF_SESSIONS) {
    for (const role of TOKEN_ROLES) {
      for (const body of route.method === 'POST' ? (bodies()[route.name] ?? [undefined]) : [undefined]) {
        await compare(route, role, { ...(body === undefined ? {} : { body }), headers: { 'Idempotency-Key': 'k1' } });
      }
    }
    await compare(route, 'full', { query: '?everywhere=true', headers: { 'Last-Event-ID': 'e:1' } });
  }
}

/** What the routes without a session say holds nothing of the other folder. */
async function lookAround(): Promise<void> {
  for (const route of OF_NONE) {
    for (const query of ['', '?everywhere=true', `?folder=${encodeURIComponent(home.folder('other'))}`]) {
      const body = route.name === 'createSession' ? { body: {} } : {};
      const { status, text } = await look(`${route.path}${query}`, 'full', { method: route.method, ...body });
      assert.equal(status, route.status, `${route.name}: ${text}`);
      for (const word of [there.sessionId, there.questionSession, SECRET, home.folder('other')]) {
        assert.ok(!text.includes(word), `${route.name}${query} tells of ${word}`);
      }
    }
  }
}

describe('a token and the sessions of another folder', () => {
  it('[PG29] finds none of them by any route, in any role, whatever it sends', async () => {
    // A route about something else than a session needs a case here before it is served.
    for (const route of OF_SESSIONS) {
      const [first, ...rest] = namesIn(route);
      assert.equal(first, 'sessionId', route.path);
      assert.ok(
        rest.every((name) => name === 'requestId'),
        route.path,
      );
      assert.equal(route.body !== undefined, route.name in bodies(), route.name);
    }
    assert.deepEqual(OF_NONE.map(({ name }) => name).sort(), [
      'createSession',
      'describe',
      'listAgents',
      'listSessions',
    ]);
    await compareAll();
    await lookAround();
  });

  it('[PG29] finds none of them after a person has opened them in the page', async () => {
    const { token } = await server.door();
    const tab = await TestTab.open(await signInWith(port, { token }));
    for (const id of [there.sessionId, there.questionSession]) {
      const { kind } = await tab.call<{ kind: string }>('AcpBridge.get_current_state', id);
      assert.equal(kind, 'snapshot');
    }
    await compareAll();
    await lookAround();
  });

  it('[PG29] brings none of them into a message by a mention', async () => {
    for (const id of [there.sessionId, randomUUID()]) {
      const given = { method: 'POST', body: { content: [{ type: 'text', text: 'Read this' }, ...mention(id)] } };
      const { status, text } = await look(`/sessions/${own}/prompts`, 'full', given);
      assert.deepEqual([status, JSON.parse(text).error.reason], [404, 'no_session'], id);
      const created = await look('/sessions', 'full', { method: 'POST', body: { prompt: given.body } });
      assert.deepEqual([created.status, created.text], [404, text], id);
    }
    const good = await look(`/sessions/${own}/prompts`, 'full', { method: 'POST', body: { content: mention(own) } });
    assert.equal(good.status, 202, 'its own folder can be mentioned');
  });

  it('[PG26] [PG29] are not listed by acdeck sessions, and can’t be named to acdeck ask', async () => {
    const listed = home.acdeck(['sessions', '--format', 'json', '--folder', home.folder()]);
    const sent = home.acdeck(['send', there.sessionId, 'Hi', '--folder', home.folder()]);
    assert.deepEqual(await Promise.all([listed.ended, sent.ended]), [0, 1]);
    const ids = (JSON.parse(listed.stdout) as { id: string }[]).map(({ id }) => id);
    assert.ok(ids.includes(own) && !ids.includes(there.sessionId));
    assert.match(sent.stderr, /There is no session/);
  });
});

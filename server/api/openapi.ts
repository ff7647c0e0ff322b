import { z } from 'zod';
import { API_ROOT, API_ROUTES, type ApiRoute } from './api-routes.js';
import { apiError } from './api-schemas.js';

const EVENTS =
  'Each event of the session is a message with `id: epoch:seq` and its JSON as data. A stream without `Last-Event-ID` ' +
  'begins with an event `snapshot`; one whose `Last-Event-ID` can’t be continued begins with `resync`. Both carry the ' +
  'session as it is now, with the id from which to go on. `gone` ends the stream: the session was deleted.';

const KEYS =
  'A repeat of this request with the same key, by the same token and within 30 days, gets the first answer and is not done again, also ' +
  'after a restart of the server. The same key with another body or at another path is answered with 422. A request that was ' +
  'refused uses up no key.';

const ERRORS: Readonly<Record<number, string>> = {
  400: 'The request can’t be read, or makes no sense now.',
  401: 'The token is missing, unknown or too old.',
  403: 'A browser asked, or the role of the token is too low.',
  404: 'There is nothing at this path, or no such session, agent or request.',
  409: 'It can’t be done any more, e.g. because somebody has answered before.',
  413: 'The body is too large.',
  422: 'The `Idempotency-Key` was used for another request: code `idempotency_key_reused`. Nothing was done.',
  429: 'Too many requests, or too many streams. `Retry-After` says when to try again.',
  503: 'The server can’t do this now.',
};

/** The OpenAPI description of what is served, made from the table of routes. */
export function openApi(version: string): object {
  const paths = new Map<string, Record<string, object>>();
  for (const route of API_ROUTES) {
    const path = `${API_ROOT}${route.path}`;
    paths.set(path, { ...paths.get(path), [route.method.toLowerCase()]: operation(route) });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'AcDeck',
      version,
      description:
        'For programs on this machine. A token is made with `acdeck token add`; it belongs to one folder. Requests with ' +
        'an `Origin`, a `Sec-Fetch-Site` or a cookie are refused.',
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: jsonSchema(apiError, 'output') },
    },
  };
}

function operation(route: ApiRoute): object {
  const { name, summary, role, status, body, result, method } = route;
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, each]) => each!);
  const parameters = [
    ...names.map((each) => ({ name: each, in: 'path', required: true, schema: { type: 'string' } })),
    ...(method === 'POST' ? [header('Idempotency-Key', KEYS)] : []),
    ...(name === 'followSession' ? [header('Last-Event-ID', 'Where to go on.')] : []),
  ];
  return {
    operationId: name,
    summary,
    ...(name === 'followSession' ? { description: EVENTS } : {}),
    'x-role': role,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? { requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, 'input') } } } }
      : {}),
    responses: { [status]: answer(route, result), ...errors() },
  };
}

function answer({ summary, name }: ApiRoute, result: z.ZodType | null): object {
  if (result)
    return { description: summary, content: { 'application/json': { schema: jsonSchema(result, 'output') } } };
  if (name === 'followSession')
    return { description: summary, content: { 'text/event-stream': { schema: { type: 'string' } } } };
  return { description: summary, content: { 'application/json': { schema: { type: 'object' } } } };
}

function errors(): object {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(Object.entries(ERRORS).map(([status, description]) => [status, { description, content }]));
}

function header(name: string, description: string): object {
  return { name, in: 'header', required: false, description, schema: { type: 'string', maxLength: 200 } };
}

function jsonSchema(type: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(type, { io, unrepresentable: 'any' });
  return rest;
}

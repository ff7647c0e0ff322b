import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { McpServer } from '@agentclientprotocol/sdk';
import { connectScripted, Ear, scratchFolder } from '../connection/connection.rig.js';
import { type SessionExtras, surroundSession } from './session-surroundings.js';

const SERVERS: McpServer[] = [
  { name: 'files', command: 'node', args: ['x.js'], env: [{ name: 'TOKEN', value: 's3cret' }] },
  { type: 'http', name: 'web', url: 'https://example.com/', headers: [{ name: 'Authorization', value: 's3cret' }] },
  { type: 'sse', name: 'old', url: 'http://127.0.0.1:1/', headers: [] },
  { name: 'gone', command: 'no-such-program', args: [], env: [] },
];

/** A connection whose sessions are to have these things. */
async function connect(t: TestContext, agentCapabilities: object, extras: SessionExtras, mayUseFolder = false) {
  const folder = realpathSync(scratchFolder(t));
  const consent = { mayUseFolder: () => mayUseFolder, mayUseNpx: () => false };
  const around = { agentName: 'Scripted', path: process.env.PATH, folder, consent, extras };
  const initialize = () => ({ protocolVersion: 1, agentCapabilities });
  const scripted = connectScripted(t, { initialize }, { surroundings: (profile) => surroundSession(around, profile) });
  await scripted.connection.initialize();
  const paramsOf = (method: string) => scripted.agent.heard.findLast((message) => message.method === method)?.params;
  return { ...scripted, paramsOf, project: folder };
}

describe('what a session is given', () => {
  it('[AC31] is each MCP server that the agent can take, with the whole path of its program', async (t) => {
    const caps = { mcpCapabilities: { http: true, sse: true }, loadSession: true };
    const { open, paramsOf } = await connect(t, caps, { mcpServers: SERVERS, directories: [] });
    const ear = new Ear();
    await open(ear);
    const sent = paramsOf('session/new')?.mcpServers as { name: string; command?: string }[];
    assert.deepEqual(
      sent.map(({ name }) => name),
      ['files', 'web', 'old'],
    );
    assert.match(sent[0]?.command ?? '', /^\/.*\/node$/);
    const cause = { code: 'not_found', command: 'no-such-program' };
    assert.deepEqual(ear.notices, [{ code: 'mcp_server_left_out', server: 'gone', cause }]);
    await open(new Ear(), 'past');
    assert.deepEqual(paramsOf('session/load')?.mcpServers, sent);
  });

  it('[AC31] is not what the agent cannot take, which a notice says without any secret', async (t) => {
    const { open, paramsOf, log } = await connect(t, {}, { mcpServers: SERVERS, directories: [] });
    const ear = new Ear();
    await open(ear);
    assert.deepEqual(Object.keys(paramsOf('session/new')?.mcpServers as object), ['0']);
    const leftOut = (server: string, transport: string) => {
      const cause = { code: 'transport', agent: 'Scripted', transport };
      return { code: 'mcp_server_left_out', server, cause };
    };
    assert.deepEqual(ear.notices.slice(0, 2), [leftOut('web', 'HTTP'), leftOut('old', 'SSE')]);
    assert.ok(!JSON.stringify([ear.notices, log]).includes('s3cret'));
  });

  it('[AC32] is no MCP server whose program the folder brings, before the folder is trusted', async (t) => {
    const local: McpServer[] = [{ name: 'local', command: './mcp.sh', args: [], env: [] }];
    for (const isTrusted of [false, true]) {
      const { open, paramsOf, project } = await connect(t, {}, { mcpServers: local, directories: [] }, isTrusted);
      const file = join(project, 'mcp.sh');
      writeFileSync(file, '#!/bin/sh\n', { mode: 0o755 });
      const ear = new Ear();
      await open(ear);
      const sent = paramsOf('session/new')?.mcpServers as { command: string }[];
      assert.deepEqual(
        sent.map(({ command }) => command),
        isTrusted ? [file] : [],
      );
      assert.equal(ear.notices.length, isTrusted ? 0 : 1);
    }
  });

  it('[AC34] are further folders, where the agent knows of such, again at each opening', async (t) => {
    const extra = scratchFolder(t);
    const directories = [extra, '/no/such/folder', extra];
    const caps = { loadSession: true, sessionCapabilities: { additionalDirectories: {} } };
    const { open, paramsOf } = await connect(t, caps, { mcpServers: [], directories });
    const ear = new Ear();
    await open(ear);
    assert.deepEqual(paramsOf('session/new')?.additionalDirectories, [extra]);
    assert.deepEqual(ear.notices, [{ code: 'folder_missing', path: '/no/such/folder' }]);
    await open(new Ear(), 'past');
    assert.deepEqual(paramsOf('session/load')?.additionalDirectories, [extra]);
  });

  it('[AC34] lets files be touched there, and says when the agent cannot be told', async (t) => {
    const extra = scratchFolder(t);
    mkdirSync(join(extra, 'deep'));
    const { open, paramsOf, agent } = await connect(t, {}, { mcpServers: [], directories: [extra] });
    const ear = new Ear();
    await open(ear);
    assert.equal('additionalDirectories' in paramsOf('session/new')!, false);
    assert.deepEqual(ear.notices, [{ code: 'folders_untold', agent: 'Scripted', paths: [extra] }]);
    const path = join(extra, 'deep', 'a.txt');
    await agent.request('fs/write_text_file', { sessionId: 's1', path, content: 'here' });
    assert.equal(readFileSync(path, 'utf8'), 'here');
    const outside = await agent.request('fs/read_text_file', { sessionId: 's1', path: '/etc/hostname' });
    assert.match(outside.error?.message ?? '', /outside of the session's folders/);
  });
});

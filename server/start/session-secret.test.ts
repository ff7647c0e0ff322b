import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { TestHome } from '../acdeck.rig.js';
import { DEMO_AGENT } from '../agents/catalog/catalog-entries.js';
import type { LogPage } from '../protocol/api/logs.js';
import { endedTasks, Person } from './person.rig.js';

const [demo] = DEMO_AGENT.commands;
/** The demo agent behind a talkative program: it notes what it is given, and says its secrets on stderr. */
const TALKATIVE = `
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
const [noted, command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['pipe', 'inherit', 'inherit'] });
let rest = '';
process.stdin.on('data', (part) => {
  const lines = (rest + part).split('\\n');
  rest = lines.pop();
  for (const [secret] of lines.join('\\n').matchAll(/acdeck_mcp_[\\w-]+/g)) {
    appendFileSync(noted, secret + '\\n');
    for (const said of ['Bearer ' + secret, secret, 'servers=[{"value":"' + secret + '"}]']) console.error('connects: ' + said);
    console.error('connected ' + secret.length);
  }
});
process.stdin.pipe(child.stdin);
child.on('exit', (code) => process.exit(code ?? 1));
`;

describe('the secret of a session', () => {
  it('[DL35] is in no argument, log, trace, page, file or output, even if the agent says it aloud', async (t) => {
    const home = new TestHome(t);
    const [noted, program, config] = ['noted.txt', 'talkative.mjs', 'settings.yaml'].map((name) =>
      join(home.folder('apart'), name),
    ) as [string, string, string];
    writeFileSync(program, TALKATIVE);
    const agent = (args: readonly string[], name: string) =>
      `  ${name}:\n    command: ${JSON.stringify([demo!.command, ...args])}\n    env: ${JSON.stringify({ ACDECK_DEMO_DIR: home.folder(name), ACDECK_DEMO_PACE: '0' })}\n`;
    const agents = [agent([program, noted, demo!.command, ...demo!.args], 'talker'), agent(demo!.args, 'helper')];
    writeFileSync(config, `delegation: on\nagents:\n${agents.join('')}`);
    const server = home.server(['--agent', 'talker', '--config', config, '--verbose']);
    const person = await Person.at(server);
    const { tab } = person;
    const frames: string[] = [];
    tab.socket.on('message', (data) => frames.push(String(data)));
    const id = await person.shown();
    await person.prompt(id, '/delegate one: Tell me what you can do.');
    await person.allow(id, 1);
    const [task] = await person.until(id, endedTasks(1));
    assert.equal(task?.end?.outcome, 'completed', 'the secret opens the tools');

    const secrets = readFileSync(noted, 'utf8').trim().split('\n');
    assert.match(secrets[0]!, /^acdeck_mcp_[\w-]{43}$/);
    await server.until(() => server.stderr.includes('connected 54'));
    const ask = (method: string, ...args: unknown[]) => tab.call<LogPage>(method, ...args);
    const logs = [await ask('AcpBridge.get_server_log', null, 500)];
    for (const agentId of ['talker', 'helper']) {
      logs.push(await ask('AcpBridge.get_agent_log', agentId, null, 500, true));
    }
    assert.match(JSON.stringify(logs), /connected 54/, 'the log has what the agent said');
    const traces: string[] = [];
    for (const sessionId of [id, task.sessionId]) {
      for (const withContents of [true, false]) {
        traces.push(JSON.stringify(await tab.call('AcpBridge.get_trace', sessionId, withContents, null, 0)));
      }
    }
    assert.match(traces[0]!, /mcpServers/, 'the trace has the message that carried it');
    await tab.call('Settings.get_agents');
    const sessions = home.acdeck(['sessions', '--format', 'json', '--folder', home.path('project')]);
    await sessions.ended;
    const running = [server.pid, ...server.descendants()];
    const processes = running.flatMap((pid) => [`/proc/${pid}/cmdline`, `/proc/${pid}/environ`]).map(readIfThere);

    // Before and after the agent's end, which an error with its last words may follow.
    const isGone = once(tab.socket, 'close');
    await server.end();
    await isGone;
    const places = {
      'what tabs were sent': frames.join('\n'),
      'logs, as a person reads them': JSON.stringify(logs),
      traces: traces.join('\n'),
      'output of the command': server.stdout + server.stderr,
      'output of `acdeck sessions`': sessions.stdout + sessions.stderr,
      processes: processes.join('\n'),
      files: filesBelow(home.root, (path) => path !== noted).join('\n'),
    };
    for (const [place, text] of Object.entries(places)) {
      assert.ok(text.length > 0, `${place}: something is there to look at`);
      for (const secret of secrets) assert.ok(!text.includes(secret), place);
      assert.ok(!/acdeck_mcp_[\w-]{8}/.test(text.replace(TALKATIVE, '')), `${place}: nor a part of one`);
    }
  });
});

function filesBelow(folder: string, isWanted: (path: string) => boolean): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isWanted(join(entry.parentPath, entry.name)))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
}

/** A process may have ended in the meantime. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { scratchFolder } from '../connection/connection.rig.js';
import { CUSTOM_AGENT_ID, customAgent } from './catalog.js';
import { CATALOG, DEMO_AGENT } from './catalog-entries.js';
import { findAgents } from './find-agents.js';
import { asKnown, recogniseCommand, recogniseNames } from './recognise-agent.js';

const KNOWN = ['copilot', 'claude', 'gemini', 'codex', 'opencode', 'qwen', 'cline', 'goose', 'kimi', 'pi', 'demo'];

describe('the catalog', () => {
  it('[A62] knows eleven agents, each with how to get it and how to sign in', () => {
    assert.deepEqual(
      CATALOG.map((entry) => entry.id),
      KNOWN,
    );
    for (const { id, name, commands, install, login } of CATALOG) {
      assert.ok(name && commands.length > 0 && install && login, id);
    }
    assert.equal(CATALOG.find((entry) => entry.id === 'gemini')?.quirks?.noFileAccess, true);
  });

  it('[AC1] says how each is run without an installation, and what it does unlike others', () => {
    const offers = CATALOG.filter(({ npx }) => npx).map(({ id }) => id);
    assert.deepEqual(
      offers,
      KNOWN.filter((id) => id !== 'goose' && id !== 'demo'),
    );
    for (const { npx } of CATALOG) for (const name of npx?.packages ?? []) assert.match(name, /.@\d+\.\d+\.\d+$/);
    const perSession = CATALOG.filter(({ quirks }) => quirks?.processPerSession).map(({ id }) => id);
    assert.deepEqual(perSession, ['pi']);
  });

  it('[A62] finds what is on PATH, in its own order, and the demo agent always', (t) => {
    const folder = scratchFolder(t);
    for (const name of ['gh', 'gemini', 'copilot']) {
      writeFileSync(join(folder, name), '#!/bin/sh\n');
      chmodSync(join(folder, name), name === 'copilot' ? 0o644 : 0o755);
    }
    mkdirSync(join(folder, 'goose'));
    const env = { XDG_DATA_HOME: join(folder, 'data') };
    mkdirSync(join(folder, 'data/gh/extensions/gh-copilot'), { recursive: true });
    const found = findAgents(CATALOG, { path: `/no/such/folder:${folder}`, folder: '/nowhere', env });
    assert.deepEqual(
      found.map(({ entry, launch }) => [entry.id, launch.command]),
      [
        ['copilot', join(folder, 'gh')],
        ['gemini', join(folder, 'gemini')],
        ['demo', process.execPath],
      ],
    );
    assert.deepEqual(found[0]?.launch.args, ['copilot', '--', '--acp', '--stdio']);
  });

  it('[AC35] takes `gh` for Copilot only if it has the extension or has downloaded Copilot, without asking it', (t) => {
    const home = scratchFolder(t);
    const ran = join(home, 'ran');
    writeFileSync(join(home, 'gh'), `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
    const find = (env: NodeJS.ProcessEnv) => findAgents(CATALOG, { path: home, folder: '/nowhere', env })[0]?.entry.id;
    for (const [data, env] of [
      ['.local/share', { HOME: home }],
      ['elsewhere', { HOME: '/nowhere', XDG_DATA_HOME: join(home, 'elsewhere') }],
    ] as const) {
      for (const part of ['gh/copilot/copilot', 'gh/extensions/gh-copilot']) {
        assert.equal(find(env), 'demo', 'a bare gh');
        mkdirSync(join(home, data, part), { recursive: true });
        assert.equal(find(env), 'copilot', part);
        rmSync(join(home, data), { recursive: true });
      }
    }
    assert.equal(existsSync(ran), false, 'it was not run');
  });

  it('[AC36] calls a command line by its script or package, not by what runs it', () => {
    const cases: [line: string, name: string][] = [
      ['node /opt/tools/my-agent.mjs --acp', 'my-agent'],
      ['/usr/bin/node --import tsx ./src/agents/helper.ts', 'helper'],
      ['node -r ./hook.js /opt/thing/dist/index.js', 'thing'],
      ['npx -y @scope/some-agent@1.2.3 --acp', 'some-agent'],
      ['npx --package=one@1 --package=two -- their-acp', 'their-acp'],
      ['npx -p the-package', 'the-package'],
      ['npm exec -- the-agent', 'the-agent'],
      ['pnpm dlx @a/b', 'b'],
      ['uvx --from pkg some-acp', 'some-acp'],
      ['uv run agent_server.py', 'agent_server'],
      ['uv tool run thing@2', 'thing'],
      ['python3 -m their_agent.acp', 'their_agent.acp'],
      ['python3.12 /home/me/fast-agent/main.py', 'fast-agent'],
      ['env KEY=1 node ./run-it.js', 'run-it'],
      ['deno run -A bot.ts', 'bot'],
      ['java -jar /x/agent-all.jar', 'agent-all'],
      ['bash ./start-agent.sh', 'start-agent'],
      ['/usr/local/bin/agent --acp', 'agent'],
      ['/home/me/tools/agent', 'agent'],
      ['node /home/me/index.js', 'index'],
      ['my-agent --acp', 'my-agent'],
      ['node', 'node'],
    ];
    for (const [line, name] of cases) {
      const argv = line.split(' ') as [string, ...string[]];
      assert.equal(customAgent(argv).name, name, line);
    }
    assert.equal(customAgent(['sh', '-c', 'cd /x && run --acp']).name, 'sh');
  });

  it('[AC37] knows an agent by its command line, script or package, or by what it calls itself', () => {
    const lines: [line: string, id: string | undefined][] = [
      ['gemini --acp', 'gemini'],
      ['/opt/bin/gemini --acp', 'gemini'],
      ['npx -y @google/gemini-cli@0.61.0 --acp', 'gemini'],
      ['node /usr/lib/node_modules/@google/gemini-cli/dist/index.js --acp', 'gemini'],
      ['pi-acp', 'pi'],
      ['copilot --acp', 'copilot'],
      ['gh pr list', undefined],
      ['node /opt/my-gemini/x.js', undefined],
      [process.execPath, undefined],
    ];
    for (const [line, id] of lines) assert.equal(recogniseCommand(line.split(' '))?.id, id, line);
    const names: [name: string, title: string | null, id: string | undefined][] = [
      ['gemini-cli', 'Gemini CLI', 'gemini'],
      ['something', 'Gemini CLI', 'gemini'],
      ['pi-acp', null, 'pi'],
      ['Copilot', null, 'copilot'],
      ['qwen-code', 'Qwen Code', 'qwen'],
      ['demo', 'Demo agent', undefined],
      ['gh', null, undefined],
      ['', null, undefined],
    ];
    for (const [name, title, id] of names) assert.equal(recogniseNames({ name, title })?.id, id, name);
    const theirs = { ...customAgent(['x']), isOfFolder: true as const };
    const copilot = recogniseNames({ name: 'copilot', title: null })!;
    assert.deepEqual(
      asKnown(theirs, copilot),
      { ...theirs, quirks: { tokens: 'opening' } },
      'nothing is written where a folder says',
    );
  });

  it('[A63] takes a command line of the person as an agent', () => {
    const entry = customAgent(['/opt/my agent/run', '--acp', 'two words']);
    assert.equal(entry.id, CUSTOM_AGENT_ID);
    assert.equal(entry.name, 'run');
    assert.deepEqual(entry.commands, [{ command: '/opt/my agent/run', args: ['--acp', 'two words'] }]);
    assert.deepEqual(
      findAgents([entry, DEMO_AGENT], { path: '', folder: '/nowhere' }).map(({ entry: { id } }) => id),
      ['demo'],
    );
  });
});

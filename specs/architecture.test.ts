import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { checkArchitecture, roomCycles, unusedDoors } from './check-architecture.js';
import { ROOMS } from './layers.js';
import { ROOT } from './project-root.js';
import { readSources } from './read-sources.js';
import { PAGE, withRooms } from './rooms-picture.js';
import type { SourceFile } from './spec-rules.js';

const TOP = ['server', 'webapp', 'specs', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'];
const TOP_TEXTS = ['README.md', 'LICENSE', 'SECURITY.md', 'CHANGELOG.md', 'CONTRIBUTING.md'];
const MADE_HERE = /^(node_modules|dist|coverage|shots|\..*|.*\.(log|tgz))$/;

const breachesOf = (...files: [path: string, ...lines: string[]][]) =>
  checkArchitecture(files.map(([path, ...lines]): SourceFile => ({ path, text: lines.join('\n') })));

describe('the architecture', () => {
  it('[X2] [X3] [X4] [X5] [X6] [X7] [X9] [X13] [X21] [X22] [X23] [X24] [X40] [X41] [X42] [X48] [X50] holds in this project', async () => {
    const files = await readSources(['server', 'webapp', 'specs'], (path) => path.endsWith('.ts'));
    assert.ok(files.length > 30, 'the sources were found');
    assert.deepEqual(checkArchitecture(files), []);
    assert.deepEqual(unusedDoors(files), []);
  });

  it('[X20] is drawn from the table', () => {
    const page = readFileSync(PAGE, 'utf8');
    assert.equal(page, withRooms(page), 'Run `npm run docs:rooms`.');
    for (const room of Object.keys(ROOMS)) assert.ok(page.includes(`| \`${room}\` `), room);
  });

  it('[X25] has rooms in an order', () => {
    assert.deepEqual(roomCycles(ROOMS), []);
    const ring = {
      a: { holds: '', imports: ['b'] },
      b: { holds: '', imports: ['c'] },
      c: { holds: '', imports: ['a'] },
    };
    assert.deepEqual(roomCycles(ring), ['a > b > c > a']);
  });

  it('[X10] has the agreed top level', async () => {
    const found = (await readdir(ROOT)).filter((name) => !MADE_HERE.test(name));
    assert.deepEqual(
      found.filter((name) => ![...TOP, ...TOP_TEXTS].includes(name)),
      [],
    );
  });
});

describe('the check of the architecture', () => {
  it('[X2] names an import that a layer may not have', () => {
    const found = breachesOf(
      ['server/protocol/a.ts', "import { b } from '../sessions/session/b.js';"],
      ['server/sessions/session/b.ts', "import type { C } from '../../agents/c.js';"],
      ['server/agents/c.ts', 'import {', '  d,', "} from '../sessions/session/d.js';"],
      ['server/rpc/e.ts', "const f = await import('../agents/f.js');"],
      ['webapp/state/app/g.ts', "import '../../../server/sessions/session/h.js';"],
      ['server/odd/i.ts', "import { z } from 'zod';"],
      ['server/sessions/log/j.ts', "import { k } from '../registry/k.js';"],
      ['webapp/components/permission/l.ts', "import { m } from '../composer/m.js';"],
    );
    assert.deepEqual(found, [
      'server/protocol/a.ts: server/protocol may not import server/sessions/session/b.ts',
      'server/sessions/session/b.ts: server/sessions/session may not import server/agents/c.ts',
      'server/agents/c.ts: server/agents may not import server/sessions/session/d.ts',
      'server/rpc/e.ts: server/rpc may not import server/agents/f.ts',
      'webapp/state/app/g.ts: webapp/state/app may not import server/sessions/session/h.ts',
      'server/odd/i.ts: server/odd is no room of the design',
      'server/sessions/log/j.ts: server/sessions/log may not import server/sessions/registry/k.ts',
      'webapp/components/permission/l.ts: webapp/components/permission may not import webapp/components/composer/m.ts',
    ]);
  });

  it('[X3] names a component that reaches for the connection', () => {
    const found = breachesOf(['webapp/components/page/a-b.ts', "import { c } from '../../rpc/server-connection.js';"]);
    assert.deepEqual(found, [
      'webapp/components/page/a-b.ts: webapp/components/page may not import webapp/rpc/server-connection.ts',
    ]);
  });

  it('[X4] names a guarded package in the wrong folder', () => {
    const found = breachesOf(
      ['server/http/a.ts', "import JRPCCommon from '@flatmax/jrpc-oo/JRPCCommon.js';"],
      ['server/sessions/log/b.ts', "import { methods, type Stream } from '@agentclientprotocol/sdk';"],
      ['server/sessions/log/c.ts', "import { type ContentBlock } from '@agentclientprotocol/sdk';"],
      ['server/agents/wire/d.ts', "import { methods } from '@agentclientprotocol/sdk';"],
      ['webapp/rpc/e.ts', "import JRPCCommon from '@flatmax/jrpc-oo/JRPCCommon.js';"],
      ['server/protocol/g.ts', "import type { z } from 'zod';"],
      ['server/protocol/h.ts', "import { z } from 'zod';"],
      ['webapp/components/page/f.ts', "import { repeat } from 'lit/directives/repeat.js';"],
    );
    assert.deepEqual(found, [
      'server/http/a.ts: only server/rpc and webapp/rpc may import @flatmax/jrpc-oo/JRPCCommon.js',
      'server/sessions/log/b.ts: only server/agents and server/demo may import @agentclientprotocol/sdk',
      'server/protocol/h.ts: only server/api and server/channel and server/imports and server/mcp and server/rpc and server/settings may import zod',
      'webapp/components/page/f.ts: nothing may import lit/directives/repeat.js',
    ]);
  });

  it('[X5] names a cycle with its way round', () => {
    const found = breachesOf(
      ['server/http/a.ts', "import { b } from './b.js';"],
      ['server/http/b.ts', "import { c } from './c.js';"],
      ['server/http/c.ts', "import { b } from './b.js';", "import type { A } from './a.js';"],
    );
    assert.deepEqual(found, ['server/http/b.ts: imports itself by way of server/http/c.ts, server/http/b.ts']);
  });

  it('[X6] [X7] names a default export and a file that passes on others', () => {
    const found = breachesOf(
      ['server/http/a.ts', 'export default class A {}'],
      ['webapp/state/base/b.ts', "export { c } from './c.js';"],
      ['webapp/state/base/index.ts', 'export const d = 1;'],
    );
    assert.deepEqual(found, [
      'server/http/a.ts: has a default export',
      'webapp/state/base/b.ts: passes on what another file exports',
      'webapp/state/base/index.ts: passes on what another file exports',
    ]);
  });

  it('[X9] names a file or an element with a wrong name', () => {
    const found = breachesOf(
      ['server/http/fileGate.ts', ''],
      ['webapp/components/page/side-bar.ts', "@customElement('tool-bar')"],
    );
    assert.deepEqual(found, [
      'server/http/fileGate.ts: is not named in kebab-case',
      'webapp/components/page/side-bar.ts: holds <tool-bar>, which belongs in tool-bar.ts',
    ]);
  });

  it('[X13] names code that knows an agent by name', () => {
    const found = breachesOf(
      ['server/agents/catalog/catalog-entries.ts', "const entry = { id: 'gemini' };"],
      ['server/rpc/a.ts', "if (agent.id === 'gemini') stop();"],
      ['webapp/components/page/b-c.ts', "switch (id) { case 'pi': }"],
      ['webapp/components/page/d.browser-test.ts', "const agentId = 'demo';"],
    );
    assert.deepEqual(found, [
      "server/rpc/a.ts: names the agent 'gemini', which only the catalog may",
      "webapp/components/page/b-c.ts: names the agent 'pi', which only the catalog may",
    ]);
  });

  const element = (tag: string, base: string, ...lines: string[]): string =>
    [`@customElement('${tag}')`, `export class ${tag.replaceAll('-', '')} extends ${base} {`, ...lines, '}'].join('\n');

  it('[X40] names an element in the wrong tree', () => {
    const found = breachesOf(
      ['webapp/components/content/code-block.ts', element('code-block', 'LightElement')],
      ['webapp/components/docks/far-dock.ts', element('far-dock', 'LitElement', 'html`<code-block></code-block>`')],
      ['webapp/components/docks/near-dock.ts', element('near-dock', 'LightElement', 'html`<code-block .text=x>`')],
      ['webapp/components/docks/odd-dock.ts', element('odd-dock', 'LightElement', 'html`<p></p>`')],
      ['webapp/components/page/render-all.ts', 'export const all = html`<code-block\n  a>`;'],
      [
        'webapp/components/page/by-helper.ts',
        "import { all } from './render-all.js';",
        element('by-helper', 'LitElement', 'html`x`'),
      ],
    );
    assert.deepEqual(found, [
      'webapp/components/docks/far-dock.ts: has a shadow root and draws <code-block>, which is light',
      'webapp/components/docks/odd-dock.ts: is light, and neither shows nor frames what an agent wrote',
      'webapp/components/page/by-helper.ts: has a shadow root and draws <code-block>, which is light',
    ]);
  });

  it('[X40] lets the menu of the composer share the root of its field', () => {
    const menu = element('composer-menu', 'LightElement');
    const found = breachesOf(
      ['webapp/components/composer/composer-menu.ts', menu],
      [
        'webapp/components/composer/prompt-composer.ts',
        element('prompt-composer', 'LitElement', 'html`<composer-menu>`'),
      ],
    );
    assert.deepEqual(found, []);
  });

  it('[X41] [X42] [X48] names an element that plumbs by itself', () => {
    const found = breachesOf(
      ['webapp/components/page/a-b.ts', 'connectedCallback() { document.adoptedStyleSheets = []; }'],
      ['webapp/components/page/c-d.ts', 'store.subscribe(() => this.requestUpdate());'],
      ['webapp/components/page/e-f.ts', 'context!: AppContext;'],
      ['webapp/components/page/ac-app.ts', 'context!: AppContext;'],
      ['webapp/components/page/g-h.ts', "  @property({ attribute: false }) repo!: Pick<RepoApi, 'get_status'>;"],
    );
    assert.deepEqual(found, [
      'webapp/components/page/a-b.ts: sets styles by itself instead of listing them in `static styles`',
      'webapp/components/page/c-d.ts: subscribes to a store by itself instead of by `follow`',
      'webapp/components/page/e-f.ts: knows the whole app instead of the concerns that it draws',
      'webapp/components/page/g-h.ts: is given the server as a property instead of asking its concern',
    ]);
  });

  it('[X2] lets tests and rigs reach for what they test', () => {
    const found = breachesOf(['server/sessions/log/a.test.ts', "import { b } from '../../agents/b.js';"]);
    assert.deepEqual(found, []);
  });

  it('[X23] names what ships and uses what is for tests', () => {
    const found = breachesOf(['server/http/a.ts', "import { b } from './b.rig.js';"]);
    assert.deepEqual(found, ['server/http/a.ts: ships, and may not import server/http/b.rig.ts, which is for tests']);
  });

  it('[X21] names a room with too many files', () => {
    const files = Array.from({ length: 31 }, (_, i): [string] => [`server/http/f${i}.ts`]);
    assert.deepEqual(breachesOf(...files), ['server/http: holds 31 files, more than 30']);
    assert.deepEqual(breachesOf(...files.slice(1), ['server/http/g.test.ts']), []);
  });

  it('[X22] names an export that another file has too', () => {
    const kinds = ['class A {}', 'abstract class A {}', 'function A() {}', 'async function A() {}', 'const A = 1;'];
    for (const kind of [...kinds, 'interface A {}', 'type A = 1;']) {
      const found = breachesOf(['server/http/a.ts', 'export class A {}'], ['webapp/ui/b.ts', `export ${kind}`]);
      assert.deepEqual(found, ['webapp/ui/b.ts: exports A, as server/http/a.ts does'], kind);
    }
    assert.deepEqual(breachesOf(['server/http/a.ts', 'export class A {}'], ['webapp/ui/b.ts', 'class A {}']), []);
  });

  it('[X50] names a function that another file has too, under any name', () => {
    const code = '(value: unknown): value is object {\n  return typeof value === "object" && value !== null;\n}';
    const found = breachesOf(
      ['server/http/a.ts', `function isRecord${code}`],
      ['webapp/ui/b.ts', `export function isFields${code.replaceAll('  ', '    ')}`],
      ['webapp/ui/c.ts', `function isFields${code.replace('&&', '||')}`],
    );
    assert.deepEqual(found, ['webapp/ui/b.ts: has a copy of isRecord of server/http/a.ts, named isFields']);
  });

  it('[X50] names a span of time that is not the clock’s', () => {
    for (const name of ['DAY', 'DAY_MS', 'MINUTE_MS', 'HOUR']) {
      const found = breachesOf(['webapp/ui/b.ts', `const ${name} = 60_000;`]);
      assert.deepEqual(found, [`webapp/ui/b.ts: has its own ${name}`]);
    }
    assert.deepEqual(breachesOf(['server/protocol/clock.ts', 'export const DAY_MS = 1;']), []);
  });

  it('[X24] names a value among the ports', () => {
    const found = breachesOf(['server/ports/a.ts', 'export interface A {}', 'export const B = 1;']);
    assert.deepEqual(found, ['server/ports/a.ts: exports B, which is no type']);
  });
});

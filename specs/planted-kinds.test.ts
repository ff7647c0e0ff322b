import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ROOT } from './project-root.js';

/** A kind that nobody has thought of, added to each union, and the switches that must not compile with it. */
const PLANTED = [
  {
    union: 'events of a session',
    file: 'server/protocol/session/queue.ts',
    begin: '    queue_resumed: {},\n',
    kind: '    planted: { promptId: id },\n',
    switches: ['server/protocol/session/queue.ts'],
  },
  {
    union: 'cases of a session’s events',
    file: 'server/protocol/session/budgets.ts',
    begin: 'export const budgetCases: CasesOf<typeof budgetShapes> = {\n',
    kind: '  planted: { fold: (t) => t },\n',
    switches: ['server/protocol/session/budgets.ts'],
  },
  {
    union: 'events of the app',
    file: 'server/protocol/api/app-state.ts',
    begin: 'export type AppEvent =\n',
    kind: "  | { type: 'planted' }\n",
    switches: ['server/protocol/api/app-state.ts'],
  },
  {
    union: 'entries of a transcript',
    file: 'server/protocol/transcript/entries.ts',
    begin: 'export type Entry =\n',
    kind: "  | (EntryBase & { readonly kind: 'planted' })\n",
    switches: [
      'server/protocol/transcript/entry-list.ts',
      'server/sessions/log/saved-state.ts',
      'webapp/components/conversation/transcript-entry.ts',
    ],
  },
  {
    union: 'what can be done about an error',
    file: 'server/protocol/events.ts',
    begin: "    'resend',\n",
    kind: "    'planted',\n",
    switches: ['webapp/components/conversation/error-action.ts'],
  },
  {
    union: 'states of an agent',
    file: 'server/protocol/api/app-state.ts',
    begin: 'export type AgentHealth =\n',
    kind: "  | { state: 'planted' }\n",
    switches: ['webapp/components/page/render-banners.ts'],
  },
  {
    union: 'acts of the page',
    file: 'webapp/state/app/page-acts.ts',
    begin: 'export type PageAct =\n',
    kind: "  | { type: 'planted' }\n",
    switches: ['webapp/components/page/ac-app.ts'],
  },
  {
    union: 'acts of the app',
    file: 'webapp/state/app/acts.ts',
    begin: 'export type AppAct =\n',
    kind: "  | { type: 'planted_too' }\n",
    switches: ['webapp/state/app/perform.ts'],
  },
  {
    union: 'updates of ACP',
    file: 'server/protocol/events.ts',
    begin: 'export type AgentUpdate = ',
    kind: "{ sessionUpdate: 'planted' } | ",
    switches: ['server/protocol/session/updates.ts'],
  },
];

describe('a kind without a case', () => {
  // Within the project, so that its packages are found.
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'kinds-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  let complaints: string;

  before(async () => {
    for (const part of ['server', 'webapp', 'tsconfig.json', 'package.json'])
      cpSync(join(ROOT, part), join(folder, part), {
        recursive: true,
        filter: (path) => !/\.(test|browser-test)\.ts$/.test(path),
      });
    for (const { file, begin, kind } of PLANTED) {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      assert.ok(text.includes(begin), `${file} has its union`);
      writeFileSync(path, text.replace(begin, begin + kind));
    }
    // Only the switches and what they need.
    const files = [...new Set(PLANTED.flatMap(({ switches }) => switches))];
    const project = join(folder, 'planted.json');
    writeFileSync(project, JSON.stringify({ extends: './tsconfig.json', include: ['**/*.d.ts'], files }));
    complaints = await new Promise((resolve) => {
      execFile(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project], (_, stdout) =>
        resolve(stdout),
      );
    });
  });

  for (const { union, switches } of PLANTED) {
    it(`[X26] does not compile: ${union}`, () => {
      for (const file of switches) assert.match(complaints, new RegExp(`${file}\\(\\d+,\\d+\\): error`), file);
    });
  }
});

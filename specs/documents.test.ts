import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { z } from 'zod';
import { CATALOG, DEMO_AGENT } from '../server/agents/catalog/catalog-entries.js';
import { CLIENT_HELP } from '../server/client/client-help.js';
import { EXIT } from '../server/client/follow-turn.js';
import { DEFAULT_PORT, FURTHER_PORTS } from '../server/command/free-port.js';
import { helpText } from '../server/command/help-text.js';
import { DEVICE_LIFE_MS } from '../server/http/door/device-lives.js';
import { TICKET_LIFE_MS } from '../server/http/door/tickets.js';
import { PERSON_MS } from '../server/programs/program-desk.js';
import { TOKEN_DAYS } from '../server/protocol/api/programs.js';
import { UPLOAD_LIMITS } from '../server/protocol/api/uploads.js';
import { BUDGET_WARNING } from '../server/protocol/budget.js';
import { settingShape } from '../server/settings/setting-shape.js';
import { COMMANDS } from '../webapp/commands/registry.js';
import { DISCARD_UNDO_MS } from '../webapp/state/changes/change-acts.js';
import { ROOT } from './project-root.js';
import { PAGE as SETTINGS_PAGE, withSettings } from './settings-block.js';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** As a sentence, however its lines are broken. */
const flat = (text: string) => text.replace(/\s+/g, ' ');
const README = flat(read('README.md'));
const CHANGELOG = flat(read('CHANGELOG.md'));
const SECURITY = flat(read('SECURITY.md'));
const HELP = flat(helpText({ dataDir: '', configFile: '' }));
const DAY_MS = 24 * 60 * 60 * 1000;
const MEGABYTE = 1024 * 1024;

describe('the documents', () => {
  it('[N128] name every agent of the catalog, and how to install it', () => {
    const rows = [...read('README.md').matchAll(/^\| (`[a-z`, ]+`) \| (.+?) \| (.+?) \|$/gm)].filter(
      ([, , , how]) => !/^`\w+`(, `\w+`)*$/.test(how!),
    );
    const agents = rows.flatMap(([, ids, names, how]) => {
      const named = names!.split(', ');
      return [...ids!.matchAll(/`([a-z]+)`/g)].map(([, id], n) => ({ id: id!, name: named[n]!, how: how! }));
    });
    assert.deepEqual(
      agents.map(({ id }) => id),
      [...CATALOG.filter(({ id }) => id !== DEMO_AGENT.id), DEMO_AGENT].map(({ id }) => id),
    );
    for (const { id, name, how } of agents) {
      const { install, name: real } = CATALOG.find((entry) => entry.id === id)!;
      assert.ok(name.toLowerCase().includes(real.toLowerCase()), `${id} is ${real}, not ${name}`);
      if (how.startsWith('`')) assert.equal(how, install.kind === 'command' ? `\`${install.command}\`` : install.kind);
    }
    const needsNewer = CATALOG.filter(({ install }) => install.kind === 'command' && install.node !== undefined);
    assert.equal(README.includes('Some agents need Node 22 or newer'), needsNewer.length > 0);
  });

  it('[N129] name keys that commands have', () => {
    const keys = new Set(COMMANDS.flatMap((command) => command.keys ?? []));
    const written = (key: string) =>
      key.replace(/^(Ctrl|⌘)\+/, (_, mod: string) => (mod === '⌘' || key !== 'Ctrl+`' ? '$mod+' : 'Control+'));
    const codes: Record<string, string> = { '`': 'Backquote', '\\': 'Backslash' };
    const named = [README, CHANGELOG].flatMap((page) =>
      [...page.matchAll(/(?:Ctrl|⌘)\+(?:Shift\+)?(?:[A-Z](?![a-z])|\\+[`\\]?)/g)].map(([key]) =>
        key.replace(/\\(?=[`\\])/, ''),
      ),
    );
    assert.ok(new Set(named).size >= 10, 'keys were found');
    for (const key of new Set(named)) {
      const code = written(key).replace(/[`\\]$/, (sign) => codes[sign]!);
      assert.ok(keys.has(code), `${key} (${code})`);
    }
  });

  it('[N130] name the limits, times and exit codes that hold', () => {
    const seconds = (ms: number) => ms / 1000;
    const minutes = (ms: number) => ms / 60_000;
    const words: Record<number, string> = { 1: 'a minute', 2: 'two minutes', 10: 'ten' };
    for (const [page, sentence] of [
      [README, `up to ${words[UPLOAD_LIMITS.perPrompt]} per message and ${UPLOAD_LIMITS.fileBytes / MEGABYTE} MB each`],
      [README, `A discard has an Undo in its message for ${seconds(DISCARD_UNDO_MS)} seconds`],
      [CHANGELOG, `A discard can be undone from its message for ${seconds(DISCARD_UNDO_MS)} seconds`],
      [README, `the next free one of the following ${FURTHER_PORTS}; 0 for any`],
      [HELP, `the next free one of the following ${FURTHER_PORTS}; 0 for any`],
      [README, `else the last port of this folder, else ${DEFAULT_PORT}`],
      [HELP, `else the last port of this folder, else ${DEFAULT_PORT}`],
      [README, `you are warned at ${BUDGET_WARNING * 100} %`],
      [CHANGELOG, `every tab warns you at ${BUDGET_WARNING * 100} %`],
      [SECURITY, `the public half of the key, for ${DEVICE_LIFE_MS / DAY_MS} days`],
      [SECURITY, `works once, for ${words[minutes(TICKET_LIFE_MS)]}`],
      [SECURITY, `is denied after ${words[minutes(PERSON_MS)]}`],
      [SECURITY, `for ${TOKEN_DAYS.usual} days unless you say otherwise`],
      [flat(CLIENT_HELP), `how long it's good for. Default: ${TOKEN_DAYS.usual}`],
      [SECURITY, `an image that claims over ${UPLOAD_LIMITS.pixels / 1_000_000} million pixels`],
    ] as const) {
      assert.ok(page.includes(sentence), sentence);
    }
    const codes = Object.values(EXIT);
    for (const page of [README, flat(CLIENT_HELP)]) {
      const [, told = ''] = /(?:The exit code says how it went|Exit codes): (0 done.*?130)/.exec(page) ?? [];
      assert.deepEqual(told.match(/(?<=^|, )\d+/g)?.map(Number), codes);
    }
  });

  it('[K25] have every setting of the table, with its default', () => {
    assert.equal(read(SETTINGS_PAGE), withSettings(read(SETTINGS_PAGE)), 'Run `npm run docs:settings`.');
  });

  it('[N130] explain each setting with the values that it can have', () => {
    const example = /^```yaml\n(theme:.*?)^```/ms.exec(read('README.md'))?.[1] ?? '';
    for (const [key, schema] of Object.entries(settingShape)) {
      const options = (schema as z.ZodOptional).unwrap() as { options?: readonly string[] };
      if (!options.options) continue;
      const line = example.split('\n').find((each) => each.startsWith(`${key}:`));
      assert.deepEqual(
        options.options.filter((option) => !new RegExp(`\\b${option}\\b`).test(line ?? '')),
        [],
        key,
      );
    }
  });
});

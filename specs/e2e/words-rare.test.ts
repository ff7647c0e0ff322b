import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import Database from 'libsql';
import type { Locator, Page } from 'playwright-core';
import { DOOR } from '../../server/protocol/api/door.js';
import { permissionWords } from '../../webapp/components/permission/words.js';
import { everyFieldOf } from '../rigs/every-field.rig.js';
import { faultsAt, NAMES, named, openAccented, placesOf } from './accented-page.rig.js';
import { SERVER_AWAY, TestApp } from './app.rig.js';
import type { AppPage } from './app-page.rig.js';
import { eventually } from './eventually.rig.js';
import { LedApp } from './led-app.rig.js';

/** Fields of a tool's input and a file, in words of the agent. */
const FIELDS = ['command', 'output', '.bashrc'];

const UPLOADS = (url: URL) => url.pathname === DOOR.uploadPath;

const GREEK = {
  initialize: () => ({
    protocolVersion: 1,
    agentInfo: { name: 'λ', title: 'Λάμδα', version: '1.0.0' },
    agentCapabilities: { loadSession: true, promptCapabilities: { embeddedContext: true } },
    authMethods: [],
  }),
};

/** Lets the test look away from the page, and have a browser that knows no answer about notifications yet. */
function canLookAway(): void {
  let state: DocumentVisibilityState = 'visible';
  Object.defineProperty(document, 'visibilityState', { get: () => state });
  Object.assign(globalThis, {
    Notification: Object.assign(() => {}, { permission: 'default' }),
    lookAway: (next: DocumentVisibilityState) => {
      state = next;
      document.dispatchEvent(new Event('visibilitychange'));
    },
  });
}

async function pasteFile({ page, composer }: AppPage, name: string, type: string): Promise<void> {
  await composer.focus();
  await page.evaluate(
    async ({ name, type }) => {
      const canvas = new OffscreenCanvas(8, 8);
      canvas.getContext('2d')!.fillRect(0, 0, 8, 8);
      const content = type === 'image/png' ? await canvas.convertToBlob() : 'α = 1;\n';
      const data = new DataTransfer();
      data.items.add(new File([content], name, { type }));
      const host = document.querySelector('prompt-composer')!;
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      host.shadowRoot!.querySelector('textarea')!.dispatchEvent(event);
    },
    { name, type },
  );
}

describe('a page in accented English, in rarer states', () => {
  let led: LedApp;
  let tab: AppPage;
  let data: string[];
  const look = (screen: string) => faultsAt(tab.page, screen, data);
  const button = (name: string, within: Page | Locator = tab.page) => within.getByRole('button', named(name)).first();
  const commands = ['λσ α', 'λσ β', 'λσ γ'];

  before(async () => {
    let n = 0;
    // An agent from before options had `models`, and gave them no name.
    const models = { currentModelId: 'μ', availableModels: [{ modelId: 'μ', name: 'Μι' }] };
    led = await LedApp.start({ ...GREEK, 'session/new': () => ({ sessionId: `s${++n}`, models }) });
    led.app.expectTrouble(/500 \(|Failed to load resource/);
    // The agent goes by its command until it has said its name.
    data = [...NAMES, ...placesOf(led.app), ...FIELDS, 'led-agent'];
    tab = await openAccented(led.app, led.app.server.url, canLookAway);
    await tab.composer.waitFor();
    await led.app.server.line('ready');
  });
  after(() => led.stop());

  const lookAway = (state: 'visible' | 'hidden') =>
    tab.page.evaluate((next) => (Reflect.get(globalThis, 'lookAway') as (state: string) => void)(next), state);

  it('[WD1] [WD2] says everything in it, and nothing breaks: several requests, answered at once', async () => {
    await tab.prompt('Φτιάξε');
    await led.prompted();
    const asked = commands.map((command) => led.ask(command));
    await tab.permission.waitFor();
    const several = button(permissionWords.allowAllMore(commands.length), tab.permission);
    await several.waitFor();
    const found = await look('several requests');
    await several.click();
    await button(permissionWords.allowAll(commands.length), tab.permission).waitFor();
    found.push(...(await look('allow all of them')));
    await button(permissionWords.allowAll(commands.length), tab.permission).click();
    await Promise.all(asked);
    led.end();
    await tab.waitForIdle();
    assert.deepEqual(found, []);
  });

  it('[WD1] [WD2] says everything in it, and nothing breaks: attachments on their way, failed and there', async () => {
    const { page } = tab;
    const strip = page.locator('composer-strip');
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(UPLOADS, async (route) => {
      await held;
      await route.fulfill({ status: 500, body: '' });
    });
    await pasteFile(tab, 'α.τ', 'text/plain');
    await strip.locator('progress').waitFor();
    const found = await look('upload on its way');
    letGo();
    await strip.locator('.failed').waitFor();
    found.push(...(await look('failed upload')));
    await page.unroute(UPLOADS);
    await strip.locator('.failed .btn.link').click();
    await strip.locator('.pill:not(.failed) .detail').waitFor();
    await pasteFile(tab, 'β.πνγ', 'image/png');
    await strip.locator('.note').waitFor();
    found.push(...(await look('attachments')));
    await tab.composer.fill('Δες');
    await tab.composer.press('Enter');
    await led.prompted();
    led.end();
    await tab.waitForIdle();
    found.push(...(await look('sent attachments')));
    assert.deepEqual(found, []);
  });

  it('[WD1] [WD2] says everything in it, and nothing breaks: the return of somebody who was away', async () => {
    const { page } = tab;
    await page.clock.install();
    await lookAway('hidden');
    await tab.prompt('Κάνε');
    await led.prompted();
    // A call that is still on its way would be taken for one that nobody answers.
    await tab.waitForSent();
    await page.clock.fastForward(180_000);
    led.tell({ sessionUpdate: 'tool_call', toolCallId: 'x', title: 'Πέντε', kind: 'edit', status: 'failed' });
    led.say('Έτοιμο.');
    led.end();
    await page.locator('notify-offer').waitFor();
    await lookAway('visible');
    await page.locator('away-recap [role="group"]').waitFor();
    assert.deepEqual(await look('return'), []);
  });

  it('[WD27] says everything in it that an agent leaves unsaid, and its every update', async () => {
    const { page } = tab;
    await tab.prompt('Όλα');
    await led.prompted();
    let n = 0;
    const updates = (everyFieldOf('SessionUpdate', () => 'Ωμέγα') as Record<string, unknown>[])
      .filter(({ sessionUpdate }) => sessionUpdate !== 'session_info_update')
      .map((update) => ({ ...update, ...('toolCallId' in update ? { toolCallId: `τ${++n}` } : {}) }));
    const kinds = ['read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch', 'switch_mode', 'other'];
    led.tell(
      ...updates,
      ...kinds.map((kind) => ({ sessionUpdate: 'tool_call', toolCallId: kind, kind, status: 'completed' })),
      { sessionUpdate: 'tool_call', toolCallId: 'unnamed' },
      {
        sessionUpdate: 'tool_call',
        toolCallId: 'large',
        status: 'failed',
        rawInput: { ω: nested(80) },
        content: [
          { type: 'content', content: { type: 'image', data: 'A'.repeat(3_000_000), mimeType: 'image/ω' } },
          { type: 'content', content: { type: 'ολόγραμμα' } },
        ],
      },
    );
    const asked: Promise<unknown>[] = (
      everyFieldOf('RequestPermissionRequest', () => 'Ωμέγα') as Record<string, unknown>[]
    )
      .slice(0, 3)
      .map((params) => led.agent.request('session/request_permission', { ...params, sessionId: led.sessionId }));
    const path = `${led.app.place.folder}/.bashrc`;
    asked.push(led.agent.request('fs/write_text_file', { sessionId: led.sessionId, path, content: 'ω\n' }));
    for (const answer of asked) answer.catch(() => {});
    await tab.permission.waitFor();
    const found = await look('every update');
    // Cards open to all that they hold.
    await page.evaluate(openEverything);
    found.push(...(await look('every update, opened')));
    led.end('cancelled');
    await tab.waitForIdle();
    found.push(...(await look('every update, stopped')));
    assert.ok(updates.length > 10, `${updates.length} updates`);
    assert.deepEqual(found, []);
  });

  it('[WD1] [WD2] says everything in it, and nothing breaks: old rules and a lost history file', async () => {
    led.app.expectTrouble(SERVER_AWAY);
    await led.app.server.stop();
    const db = new Database(join(led.app.place.dataDir, 'acdeck.db'));
    const made = { id: 'ρ', createdAt: 0, createdBy: 'Ω', effect: 'allow', agentId: null, folder: null };
    const rule = { ...made, toolKind: 'execute', title: null, command: { text: 'λσ', isPrefix: true }, path: null };
    const insert = db.prepare('INSERT INTO permission_rules (id, created_at, body) VALUES (?, ?, ?)');
    insert.run('ρ', 0, JSON.stringify(rule));
    // One from before a sentence said who made it.
    insert.run('σ', 0, JSON.stringify({ ...rule, id: 'σ', createdBy: '', effect: 'reject' }));
    db.close();
    await led.app.restart();
    await tab.page.close();
    tab = await openAccented(led.app);
    await tab.composer.waitFor();
    await tab.page.goto(`${led.app.server.origin}/#/settings/permissions`);
    await tab.page.locator('permissions-section .waiting').waitFor();
    const found = await look('old rules');
    for (const end of ['', '-wal', '-shm']) await rm(join(led.app.place.dataDir, `acdeck.db${end}`), { force: true });
    await tab.page.goto(`${led.app.server.origin}/`);
    await tab.page.locator('.banner').first().waitFor();
    found.push(...(await look('history')));
    assert.deepEqual(found, []);
  });
});

function nested(depth: number): unknown {
  return depth === 0 ? 'ω' : { ω: nested(depth - 1) };
}

/** Runs in the page. */
function openEverything(): void {
  const visit = (root: ParentNode): void => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      if (
        element.matches('transcript-entry *, tool-card *, session-view *') ||
        element.getRootNode() instanceof ShadowRoot
      ) {
        if (element.matches('[aria-expanded="false"]:not([popovertarget]):not([aria-haspopup])')) element.click();
        if (element instanceof HTMLDetailsElement) element.open = true;
      }
      if (element.shadowRoot) visit(element.shadowRoot);
    }
  };
  visit(document);
}

describe('a page in accented English, at the door', () => {
  it('[WD1] [WD2] says everything in it, and nothing breaks: a folder that brings its own agent', async (t) => {
    const app = await TestApp.start({
      agent: null,
      env: ({ folder }) => {
        const yaml = `agents:\n  own-agent:\n    name: Λάμδα\n    command: [λσ]\nmcpServers:\n  own-server: { command: λσ }\n`;
        writeFileSync(join(folder, '.acdeck.yaml'), yaml, { mode: 0o600 });
        return {};
      },
    });
    app.expectTrouble(/./);
    t.after(() => app.stop());
    const { page } = await openAccented(app);
    await page.locator('trust-panel').waitFor();
    const data = [...NAMES, ...placesOf(app), '.acdeck.yaml', 'own-agent', 'own-server'];
    assert.deepEqual(await faultsAt(page, 'trust', data), []);
  });

  it('[WD1] [WD2] says everything in it, and nothing breaks: a sign-in link that was used twice', async (t) => {
    const app = await TestApp.start({
      opens: true,
      env: ({ folder }) => {
        const browser = join(folder, '..', 'browser');
        writeFileSync(
          browser,
          `#!/bin/sh\nprintf "%s" "$1" > "${folder}.part"; mv "${folder}.part" "${folder}.opened"\n`,
        );
        chmodSync(browser, 0o755);
        return { BROWSER: browser, DISPLAY: '', WAYLAND_DISPLAY: '' };
      },
    });
    app.expectTrouble(/./);
    t.after(() => app.stop());
    const opened = `${app.place.folder}.opened`;
    await eventually(
      () => existsSync(opened),
      (isThere) => isThere,
      'The browser should be opened',
    );
    const [, address = ''] = /replace\("(.*)"\)/.exec(readFileSync(readFileSync(opened, 'utf8'), 'utf8')) ?? [];
    const first = await openAccented(app, address);
    await first.composer.waitFor();
    const late = await openAccented(app, address);
    await first.page.locator('.banner').first().waitFor();
    const data = [...NAMES, ...placesOf(app)];
    const found = await faultsAt(first.page, 'alarm', data);
    await late.page.locator('signed-out-screen').waitFor();
    found.push(...(await faultsAt(late.page, 'used link', data)));
    assert.deepEqual(found, []);
  });
});

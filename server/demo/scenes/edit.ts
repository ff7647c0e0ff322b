import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { methods } from '@agentclientprotocol/sdk';
import type { Scene, Stage } from '../stage/stage.js';

/** The one file that the demo agent ever writes, so that it never harms a file of the person. */
export const DEMO_FILE = 'acdeck-demo.md';

/** Shows a diff, asks, and changes the file only if allowed. */
export const editScene: Scene = {
  name: 'edit',
  keyword: /\b(edit|write a file|change a file)\b/i,
  description: `Change ${DEMO_FILE} after asking`,
  async play(stage: Stage) {
    const path = join(stage.cwd, DEMO_FILE);
    await stage.say(`I would like to add a line to \`${DEMO_FILE}\`.\n`);
    const oldText = await readFile(path, 'utf8').catch(() => null);
    const newText = nextText(oldText);
    const diff = { type: 'diff' as const, path, oldText, newText };
    const toolCallId = await stage.callTool({
      title: `${oldText === null ? 'Create' : 'Edit'} ${DEMO_FILE}`,
      kind: 'edit',
      status: 'pending',
      locations: [{ path, line: newText.split('\n').length - 1 }],
      rawInput: { path, newText },
      content: [diff],
    });
    if (stage.session.memory.modeId === 'plan') return declare(stage, toolCallId, 'In plan mode I only say so.');
    const verdict = await stage.ask({ toolCallId, kind: 'edit', title: `Write ${DEMO_FILE}`, content: [diff] }, 'edit');
    if (verdict === 'rejected') return declare(stage, toolCallId, 'You said no, so the file stays as it is.');
    await stage.changeTool({ toolCallId, status: 'in_progress' });
    await save(stage, path, newText);
    await stage.pause(200);
    await stage.changeTool({ toolCallId, status: 'completed' });
    await stage.say(`\nDone: \`${DEMO_FILE}\` has a new line.\n`);
  },
};

function nextText(oldText: string | null): string {
  const before = oldText ?? '# Written by the demo agent\n\nDelete this file whenever you like.\n\n';
  const count = before.split('\n').filter((line) => line.startsWith('- ')).length + 1;
  return `${before}- Edit number ${count}\n`;
}

async function declare(stage: Stage, toolCallId: string, text: string): Promise<void> {
  await stage.changeTool({ toolCallId, status: 'failed', rawOutput: { message: 'Not allowed' } });
  await stage.say(`\n${text}\n`);
}

async function save(stage: Stage, path: string, content: string): Promise<void> {
  if (!stage.capabilities.fs?.writeTextFile) return writeFile(path, content);
  const request = { sessionId: stage.session.id, path, content };
  await stage.unlessStopped(stage.client.request(methods.client.fs.writeTextFile, request));
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { methods, type ReadTextFileRequest } from '@agentclientprotocol/sdk';
import type { Scene, Stage } from '../stage/stage.js';

/** Lists the folder and reads a file in it, as an agent does before it answers. */
export const searchScene: Scene = {
  name: 'search',
  keyword: /\b(search|read|look around|find)\b/i,
  description: 'Read and search in the folder',
  async play(stage: Stage) {
    await stage.say('I will look around in your folder.\n');
    const names = await listFolder(stage);
    const name = names.find((other) => /^readme/i.test(other)) ?? names.find((other) => /\.(md|json|txt)$/.test(other));
    if (name) await readOne(stage, name);
    await stage.say(`\nI found ${names.length} ${names.length === 1 ? 'file' : 'files'}; nothing was changed.\n`);
  },
};

async function listFolder(stage: Stage): Promise<string[]> {
  const rawInput = { path: stage.cwd, pattern: '*' };
  const toolCallId = await stage.callTool({
    title: 'Search files: *',
    kind: 'search',
    status: 'in_progress',
    rawInput,
  });
  const entries = await readdir(stage.cwd, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  await stage.pause(300);
  const text = names.slice(0, 20).join('\n') || '(no files)';
  const content = [{ type: 'content' as const, content: { type: 'text' as const, text } }];
  await stage.changeTool({ toolCallId, status: 'completed', content, rawOutput: { count: names.length } });
  return names;
}

async function readOne(stage: Stage, name: string): Promise<void> {
  const path = join(stage.cwd, name);
  const locations = [{ path, line: 1 }];
  const call = { title: `Read ${name}`, kind: 'read' as const, status: 'in_progress' as const, locations };
  const toolCallId = await stage.callTool({ ...call, rawInput: { path, limit: 20 } });
  await stage.pause(300);
  if (!stage.capabilities.fs?.readTextFile) return stage.changeTool({ toolCallId, status: 'completed' });
  const request: ReadTextFileRequest = { sessionId: stage.session.id, path, line: 1, limit: 20 };
  try {
    const reading = stage.client.request(methods.client.fs.readTextFile, request);
    const { content } = await stage.unlessStopped(reading);
    const text = { type: 'text' as const, text: content };
    await stage.changeTool({ toolCallId, status: 'completed', content: [{ type: 'content', content: text }] });
  } catch (error) {
    if (stage.signal.aborted) throw error;
    await stage.changeTool({ toolCallId, status: 'failed', rawOutput: { message: String(error) } });
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../project-root.js';

/** How a tool ended, and all that it printed. */
export interface ToolRun {
  code: number | null;
  output: string;
}

/** Runs one of our tools as `npm run` does: its own script, with these words after it. */
export async function runTool(script: string, ...words: string[]): Promise<ToolRun> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, script), ...words], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

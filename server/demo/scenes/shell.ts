import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { methods, type ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { Scene, Stage } from '../stage/stage.js';

/** Runs a small command in a terminal of the client. */
export const shellScene: Scene = {
  name: 'shell',
  keyword: /\b(shell|terminal|command)\b/i,
  description: 'Run a command in a terminal',
  async play(stage: Stage) {
    await stage.say('I will run a small command.\n');
    const script = scriptOf(stage);
    const call = {
      title: `sh -c '${script}'`,
      kind: 'execute' as const,
      rawInput: { command: 'sh', args: ['-c', script] },
    };
    const toolCallId = await stage.callTool({ ...call, status: 'pending' });
    const isPlan = stage.session.memory.modeId === 'plan';
    const verdict = isPlan ? 'rejected' : await stage.ask({ toolCallId, ...call }, 'execute');
    if (verdict === 'rejected') {
      await stage.changeTool({ toolCallId, status: 'failed', rawOutput: { message: 'Not allowed' } });
      return stage.say(isPlan ? '\nIn plan mode I run nothing.\n' : '\nYou said no, so nothing ran.\n');
    }
    const run = stage.capabilities.terminal ? runInTerminal : runAlone;
    const exitCode = await run(stage, toolCallId, ['-c', script]);
    await stage.say(`\nThe command ended with exit code ${exitCode ?? 'unknown'}.\n`);
  },
};

function scriptOf(stage: Stage): string {
  const pause = stage.isInstant ? '' : 'sleep 0.3; ';
  return `for n in 1 2 3; do echo "step $n of 3"; ${pause}done; echo "done in $(basename "$PWD")"`;
}

async function runInTerminal(stage: Stage, toolCallId: string, args: string[]): Promise<number | null> {
  const request = { sessionId: stage.session.id, command: 'sh', args, cwd: stage.cwd, outputByteLimit: 100_000 };
  const terminal = await stage.unlessStopped(stage.client.createTerminal(request));
  try {
    const content: ToolCallUpdate['content'] = [{ type: 'terminal', terminalId: terminal.id }];
    await stage.changeTool({ toolCallId, status: 'in_progress', content });
    const { exitCode } = await stage.unlessStopped(terminal.waitForExit());
    const output = await stage.unlessStopped(terminal.currentOutput());
    const status = exitCode === 0 ? 'completed' : 'failed';
    await stage.changeTool({ toolCallId, status, rawOutput: { exitCode, output: output.output } });
    return exitCode ?? null;
  } finally {
    // Also after a stop: release ends the command.
    const { id: terminalId } = terminal;
    await stage.client
      .request(methods.client.terminal.release, { sessionId: stage.session.id, terminalId })
      .catch(() => {});
  }
}

async function runAlone(stage: Stage, toolCallId: string, args: string[]): Promise<number | null> {
  await stage.changeTool({ toolCallId, status: 'in_progress' });
  const { stdout } = await promisify(execFile)('sh', args, { cwd: stage.cwd, signal: stage.signal });
  const text = { type: 'text' as const, text: stdout };
  await stage.changeTool({ toolCallId, status: 'completed', content: [{ type: 'content', content: text }] });
  return 0;
}

import type { Scene, Stage } from '../stage/stage.js';
import { callTool } from '../stage/tool-client.js';

/** What it gives to do if nobody says what. */
const USUAL = { name: 'look-around', task: 'Look around in this folder.' };

interface Task {
  readonly name: string;
  readonly task: string;
}

/** Gives tasks to another session of the demo agent, by AcDeck's own tools: `/delegate name: task | other: task`. */
export const delegateScene: Scene = {
  name: 'delegate',
  keyword: /\b(delegate|another agent)\b/i,
  description: 'Give a task to another agent',
  async play(stage: Stage) {
    if (!stage.session.tools) {
      await stage.say(
        'AcDeck has given me no tools for that. Turn on delegation in its settings and start a new session.\n',
      );
      return;
    }
    const tasks = tasksIn(stage.text);
    await stage.say(`I will ask another agent${tasks.length > 1 ? ` for ${tasks.length} things at once` : ''}.\n`);
    const answers = await Promise.all(tasks.map((task) => delegate(stage, task)));
    await stage.say(`\n${answers.map((answer) => `It said:\n\n${quote(wordsIn(answer))}`).join('\n\n')}\n`);
  },
};

function tasksIn(text: string): Task[] {
  const wanted = /^\/delegate\s+(.+)$/s.exec(text.trim())?.[1] ?? '';
  const tasks = wanted.split(' | ').flatMap((part) => {
    const [, name, task] = /^([\w.-]+):\s*(.+)$/s.exec(part.trim()) ?? [];
    return name && task ? [{ name, task }] : [];
  });
  return tasks.length > 0 ? tasks : [USUAL];
}

async function delegate(stage: Stage, { name, task }: Task): Promise<string> {
  const rawInput = { task, name };
  const title = `delegate: ${name}`;
  const toolCallId = await stage.callTool({ title, kind: 'other', status: 'pending', rawInput });
  if ((await stage.ask({ toolCallId, title, rawInput }, 'delegate')) === 'rejected') {
    await stage.changeTool({ toolCallId, status: 'failed' });
    return 'Nothing, because you said no.';
  }
  await stage.changeTool({ toolCallId, status: 'in_progress' });
  let result = await call(stage, 'delegate', rawInput);
  while (!result.isError && /^\S+: (running|waiting for a person) /.test(result.text)) {
    result = await call(stage, 'wait', { names: [name] });
  }
  const content = [{ type: 'content' as const, content: { type: 'text' as const, text: result.text } }];
  await stage.changeTool({ toolCallId, status: result.isError ? 'failed' : 'completed', content });
  return result.text;
}

function call(stage: Stage, name: string, input: object) {
  return stage.unlessStopped(callTool(stage.session.tools!, name, input));
}

/** The other agent's own words in what a tool has told, if there are any. */
function wordsIn(text: string): string {
  return /<answer [^>]*>\n(.*)\n<\/answer>/s.exec(text)?.[1] ?? text;
}

function quote(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

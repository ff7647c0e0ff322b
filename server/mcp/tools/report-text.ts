import { cleanWords, quoteAnswer, troubleWords } from '../../delegation/child-answer.js';
import type { TaskReport } from '../../delegation/task-reports.js';

/** How a task stands, as an agent reads it: a first line for the state, then the words. */
export function reportText(report: TaskReport): string {
  const { name, agent, answer, files, seconds } = report;
  const lines = [
    `${name}: ${STATES[report.state]} (${agent}, ${seconds} s)${nextStep(report)}`,
    ...(report.trouble ? [`Reason: ${troubleWords(report.trouble)}`] : []),
    ...(files.length > 0
      ? [`Changed files: ${files.map((path) => cleanWords(path).replace(/\s+/g, ' ')).join(', ')}`]
      : []),
    ...(answer === '' ? [] : [quoteAnswer(answer, { agent, name })]),
  ];
  return lines.join('\n');
}

const STATES: Record<TaskReport['state'], string> = {
  done: 'done',
  running: 'running',
  waiting: 'waiting for a person',
  failed: 'failed',
  stopped: 'stopped',
  interrupted: 'interrupted',
  refused: 'refused by the other agent',
  denied: 'refused by a person',
};

function nextStep({ state, name, question }: TaskReport): string {
  if (state === 'running') return `. Go on with other work, or call wait with ["${name}"].`;
  if (state === 'waiting') return `: ${cleanWords(question ?? '').replace(/\s+/g, ' ')}. Call wait with ["${name}"].`;
  if (state === 'denied') return '. Don’t ask again unless the person wants it.';
  return '';
}

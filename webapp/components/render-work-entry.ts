import { html, type TemplateResult } from 'lit';
import type { PlanEntry, QuestionEntry, TerminalEntry } from '../../server/protocol/entries.js';
import { actorName } from '../state/news.js';
import { renderTerminalOutput } from '../tool-views/session-terminal.js';
import { icon } from './icon.js';
import type { IconName } from './icons.js';
import { label, visibleText } from './visible-text.js';

type Step = PlanEntry['steps'][number];

const STEP_ICONS: Record<string, IconName> = {
  pending: 'circle',
  in_progress: 'circleDot',
  completed: 'circleCheck',
};
const STEP_WORDS: Record<string, string> = { pending: 'to do', in_progress: 'in progress', completed: 'done' };

/** The agent's plan as a list of steps. */
export function renderPlan({ steps }: PlanEntry): TemplateResult {
  const done = steps.filter(({ status }) => status === 'completed').length;
  return html`<div class="plan" role="group" aria-label="Plan of the agent">
    <h3 class="plan-head">${icon('listChecks')} Plan <span class="plan-count">${done} of ${steps.length}</span></h3>
    ${renderSteps(steps)}
  </div>`;
}

export function renderSteps(steps: readonly Step[]): TemplateResult {
  return html`<ol class="steps">${steps.map(
    ({ content, status }) => html`<li class="step" data-status=${status}>
      ${icon(STEP_ICONS[status] ?? 'circle')}<span>${visibleText(content)}</span
      ><span class="vh">, ${STEP_WORDS[status] ?? status}</span>
    </li>`,
  )}</ol>`;
}

/** A question of the agent, and what became of it. */
export function renderQuestion({ question, outcome }: QuestionEntry): TemplateResult {
  return html`<div class="asked">
    ${icon('messageCircleQuestion')}
    <div>
      <p>${visibleText(question.message)}</p>
      <p class="asked-outcome">${outcomeWords(outcome)}</p>
    </div>
  </div>`;
}

function outcomeWords(outcome: QuestionEntry['outcome']): string {
  if (outcome.status === 'pending') return 'Waiting for your answer';
  if (outcome.status === 'voided') return `Not answered: ${label(outcome.reason)}`;
  const words = { accept: 'Answered', decline: 'Declined', cancel: 'Dismissed' }[outcome.action];
  return `${words} · ${label(actorName(outcome.by))}`;
}

/** A terminal that no tool call shows. */
export function renderTerminal(entry: TerminalEntry): TemplateResult {
  if (entry.by) {
    // Loaded with the first one: most sessions have none.
    void import('./shell-entry.js');
    return html`<shell-entry .entry=${entry}></shell-entry>`;
  }
  return html`<div class="terminal-entry">
    <div class="terminal-head">${icon('terminal')}<bdi>${label(entry.command, 400)}</bdi></div>
    ${renderTerminalOutput(entry)}
  </div>`;
}

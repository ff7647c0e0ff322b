import { html, nothing, type TemplateResult } from 'lit';
import { own } from '../../../server/protocol/own.js';
import type { PlanEntry } from '../../../server/protocol/transcript/entries.js';
import { number } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.js';
import { visibleText } from '../../ui/visible-text.js';
import { conversationWords } from './words.js';

type Step = PlanEntry['steps'][number];

const STEP_ICONS: Record<string, IconName> = {
  pending: 'circle',
  in_progress: 'circleDot',
  completed: 'circleCheck',
};
const STEP_WORDS: Record<string, string> = conversationWords.steps;

/** The agent's plan as a list of steps, or only how far it is. */
export function renderPlan({ steps }: PlanEntry, isShort: boolean): TemplateResult {
  const done = steps.filter(({ status }) => status === 'completed').length;
  return html`<div class="plan" role="group" aria-label=${conversationWords.agentPlan}>
    <h3 class="plan-head">${icon('listChecks')} ${conversationWords.plan} <span class="plan-count">${conversationWords.planProgress(number(done), number(steps.length))}</span></h3>
    ${isShort ? nothing : renderSteps(steps)}
  </div>`;
}

export function renderSteps(steps: readonly Step[]): TemplateResult {
  return html`<ol class="steps">${steps.map(
    ({ content, status }) => html`<li class="step" data-status=${status}>
      ${icon(own(STEP_ICONS, status) ?? 'circle')}<span>${visibleText(content)}</span
      ><span class="vh">${own(STEP_WORDS, status) ?? nothing}</span>
    </li>`,
  )}</ol>`;
}

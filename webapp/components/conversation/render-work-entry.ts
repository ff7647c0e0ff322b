import { html, nothing, type TemplateResult } from 'lit';
import type { QuestionEntry, TerminalEntry } from '../../../server/protocol/transcript/entries.js';
import { actorName, voidReasonText } from '../../codes/reason-words.js';
import { icon } from '../../ui/icon.js';
import { lateElement } from '../../ui/late-element.js';
import { label, visibleText } from '../../ui/visible-text.js';
import { renderTerminalOutput } from '../tools/session-terminal.js';
import { conversationWords } from './words.js';

const needShellEntry = lateElement(() => import('./shell-entry.js'));

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
  if (outcome.status === 'pending') return conversationWords.waitingForAnswer;
  if (outcome.status === 'voided') return conversationWords.notAnswered(label(voidReasonText(outcome.reason)));
  return conversationWords.answers[outcome.action](label(actorName(outcome.by)));
}

/** A terminal that no tool call shows. */
export function renderTerminal(entry: TerminalEntry): TemplateResult {
  if (entry.by) {
    // Loaded with the first one: most sessions have none.
    needShellEntry();
    return html`<shell-entry .entry=${entry}></shell-entry>`;
  }
  return html`<div class="terminal-entry">
    <div class="terminal-head">
      ${icon('terminal')}<bdi>${label(entry.command, 400)}</bdi>
      ${entry.unasked ? html`<span class="tool-flag">${icon('shieldAlert')} ${conversationWords.notAsked}</span>` : nothing}
    </div>
    ${renderTerminalOutput(entry)}
    ${entry.unasked ? html`<div class="terminal-foot tool-note flag">${conversationWords.ranUnasked}</div>` : nothing}
  </div>`;
}

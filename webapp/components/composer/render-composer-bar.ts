import type { AvailableCommand, SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import type { Turn, Usage } from '../../../server/protocol/transcript/transcript.js';
import type { Costs } from '../../../server/protocol/usage-sum.js';
import { sessionCommand } from '../../state/app/acts.js';
import { icon } from '../../ui/icon.js';
import { lateElement } from '../../ui/late-element.js';
import { type OptionActs, renderOptions } from './render-options.js';
import { compactCommand } from './slash-command.js';
import { composerWords } from './words.js';

const needContextMeter = lateElement(() => import('./context-meter.js'));

/** So full a context is worth a word, and something to do about it. */
const FULL = 0.85;

/** What is below the field. */
export interface ComposerBar extends OptionActs {
  readonly modes: SessionModeState | null;
  readonly options: readonly SessionConfigOption[];
  readonly usage: Usage | null;
  readonly spent: Costs;
  /** The session, if others have worked for it. */
  readonly tasksOf: string | null;
  readonly commands: readonly AvailableCommand[];
  readonly status: Turn['status'];
  readonly canForce: boolean;
  readonly isReady: boolean;
  readonly isShell: boolean;
  readonly isEditing: boolean;
  stop(): void;
  submit(isNow: boolean): void;
}

/** The agent's choices, its context, and the buttons that say what they really do. */
export function renderComposerBar(bar: ComposerBar): TemplateResult {
  const hasNumbers = bar.usage !== null || bar.tasksOf !== null;
  if (hasNumbers) needContextMeter();
  return html`<div class="options">${renderOptions(bar.modes, bar.options, bar)}</div>
    <div class="end">
      ${renderCompact(bar)} ${hasNumbers ? html`<context-meter .usage=${bar.usage} .spent=${bar.spent} .tasksOf=${bar.tasksOf}></context-meter>` : nothing}
      ${renderStop(bar)} ${renderNow(bar)}
      <button
        class="round send"
        type="button"
        aria-label=${bar.isShell ? composerWords.run : composerWords.send}
        title=${verbOf(bar)}
        aria-description=${verbOf(bar)}
        ?disabled=${!bar.isReady}
        @click=${() => bar.submit(false)}
      >
        ${icon('arrowUp')}
      </button>
    </div>`;
}

function verbOf({ isShell, isEditing, status }: ComposerBar): string {
  if (isShell) return composerWords.runHint;
  if (isEditing) return composerWords.saveHint;
  return status === 'idle' ? composerWords.send : composerWords.queueHint;
}

/** What an agent does with a message at once is to stop what it does, and the button says so. */
function renderNow({ status, isReady, isShell, isEditing, submit }: ComposerBar): TemplateResult | typeof nothing {
  if (status !== 'running' || !isReady || isShell || isEditing) return nothing;
  return html`<button
    class="btn now"
    type="button"
    aria-label=${composerWords.interrupt}
    title=${composerWords.interruptHint}
    @click=${() => submit(true)}
  >
    ${icon('zap')}<span>${composerWords.interrupt}</span>
  </button>`;
}

/** Only where the agent has a command for it; nobody else can shorten its memory. */
function renderCompact({ usage, commands, act }: ComposerBar): TemplateResult | typeof nothing {
  const name = compactCommand(commands);
  if (!name || !usage || usage.size <= 0 || usage.used / usage.size < FULL) return nothing;
  const run = () => act({ type: 'send_prompt', content: [{ type: 'text', text: `/${name}` }] });
  return html`<button class="btn outline" type="button" title=${composerWords.compactHint(name)} @click=${run}>${composerWords.compact}</button>`;
}

function renderStop({ status, canForce, stop, act }: ComposerBar): TemplateResult | typeof nothing {
  if (status === 'idle') return nothing;
  if (status === 'running') {
    return html`<button class="round stop" type="button" aria-label=${composerWords.stop} title=${composerWords.stop} @click=${stop}>
      ${icon('square')}
    </button>`;
  }
  if (!canForce) return html`<span class="stopping" role="status">${composerWords.stopping}</span>`;
  return html`<button class="btn outline danger-text" type="button" @click=${() => act(sessionCommand('AcpBridge', 'force_stop'))}>
    ${composerWords.forceStop}
  </button>`;
}

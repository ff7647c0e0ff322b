import type { AvailableCommand, SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import type { Turn, Usage } from '../../server/protocol/transcript.js';
import type { UserAct } from '../state/acts.js';
import { icon } from './icon.js';
import { needElement } from './late-elements.js';
import { renderOptions } from './render-options.js';
import { compactCommand } from './slash-command.js';

/** So full a context is worth a word, and something to do about it. */
const FULL = 0.85;

/** What stands below the field. */
export interface ComposerBar {
  readonly modes: SessionModeState | null;
  readonly options: readonly SessionConfigOption[];
  readonly usage: Usage | null;
  readonly commands: readonly AvailableCommand[];
  readonly status: Turn['status'];
  readonly canForce: boolean;
  readonly isReady: boolean;
  readonly isShell: boolean;
  readonly isEditing: boolean;
  act(act: UserAct): void;
  stop(): void;
  submit(isNow: boolean): void;
}

/** The agent's choices, its context, and the buttons that say what they really do. */
export function renderComposerBar(bar: ComposerBar): TemplateResult {
  if (bar.usage) needElement('context-meter');
  return html`<div class="options">${renderOptions(bar.modes, bar.options, bar.act)}</div>
    <div class="end">
      ${renderCompact(bar)} ${bar.usage ? html`<context-meter .usage=${bar.usage}></context-meter>` : nothing}
      ${renderStop(bar)} ${renderNow(bar)}
      <button
        class="round send"
        type="button"
        aria-label=${bar.isShell ? 'Run' : 'Send'}
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
  if (isShell) return 'Run this command';
  if (isEditing) return 'Save the queued message';
  return status === 'idle' ? 'Send' : 'Queue: it is sent when this turn is over';
}

/** What an agent does with a message at once is to stop what it does, and the button says so. */
function renderNow({ status, isReady, isShell, isEditing, submit }: ComposerBar): TemplateResult | typeof nothing {
  if (status !== 'running' || !isReady || isShell || isEditing) return nothing;
  return html`<button
    class="btn now"
    type="button"
    aria-label="Interrupt &amp; send"
    title="Interrupt the agent and send this now (Ctrl or ⌘ and Enter)"
    @click=${() => submit(true)}
  >
    ${icon('zap')}<span>Interrupt &amp; send</span>
  </button>`;
}

/** Only where the agent has a command for it; nobody else can shorten its memory. */
function renderCompact({ usage, commands, act }: ComposerBar): TemplateResult | typeof nothing {
  const name = compactCommand(commands);
  if (!name || !usage || usage.size <= 0 || usage.used / usage.size < FULL) return nothing;
  const run = () => act({ type: 'send_prompt', content: [{ type: 'text', text: `/${name}` }] });
  return html`<button class="btn outline" type="button" title="Let the agent shorten its memory (/${name})" @click=${run}>
    Compact
  </button>`;
}

function renderStop({ status, canForce, stop, act }: ComposerBar): TemplateResult | typeof nothing {
  if (status === 'idle') return nothing;
  if (status === 'running') {
    return html`<button class="round stop" type="button" aria-label="Stop" title="Stop" @click=${stop}>
      ${icon('square')}
    </button>`;
  }
  if (!canForce) return html`<span class="stopping" role="status">Stopping…</span>`;
  return html`<button class="btn outline danger-text" type="button" @click=${() => act({ type: 'force_stop' })}>
    Force stop
  </button>`;
}

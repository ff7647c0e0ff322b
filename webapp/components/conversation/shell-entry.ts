import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { TerminalEntry } from '../../../server/protocol/transcript/entries.js';
import { plainLine } from '../../ansi/ansi-spans.js';
import { TerminalLines } from '../../ansi/terminal-lines.js';
import { actorName, terminalEndText } from '../../codes/reason-words.js';
import { sessionCommand, type UserAct, UserActEvent } from '../../state/app/acts.js';
import { controls } from '../../styles/controls.js';
import { duration } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { LightElement } from '../../ui/light-element.js';
import { label } from '../../ui/visible-text.js';
import { renderTerminalOutput } from '../tools/session-terminal.js';
import { ServerNowController } from './server-now-controller.js';
import { shellEntryStyles } from './shell-entry.styles.js';
import { conversationWords } from './words.js';

/**
 * A command that a person ran with `!`: who, for how long, what it printed, how it ended. Light DOM.
 * @fires user-act - The person stops it or wants its output in the next prompt.
 */
@customElement('shell-entry')
export class ShellEntry extends LightElement {
  static override styles = [controls, shellEntryStyles];

  @property({ attribute: false }) entry!: TerminalEntry;

  readonly #now = new ServerNowController(this, () => this.entry.exit === null);

  protected override render(): TemplateResult {
    const { command, by, exit, output } = this.entry;
    const isShown = output !== '' || exit !== null;
    return html`<div class="shell-box" role="group" aria-label=${conversationWords.shellCommand(label(command, 100))}>
      <div class="shell-head">
        ${icon('terminal')}<code class="shell-command"><bdi>${label(command, 1_000)}</bdi></code>
        <span class="shell-time">${this.#time()}</span>
      </div>
      ${isShown ? renderTerminalOutput(this.entry) : nothing}
      <div class="shell-foot">
        <span class="shell-who">${by ? label(actorName(by)) : nothing}</span>
        ${exit === null ? this.#renderStop() : this.#renderAttach()}
      </div>
    </div>`;
  }

  #time(): string {
    const { at, endedAt } = this.entry;
    return duration(Math.max(0, (endedAt ?? this.#now.value) - at));
  }

  #renderStop(): TemplateResult {
    const stop = () => this.#act(sessionCommand('AcpBridge', 'stop_shell', this.entry.terminalId));
    return html`<button class="btn outline" type="button" @click=${stop}>${icon('square')} ${conversationWords.stopCommand}</button>`;
  }

  #renderAttach(): TemplateResult {
    const { terminalId, command } = this.entry;
    const name = conversationWords.outputOf(label(command, 100));
    const attach = () => {
      const chip = { kind: 'paste', key: `output:${terminalId}`, name, text: quoteOutput(this.entry) } as const;
      this.#act({ type: 'attach_chip', chip });
    };
    return html`<button class="btn outline" type="button" @click=${attach}>${icon('plus')} ${conversationWords.attachOutput}</button>`;
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

/** What is kept of a long output: how it began, and more of how it ended. */
const HEAD_CHARS = 4_000;
const TAIL_CHARS = 12_000;
const ALL_LINES = 1_000_000;

/** The output of a command for a prompt: what was run, its words without their colours, and how it ended. Agents read it, in English. */
export function quoteOutput({ command, output, exit, truncated }: TerminalEntry): string {
  const text = new TerminalLines(ALL_LINES).update(output).flat().map(plainLine).join('\n').trimEnd();
  const cut = shorten(truncated ? `[the beginning was cut off]\n${text}` : text);
  return `$ ${command}\n${cut || '[no output]'}\n[${endOf(exit)}]\n`;
}

function endOf(exit: TerminalEntry['exit']): string {
  if (!exit) return 'still running';
  if (exit.reason) return terminalEndText(exit.reason);
  return exit.signal ? `ended by ${exit.signal}` : `exit code ${exit.exitCode ?? 'unknown'}`;
}

function shorten(text: string): string {
  const excess = text.length - HEAD_CHARS - TAIL_CHARS;
  if (excess <= 0) return text;
  return `${text.slice(0, HEAD_CHARS)}\n[${excess} characters left out]\n${text.slice(-TAIL_CHARS)}`;
}

declare global {
  interface HTMLElementTagNameMap {
    'shell-entry': ShellEntry;
  }
}

import { css, html, LitElement, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { ConflictSide, ConflictStages } from '../../../server/protocol/api/branches.js';
import type { FileAt } from '../../../server/protocol/api/changes.js';
import { own } from '../../../server/protocol/own.js';
import { errorText } from '../../codes/error-words.js';
import { UserActEvent } from '../../state/app/acts.js';
import { consume, noticesContext, workContext } from '../../state/app/contexts.js';
import { PageActEvent } from '../../state/app/page-acts.js';
import type { BranchActs } from '../../state/branches/branch-acts.js';
import { controls } from '../../styles/controls.js';
import { activePart } from '../../ui/focus-search.js';
import { icon } from '../../ui/icon.js';
import { branchWords } from './words.js';

const SIDES: readonly ConflictSide[] = ['ours', 'theirs', 'both'];
const STAGES = ['base', 'ours', 'theirs'] as const;

/** The ways out of a conflict in one file. */
@customElement('conflict-acts')
export class ConflictActs extends LitElement {
  static override styles = [
    controls,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        gap: var(--s2);
        padding: 0 var(--s3) var(--s2);
      }
    `,
  ];

  @property({ attribute: false }) file!: FileAt;
  @property({ attribute: false }) acts!: BranchActs;

  @state() private isBusy = false;

  readonly #work = consume(this, workContext);
  readonly #notices = consume(this, noticesContext);

  protected override render(): TemplateResult {
    return html`${SIDES.map((side) => html`<button type="button" class="btn outline" ?disabled=${this.isBusy} @click=${() => void this.#resolve(side)}>${branchWords.sides[side]}</button>`)}
      <button type="button" class="btn" ?disabled=${this.isBusy} @click=${() => void this.#ask()}>${icon('messageSquare')}${branchWords.ask}</button>`;
  }

  async #resolve(side: ConflictSide): Promise<void> {
    this.isBusy = true;
    const { path, revision } = this.file;
    await this.acts.resolve({ path, revision }, side);
    this.isBusy = false;
  }

  /** Puts the three versions beside the message that is written. */
  async #ask(): Promise<void> {
    const { path } = this.file;
    try {
      const stages = await this.#work.value!.repo.get_conflict(path);
      const chip = { kind: 'paste', key: `conflict-${path.slice(-200)}`, text: promptFor(stages) } as const;
      const name = branchWords.askName(path.slice(-60));
      this.dispatchEvent(new UserActEvent({ type: 'attach_chip', chip: { ...chip, name } }));
      const composer = activePart('prompt-composer');
      if (!composer?.checkVisibility({ visibilityProperty: true })) {
        this.dispatchEvent(new UserActEvent({ type: 'close_work' }));
      }
      this.dispatchEvent(new PageActEvent({ type: 'run_command', commandId: 'go.composer' }));
    } catch (error) {
      this.#notices.value?.toasts.show({ text: errorText(error), tone: 'error' });
    }
  }
}

function promptFor(stages: ConflictStages): string {
  const parts = STAGES.map(
    (name) => `--- ${branchWords.stages[name]} ---\n${own(stages, name) ?? branchWords.noStage}`,
  );
  return [branchWords.askPrompt(stages.path), ...parts].join('\n\n');
}

declare global {
  interface HTMLElementTagNameMap {
    'conflict-acts': ConflictActs;
  }
}

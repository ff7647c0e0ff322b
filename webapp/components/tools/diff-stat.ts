import type { Diff } from '@agentclientprotocol/sdk';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { isBinary } from '../../../server/protocol/shown-diff.js';
import { knownDiff, rememberDiff } from '../../diff/diff-cache.js';
import type { DiffResult } from '../../diff/diff-result.js';
import { LightElement } from '../../ui/light-element.js';
import { commonWords } from '../../ui/words.js';
import { codeWorker } from '../../worker/code-worker-client.js';

/** How many lines a diff adds and takes away; nothing until that is known. Light DOM. */
@customElement('diff-stat')
export class DiffStat extends LightElement {
  @property({ attribute: false }) diff!: Diff;

  @state() private counts: Pick<DiffResult, 'added' | 'removed'> | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('diff')) return;
    const { oldText, newText } = this.diff;
    this.counts = knownDiff(oldText ?? '', newText);
    if (!this.counts) void this.#count(this.diff);
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.counts || isBinary(this.diff.oldText ?? '') || isBinary(this.diff.newText)) return nothing;
    const { added, removed } = this.counts;
    return html`${added > 0 ? html`<span class="stat-plus" role="img" aria-label=${commonWords.linesAdded(added)}>+${added}</span>` : nothing}
      ${removed > 0 ? html`<span class="stat-minus" role="img" aria-label=${commonWords.linesRemoved(removed)}>−${removed}</span>` : nothing}`;
  }

  async #count(diff: Diff): Promise<void> {
    const texts = { oldText: diff.oldText ?? '', newText: diff.newText };
    try {
      const result = await codeWorker.ask('diff', texts);
      rememberDiff(texts.oldText, texts.newText, result);
      if (diff === this.diff) this.counts = result;
    } catch {
      // Without a worker the line goes without its numbers; the card itself still shows the diff.
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'diff-stat': DiffStat;
  }
}

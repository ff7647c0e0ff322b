import type { Diff } from '@agentclientprotocol/sdk';
import { LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { renderStat } from './diff-view.js';
import { computeDiff, knownDiff, type LineDiff } from './line-diff.js';

/** How many lines a diff adds and takes away. Light DOM. */
@customElement('diff-stat')
export class DiffStat extends LitElement {
  @property({ attribute: false }) diff!: Diff;

  @state() private lines: LineDiff | null = null;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('diff')) return;
    this.lines = knownDiff(this.diff) ?? null;
    if (!this.lines) void this.#compute(this.diff);
  }

  protected override render(): unknown {
    return this.lines ? renderStat(this.lines) : nothing;
  }

  async #compute(diff: Diff): Promise<void> {
    const lines = await computeDiff(diff);
    if (diff === this.diff) this.lines = lines;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'diff-stat': DiffStat;
  }
}

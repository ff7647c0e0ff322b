import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { entriesOf } from '../../../server/protocol/transcript/entry-list.js';
import { BorrowedSession } from '../../state/app/borrowed-session.js';
import { consume, serverContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { appParts } from '../../state/server/app-store.js';
import { LightElement } from '../../ui/light-element.js';
import { NearController } from '../../ui/near-controller.js';
import { repeat } from '../../ui/repeat.js';
import { type EntryPlace, placeFor } from './entry-place.js';
import { PinController } from './pin-controller.js';
import { conversationWords } from './words.js';

/** What another agent does for a task, as its own session tells it: followed only while somebody may see it. Light DOM. */
@customElement('delegated-turn')
export class DelegatedTurn extends LightElement {
  @property({ attribute: 'session-id' }) sessionId = '';
  /** The turn of that session; null until the task was sent. */
  @property({ attribute: false }) turn: number | null = null;

  readonly #server = consume(this, serverContext);
  readonly #near = new NearController(this);
  readonly #app = follow(this, () => this.#server.value?.app, appParts('folder', 'sessions', 'agents'));
  readonly #copy = new BorrowedSession(
    this,
    () => this.sessionId,
    () => this.#near.isNear,
  );
  readonly #pin = new PinController(this, () => {
    const scroller = this.querySelector<HTMLElement>(':scope > .task-log');
    const content = scroller?.firstElementChild;
    return scroller && content instanceof HTMLElement ? { scroller, content, hasEnd: true } : null;
  });
  #place: EntryPlace | null = null;

  protected override render(): TemplateResult {
    const copy = this.#copy.value;
    const transcript = copy?.transcript;
    if (!transcript || copy.status !== 'ready') {
      return html`<p class="task-note">${copy?.status === 'gone' ? conversationWords.task.gone : conversationWords.task.loading}</p>`;
    }
    const app = this.#app.value ?? null;
    const session = app?.sessions.find(({ id }) => id === this.sessionId) ?? null;
    const agent = app?.agents.find(({ id }) => id === session?.agentId) ?? null;
    const place = placeFor(this.#place, { app, session, agent, transcript, isInner: true });
    this.#place = place;
    const entries = entriesOf(transcript.entries).filter(({ turn }) => turn === this.turn);
    const pin = this.#pin;
    return html`<div
      class="task-log"
      tabindex="0"
      role="group"
      aria-label=${conversationWords.task.work}
      @scroll=${pin.onScroll}
      @wheel=${{ handleEvent: pin.onWheel, passive: true }}
      @touchstart=${{ handleEvent: pin.onTouchStart, passive: true }}
      @touchmove=${{ handleEvent: pin.onTouchMove, passive: true }}
      @keydown=${pin.onKeyDown}
      @pointerdown=${pin.onPointerDown}
    >
      <div class="task-entries">
        ${repeat(
          entries,
          ({ id }) => id,
          (entry) => html`<transcript-entry .entry=${entry} .place=${place}></transcript-entry>`,
        )}
        ${entries.length === 0 ? html`<p class="task-note">${conversationWords.task.starting}</p>` : nothing}
      </div>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'delegated-turn': DelegatedTurn;
  }
}

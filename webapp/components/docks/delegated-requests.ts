import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { BorrowedSession } from '../../state/app/borrowed-session.js';
import { consume, serverContext, settingsContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { appParts } from '../../state/server/app-store.js';
import { icon } from '../../ui/icon.js';
import { LightElement } from '../../ui/light-element.js';
import { label } from '../../ui/visible-text.js';
import { renderRequests } from './render-requests.js';
import { dockWords } from './words.js';

const delegatedRequestsStyles = css`
  delegated-requests {
    display: block;
  }

  .for-whom {
    display: flex;
    gap: var(--s2);
    align-items: center;
    margin: 0;
    padding: var(--s1) var(--s2);
    color: var(--text-2);
    font-size: var(--t-sm);
  }
`;

/** What an agent asks that works for the session on screen; answered here, it is answered there. Light DOM. */
@customElement('delegated-requests')
export class DelegatedRequests extends LightElement {
  static override styles = [delegatedRequestsStyles];

  @property({ attribute: 'session-id' }) sessionId = '';

  readonly #server = consume(this, serverContext);
  readonly #app = follow(this, () => this.#server.value?.app, appParts('sessions', 'agents'));
  readonly #settings = consume(this, settingsContext);
  readonly #rejectAfter = follow(
    this,
    () => this.#settings.value,
    (values) => values?.rejectAfterMinutes,
  );
  readonly #copy = new BorrowedSession(this, () => this.sessionId);

  protected override render(): TemplateResult | typeof nothing {
    const [app, transcript] = [this.#app.value, this.#copy.value?.transcript];
    const session = app?.sessions.find(({ id }) => id === this.sessionId);
    if (!app || !session || !transcript || transcript.pending.length === 0) return nothing;
    const agent = app.agents.find(({ id }) => id === session.agentId) ?? null;
    const facts = {
      ...{ folder: session.cwd, sessionId: session.id, agent },
      rejectAfter: this.#rejectAfter.value ?? 0,
    };
    const nameOf = (agentId: string) => label(app.agents.find(({ id }) => id === agentId)?.name ?? agentId, 60);
    const above = app.sessions.find(({ id }) => id === session.parent?.sessionId);
    const who = dockWords.forWhom(
      nameOf(session.agentId),
      nameOf(above?.agentId ?? ''),
      label(session.parent?.name ?? '', 60),
    );
    return html`<section aria-label=${who}>
      <p class="for-whom">${icon('bot')} ${who}</p>
      ${renderRequests(transcript, facts)}
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'delegated-requests': DelegatedRequests;
  }
}

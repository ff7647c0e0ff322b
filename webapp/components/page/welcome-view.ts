import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { AgentSummary, AppState } from '../../../server/protocol/api/app-state.js';
import { DEMO_SUGGESTIONS, type DemoSuggestion } from '../../../server/protocol/api/demo-scenes.js';
import { own } from '../../../server/protocol/own.js';
import { UserActEvent } from '../../state/app/acts.js';
import { PageActEvent } from '../../state/app/page-acts.js';
import { controls } from '../../styles/controls.js';
import { icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.js';
import { lateElement } from '../../ui/late-element.js';
import { label, nameLabel } from '../../ui/visible-text.js';
import { frameWords } from './words.js';

const needAgentSetup = lateElement(() => import('../agents/agent-setup.js'));

const SCENE_ICONS: Record<string, IconName> = {
  answer: 'sparkles',
  search: 'search',
  edit: 'pencil',
  shell: 'terminal',
  plan: 'listChecks',
  think: 'brain',
  image: 'image',
  long: 'scrollText',
  question: 'messageCircleQuestion',
  delegate: 'gitBranch',
  error: 'circleAlert',
  crash: 'unplug',
  hang: 'hand',
};
/** So many suggestions get a card; the others a small button. */
const CARDS = 6;

/** What works with any agent and any project. */
const STARTERS: readonly DemoSuggestion[] = (['search', 'edit', 'shell', 'plan'] as const).map((scene) => ({
  scene,
  ...frameWords.starters[scene],
}));

/** The demo agent knows its scenes by their prompts; what they are called is ours to say. */
const SCENES: readonly DemoSuggestion[] = DEMO_SUGGESTIONS.map((suggestion) => ({
  ...suggestion,
  label: own(frameWords.scenes as Readonly<Record<string, string>>, suggestion.scene) ?? suggestion.label,
}));

/**
 * A session in which nothing was said yet: where you are, who answers, what you could try.
 * @fires user-act - The person chose a suggestion, or wants no tour.
 * @fires page-act - The person takes the tour.
 */
@customElement('welcome-view')
export class WelcomeView extends LitElement {
  static override styles = [
    controls,
    css`
      :host {
        display: grid;
        min-height: 100%;
        padding: var(--s6) var(--gutter);
        overflow: hidden auto;
        place-content: safe center;
        grid-template-columns: minmax(0, var(--measure));
        font: 400 var(--t-md) / var(--lh) var(--font);
      }

      h2 {
        margin: 0;
        font: 600 var(--t-xl) / 1.25 var(--font);
        letter-spacing: -0.015em;
        text-wrap: balance;
        overflow-wrap: anywhere;
      }

      .where {
        display: flex;
        flex-wrap: wrap;
        gap: var(--s1) var(--s4);
        margin: var(--s2) 0 var(--s5);
        color: var(--text-2);
        font-size: var(--t-sm);
      }

      .where span {
        display: inline-flex;
        align-items: center;
        gap: 6px;
        min-width: 0;
        overflow-wrap: anywhere;
      }

      .where .icon {
        font-size: 14px;
        color: var(--text-3);
      }

      .cards {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(210px, 1fr));
        gap: var(--s2);
      }

      /* Four are two and two; a fourth one alone in its line looks like a slip. */
      .cards.pairs {
        grid-template-columns: repeat(2, minmax(0, 1fr));
      }

      .card {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: 2px var(--s3);
        align-content: start;
        align-items: center;
        padding: var(--s3) var(--s4);
        border: 1px solid var(--line);
        border-radius: var(--r-m);
        background: var(--surface);
        color: var(--text);
        font: 400 var(--t-sm) / 1.4 var(--font);
        text-align: start;
        cursor: pointer;
        transition:
          border-color var(--d-fast) var(--ease),
          background-color var(--d-fast) var(--ease);
      }

      .card:hover {
        border-color: var(--line-strong);
        background: var(--raised);
      }

      .card .icon {
        color: var(--accent);
      }

      .card strong {
        font-weight: 600;
      }

      .card small {
        grid-column: 2;
        color: var(--text-3);
        font-size: var(--t-xs);
      }

      .more {
        display: flex;
        flex-wrap: wrap;
        gap: var(--s1);
        margin: var(--s3) calc(-1 * var(--s3)) 0;
      }

      .more .btn .icon {
        font-size: 14px;
        color: var(--text-3);
      }

      .tour {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--s4);
        align-items: center;
        margin: var(--s4) 0 0;
        color: var(--text-2);
        font-size: var(--t-sm);
      }

      .tour .btn {
        min-width: var(--tap);
        min-height: var(--tap);
      }

      @media (max-width: 699px) {
        .cards {
          grid-template-columns: 1fr 1fr;
        }

        .card {
          grid-template-columns: 1fr;
          gap: var(--s1);
          padding: var(--s3);
        }

        .card small {
          grid-column: 1;
        }
      }
    `,
  ];

  @property({ attribute: false }) agent: AgentSummary | null = null;
  @property({ attribute: false }) app: Pick<AppState, 'agents'> | null = null;
  /** Whether agents may give tasks to other agents. */
  @property({ type: Boolean, attribute: 'may-delegate' }) mayDelegate = false;
  /** Nobody has been here with this browser before. */
  @property({ type: Boolean, attribute: 'is-first' }) isFirst = false;
  @property() project = '';
  @property() path = '';

  protected override render(): TemplateResult {
    const isDemo = this.agent?.scenes === true;
    const suggestions = isDemo ? this.#scenes() : STARTERS;
    return html`
      <h2>${isDemo ? frameWords.welcome.demo : frameWords.welcome.ask(label(this.project, 60) || frameWords.welcome.thisProject)}</h2>
      <div class="where">
        ${this.agent ? html`<span>${icon('bot')} ${label(this.agent.name, 60)}</span>` : nothing}
        ${this.path ? html`<span>${icon('folder')} <bdi>${nameLabel(this.path, 200)}</bdi></span>` : nothing}
        ${isDemo ? html`<span>${frameWords.welcome.builtIn}</span>` : nothing}
      </div>
      ${isDemo && this.app ? renderSetup(this.app, this.agent) : nothing}
      <div class="cards ${suggestions.length === 4 ? 'pairs' : ''}">${suggestions.slice(0, CARDS).map((suggestion) => this.#renderCard(suggestion))}</div>
      ${
        suggestions.length > CARDS
          ? html`<div class="more">${suggestions.slice(CARDS).map((suggestion) => this.#renderSmall(suggestion))}</div>`
          : nothing
      }
      ${this.isFirst ? this.#renderTour() : nothing}
    `;
  }

  #renderTour(): TemplateResult {
    const take = () => this.dispatchEvent(new PageActEvent({ type: 'run_command', commandId: 'go.tour' }));
    const skip = () => this.dispatchEvent(new UserActEvent({ type: 'set_preference', change: { isTourDone: true } }));
    return html`<p class="tour">
      ${frameWords.welcome.newHere}
      <button class="btn link" type="button" @click=${take}>${frameWords.welcome.tour}</button>
      <button class="btn link" type="button" @click=${skip}>${frameWords.welcome.skip}</button>
    </p>`;
  }

  /** A scene that the settings turn off would only disappoint. */
  #scenes(): readonly DemoSuggestion[] {
    return this.mayDelegate ? SCENES : SCENES.filter(({ scene }) => scene !== 'delegate');
  }

  #renderCard(suggestion: DemoSuggestion): TemplateResult {
    return html`<button class="card" type="button" @click=${() => this.#send(suggestion)}>
      ${icon(own(SCENE_ICONS, suggestion.scene) ?? 'sparkles')}<strong>${suggestion.label}</strong>
      <small>${suggestion.prompt}</small>
    </button>`;
  }

  #renderSmall(suggestion: DemoSuggestion): TemplateResult {
    return html`<button class="btn" type="button" title=${suggestion.prompt} @click=${() => this.#send(suggestion)}>
      ${icon(own(SCENE_ICONS, suggestion.scene) ?? 'sparkles')} ${suggestion.label}
    </button>`;
  }

  #send({ prompt }: DemoSuggestion): void {
    this.dispatchEvent(new UserActEvent({ type: 'send_prompt', content: [{ type: 'text', text: prompt }] }));
  }
}

function renderSetup(app: Pick<AppState, 'agents'>, agent: AgentSummary | null): TemplateResult {
  needAgentSetup();
  return html`<agent-setup .app=${app} .agent=${agent}></agent-setup>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'welcome-view': WelcomeView;
  }
}

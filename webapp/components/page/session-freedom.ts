import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { AgentSummary, AppState } from '../../../server/protocol/api/app-state.js';
import { own } from '../../../server/protocol/own.js';
import { unaskingMode } from '../../../server/protocol/transcript/mode-policy.js';
import { emptyTranscript, type Transcript } from '../../../server/protocol/transcript/transcript.js';
import { serverCommand } from '../../state/app/acts.js';
import { banner, bannerGroup } from '../../styles/banner.js';
import { controls } from '../../styles/controls.js';
import { icon } from '../../ui/icon.js';
import { label } from '../../ui/visible-text.js';
import { type ActHandler, renderActButton } from '../controls/act-button.js';
import { frameWords } from './words.js';

type FreedomFacts = Pick<AppState, 'allowAll' | 'sessions' | 'rules'>;

/**
 * Says, as long as it is so, that agents act without asking: here, in other sessions, or by their own will.
 * @fires user-act - The person ends that, or looks at it.
 */
@customElement('session-freedom')
export class SessionFreedom extends LitElement {
  static override styles = [controls, banner, bannerGroup];

  @property({ attribute: false }) app: FreedomFacts | null = null;
  @property({ attribute: false }) sessionId: string | null = null;
  @property({ attribute: false }) agent: AgentSummary | null = null;
  @property({ attribute: false }) modes: Transcript['modes'] = emptyTranscript.modes;
  @property({ attribute: false }) options: Transcript['options'] = emptyTranscript.options;

  protected override render(): unknown {
    return this.app ? renderFreedom(this.app, this, (event) => this.dispatchEvent(event)) : nothing;
  }
}

function renderFreedom(
  app: FreedomFacts,
  { sessionId, agent, modes, options }: SessionFreedom,
  act: ActHandler,
): unknown {
  const { allowAll, sessions, rules } = app;
  const paused = rules.filter(({ waits }) => waits !== undefined).length;
  const here = sessionId === null ? undefined : own(allowAll, sessionId);
  const elsewhere = Object.keys(allowAll).filter((id) => id !== sessionId);
  const mode = unaskingMode({ modes, options });
  return [
    here && sessionId !== null
      ? renderBanner(
          frameWords.freedom.here(label(here.device, 60)),
          renderActButton(
            'link',
            frameWords.freedom.askAgain,
            serverCommand('AcpBridge', 'set_allow_all', sessionId, false),
            act,
          ),
        )
      : nothing,
    ...elsewhere.map((id) => {
      const title = label(
        sessions.find((session) => session.id === id)?.title || frameWords.freedom.anotherSession,
        60,
      );
      const off = renderActButton(
        'link',
        frameWords.freedom.askAgain,
        serverCommand('AcpBridge', 'set_allow_all', id, false),
        act,
      );
      const show = renderActButton('link', frameWords.freedom.show, { type: 'open_session', sessionId: id }, act);
      return renderBanner(frameWords.freedom.elsewhere(title), html`${show} ${off}`);
    }),
    agent?.allowsAll === undefined
      ? nothing
      : renderBanner(frameWords.freedom.byAgent(label(agent.name, 40), label(agent.allowsAll, 60))),
    mode === null ? nothing : renderBanner(frameWords.freedom.byMode(label(mode, 40))),
    paused === 0 ? nothing : renderPaused(paused, act),
  ];
}

/** Rules from an earlier version, which do nothing until somebody has looked at them. */
function renderPaused(count: number, act: ActHandler): TemplateResult {
  return html`<div class="banner warning" role="status">
    ${icon('shieldAlert')}<span>${frameWords.freedom.paused(count)}</span>
    ${renderActButton('link', frameWords.freedom.review, { type: 'open_settings', section: 'permissions' }, act)}
  </div>`;
}

function renderBanner(message: string, actions: unknown = nothing): TemplateResult {
  return html`<div class="banner warning freedom" role="status">
    ${icon('shieldAlert')}<span>${message}</span>${actions}
  </div>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'session-freedom': SessionFreedom;
  }
}

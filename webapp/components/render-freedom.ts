import { html, nothing, type TemplateResult } from 'lit';
import type { AgentSummary, AppState } from '../../server/protocol/app-state.js';
import { unaskingMode } from '../../server/protocol/mode-policy.js';
import type { Transcript } from '../../server/protocol/transcript.js';
import { type UserAct, UserActEvent } from '../state/acts.js';
import type { Act } from './error-action.js';
import { icon } from './icon.js';
import { label } from './visible-text.js';

export interface FreedomParts {
  readonly app: AppState | null;
  readonly sessionId: string | null;
  readonly agent: AgentSummary | null;
  readonly transcript: Transcript;
}

/** Says, as long as it is so, that agents act without asking: here, in other sessions, or by their own will. */
export function renderFreedom({ app, sessionId, agent, transcript }: FreedomParts, act: Act): unknown {
  if (!app) return nothing;
  const { allowAll, sessions } = app;
  const here = sessionId === null ? undefined : allowAll[sessionId];
  const elsewhere = Object.keys(allowAll).filter((id) => id !== sessionId);
  const mode = unaskingMode(transcript);
  return [
    here && sessionId !== null
      ? renderBanner(
          `Allow all is on: every question of this session is answered with yes (${label(here.device, 60)}).`,
          button('Ask again', { type: 'set_allow_all', on: false, sessionId }, act),
        )
      : nothing,
    ...elsewhere.map((id) => {
      const title = label(sessions.find((session) => session.id === id)?.title ?? 'another session', 60);
      const off = button('Ask again', { type: 'set_allow_all', on: false, sessionId: id }, act);
      const show = button('Show', { type: 'open_session', sessionId: id }, act);
      return renderBanner(`Allow all is on in “${title}”.`, html`${show} ${off}`);
    }),
    agent?.allowsAll === undefined
      ? nothing
      : renderBanner(
          `Allow all is on: ${label(agent.name, 40)} was started with ${label(agent.allowsAll, 60)} and asks nothing.`,
        ),
    mode === null ? nothing : renderBanner(`Allow all is on: in the mode “${label(mode, 40)}” the agent asks nothing.`),
  ];
}

function renderBanner(message: string, actions: unknown = nothing): TemplateResult {
  return html`<div class="banner warning freedom" role="status">
    ${icon('shieldAlert')}<span>${message}</span>${actions}
  </div>`;
}

function button(text: string, what: UserAct, act: Act): TemplateResult {
  return html`<button class="btn link" type="button" @click=${() => act(new UserActEvent(what))}>${text}</button>`;
}

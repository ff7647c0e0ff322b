import { html, nothing, type TemplateResult } from 'lit';
import type { FolderTrust } from '../../../server/protocol/api/agent-report.js';
import type { AgentSummary, Banner } from '../../../server/protocol/api/app-state.js';
import type { ProgramVisit } from '../../../server/protocol/api/programs.js';
import type { Transcript } from '../../../server/protocol/transcript/transcript.js';
import { serverCommand, sessionCommand } from '../../state/app/acts.js';
import type { Connection } from '../../state/server/connection-store.js';
import { lateElement } from '../../ui/late-element.js';
import './connection-banner.js';
import { asSentence } from '../../codes/by-code.js';
import { troubleText } from '../../codes/trouble-words.js';
import { helpCommand } from '../../state/server/startable.js';
import { label, oneLine } from '../../ui/visible-text.js';
import { type ActHandler, renderActButton } from '../controls/act-button.js';
import { renderBanner } from './render-banner.js';
import { startupStepText } from './startup-words.js';
import { frameWords } from './words.js';

const needNews = lateElement(() => import('./news-banners.js'));
const needTrustPanel = lateElement(() => import('../agents/trust-panel.js'));

export interface BannerParts {
  readonly connection: Connection;
  readonly banners: readonly Banner[];
  /** Programs that asked for a way in. */
  readonly programs: readonly ProgramVisit[];
  readonly agent: AgentSummary | null;
  /** Agents that could be used instead. */
  readonly others: readonly AgentSummary[];
  readonly trust: FolderTrust | null;
  /** The session on screen, as far as a banner is about it. */
  readonly session: SessionBannerParts | null;
}

export interface SessionBannerParts {
  readonly transcript: Transcript;
  readonly agentName: string;
  readonly isWritable: boolean;
}

/** What is wrong with more than one entry: the connection, the page's version, the app, the agent. */
export function renderBanners(about: BannerParts, act: ActHandler): TemplateResult {
  const { connection, banners, programs, agent, others, trust, session } = about;
  return html`<connection-banner .connection=${connection}></connection-banner>
    ${connection.isOutdated ? renderOutdated(act) : nothing}
    ${trust ? renderTrust(trust) : nothing}
    ${renderNews(banners, programs)}
    ${agent ? renderHealth(agent, others, act) : nothing} ${session ? renderOldSession(session, act) : nothing}`;
}

function renderNews(banners: readonly Banner[], programs: readonly ProgramVisit[]): TemplateResult | typeof nothing {
  if (banners.length === 0 && !programs.some(({ state }) => state === 'asking')) return nothing;
  needNews();
  return html`<news-banners .banners=${banners} .programs=${programs}></news-banners>`;
}

/** The agent began a new session because it could not open its own: says so, and offers the way back. */
function renderOldSession(about: SessionBannerParts, act: ActHandler): TemplateResult | typeof nothing {
  const { agentName, isWritable } = about;
  const { oldSession, handover, turn } = about.transcript;
  if (!oldSession || oldSession.state === 'hidden') return nothing;
  const name = oneLine(agentName, 40);
  if (oldSession.state === 'trying') return renderBanner('info', frameWords.oldSession.trying(name));
  const { trouble } = oldSession;
  const reason = oneLine(troubleText(trouble, agentName), 200);
  const sentences = [
    frameWords.oldSession.failed(name),
    trouble.code === 'said' ? frameWords.oldSession.reason(reason.replace(/\.$/, '')) : asSentence(reason),
    handover ? frameWords.oldSession.handover : '',
  ];
  const again = renderActButton(
    'link',
    frameWords.oldSession.tryAgain,
    sessionCommand('Sessions', 'answer_old_session', true),
    act,
    { isDisabled: turn.status !== 'idle' },
  );
  const close = renderActButton(
    'link',
    frameWords.banners.gotIt,
    sessionCommand('Sessions', 'answer_old_session', false),
    act,
  );
  return renderBanner('warning', sentences.filter(Boolean).join(' '), isWritable ? html`${again} ${close}` : nothing);
}

/** Few folders bring anything, so the panel is loaded when one does. */
function renderTrust(trust: FolderTrust): TemplateResult | typeof nothing {
  if (trust.state !== 'asked') return nothing;
  needTrustPanel();
  return html`<trust-panel .trust=${trust}></trust-panel>`;
}

/** The draft is kept by the browser, so that a reload costs nothing. */
function renderOutdated(act: ActHandler): TemplateResult {
  const button = renderActButton('link', frameWords.banners.reload, { type: 'reload' }, act);
  return renderBanner('info', frameWords.banners.outdated, button);
}

function renderHealth(
  { id, name, health }: AgentSummary,
  others: readonly AgentSummary[],
  act: ActHandler,
): TemplateResult | typeof nothing {
  const restart = renderActButton(
    'link',
    frameWords.banners.restart,
    serverCommand('AcpBridge', 'restart_agent', id),
    act,
  );
  const [other] = others;
  const instead = other
    ? renderActButton(
        'link',
        frameWords.banners.useAgent(label(other.name, 40)),
        { type: 'use_agent', agentId: other.id },
        act,
      )
    : nothing;
  switch (health.state) {
    case 'crashed':
      return renderBanner(
        'error',
        troubleText(health.trouble, name),
        html`${restart} ${renderActButton('link', frameWords.banners.showLog, { type: 'show_logs' }, act)} ${instead}`,
      );
    case 'stopped': {
      const start = serverCommand('AcpBridge', 'start_agent', id);
      return renderBanner(
        'info',
        troubleText(health.trouble, name),
        html`${renderActButton('link', frameWords.banners.start, start, act)} ${instead}`,
      );
    }
    case 'degraded':
      return renderBanner('warning', troubleText(health.trouble, name), restart);
    case 'needs_login':
      return renderBanner(
        'warning',
        troubleText(health.trouble, name),
        renderActButton('link', frameWords.signIn, { type: 'open_sign_in', agentId: id }, act),
      );
    case 'missing': {
      const command = helpCommand(health.install);
      const copy = command
        ? renderActButton('link', frameWords.banners.copyCommand, { type: 'copy', text: command }, act)
        : nothing;
      return renderBanner(
        'warning',
        troubleText(health.trouble, name),
        html`${copy} ${renderNpx(id, health.npx, act)} ${instead}`,
      );
    }
    case 'untrusted': {
      const look = renderActButton(
        'link',
        frameWords.banners.reviewAgents,
        { type: 'open_settings', section: 'agents' },
        act,
      );
      return renderBanner(
        'warning',
        troubleText(health.trouble, name),
        html`${look} ${renderNpx(id, health.npx, act)}`,
      );
    }
    case 'starting':
      return health.npx ? renderBanner('info', startupStepText('agent', { agent: name, npx: health.npx })) : nothing;
    case 'idle':
    case 'ready':
      return nothing;
    default:
      // A newer server may know of more.
      health satisfies never;
      return nothing;
  }
}

function renderNpx(agentId: string, packages: string | undefined, act: ActHandler): TemplateResult | typeof nothing {
  if (!packages) return nothing;
  return renderActButton('link', frameWords.banners.runWithNpx(packages), { type: 'run_with_npx', agentId }, act);
}

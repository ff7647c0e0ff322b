import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Banner } from '../../../server/protocol/api/app-state.js';
import type { ProgramVisit } from '../../../server/protocol/api/programs.js';
import { programRequest } from '../../codes/program-words.js';
import { serverCommand, type UserActEvent } from '../../state/app/acts.js';
import { banner, bannerGroup } from '../../styles/banner.js';
import { controls } from '../../styles/controls.js';
import { icon } from '../../ui/icon.js';
import { visibleText } from '../../ui/visible-text.js';
import { type ActHandler, renderActButton } from '../controls/act-button.js';
import { bannerText, isDoorAlarm, newsWords } from './banner-words.js';
import { renderBanner } from './render-banner.js';
import { frameWords } from './words.js';

/**
 * What there is to say about the whole app: programs that want in, then all else.
 * @fires user-act - What the person does about it.
 */
@customElement('news-banners')
export class NewsBanners extends LitElement {
  static override styles = [controls, banner, bannerGroup];

  @property({ attribute: false }) banners: readonly Banner[] = [];
  @property({ attribute: false }) programs: readonly ProgramVisit[] = [];

  protected override render(): TemplateResult {
    const act = (event: UserActEvent) => this.dispatchEvent(event);
    return html`${this.programs.map((visit) => (visit.state === 'asking' ? renderProgram(visit, act) : nothing))}
      ${this.banners.map((news) => renderBanner(news.severity, bannerText(news.about), renderActs(news, act)))}`;
  }
}

/** A program waits for a person's word; who started it and what it runs is said before anything else. */
function renderProgram(visit: ProgramVisit, act: ActHandler): TemplateResult {
  const { sentence, command, rest } = programRequest(visit);
  const answer = (isLetIn: boolean, name: string) =>
    renderActButton('link', name, serverCommand('Settings', 'answer_program', visit.id, isLetIn), act);
  return html`<div class="banner warning" role="status">
    ${icon('terminal')}<span>${visibleText(sentence)} ${command === null ? nothing : html`<code>${command}</code>`} ${visibleText(rest)}</span
    >${answer(true, newsWords.allowProgram)} ${answer(false, newsWords.denyProgram)}
  </div>`;
}

/** What can be done about news, last of all to put it away. */
function renderActs({ id, isNews, agentId, about }: Banner, act: ActHandler): TemplateResult {
  const history = about.code === 'history' ? about.history : null;
  const door = about.code === 'door' ? about.door : null;
  const more = agentId
    ? html`${renderActButton('link', frameWords.banners.showLog, { type: 'show_logs', agentId }, act)}
      ${renderActButton('link', frameWords.banners.tryAgain, { type: 'use_agent', agentId }, act)}`
    : nothing;
  const copy = history?.aside
    ? renderActButton('link', newsWords.copyPath, { type: 'copy', text: history.aside }, act)
    : nothing;
  const shut =
    door && isDoorAlarm(door)
      ? renderActButton('link', newsWords.signEveryoneOut, { type: 'sign_everyone_out' }, act)
      : nothing;
  const read = isNews
    ? renderActButton('link', frameWords.banners.gotIt, serverCommand('Settings', 'dismiss_banner', id), act)
    : nothing;
  const budget =
    about.code === 'budget'
      ? renderActButton('link', newsWords.changeBudget, { type: 'open_settings', section: 'usage', row: 'budget' }, act)
      : nothing;
  return html`${more}${copy}${shut}${budget}${read}`;
}

declare global {
  interface HTMLElementTagNameMap {
    'news-banners': NewsBanners;
  }
}

import { html, nothing, type TemplateResult } from 'lit';
import type { AppState, SessionSummary } from '../../server/protocol/app-state.js';
import type { Transcript } from '../../server/protocol/transcript.js';
import type { Absence } from '../state/away-store.js';
import { needElement } from './late-elements.js';

/** What somebody who comes back is told. */
export interface Return {
  readonly absence: Absence | null;
  readonly isOffered: boolean;
  readonly transcript: Transcript;
  readonly app: AppState | null;
  readonly session: SessionSummary | null;
}

/** What happened meanwhile, and the offer to be told of it next time. */
export function renderReturn({ absence, isOffered, transcript, app, session }: Return): TemplateResult {
  if (absence) needElement('away-recap');
  if (isOffered) needElement('notify-offer');
  const waiting = (app?.sessions ?? []).filter(({ id, status }) => status === 'waiting' && id !== session?.id);
  return html`${
    absence
      ? html`<away-recap .absence=${absence} .transcript=${transcript} .waiting=${waiting}></away-recap>`
      : nothing
  }${isOffered ? html`<notify-offer></notify-offer>` : nothing}`;
}

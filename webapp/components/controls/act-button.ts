import { html, nothing, type TemplateResult } from 'lit';
import { type UserAct, UserActEvent } from '../../state/app/acts.js';

/** Tells the app what a person wants. */
export type ActHandler = (event: UserActEvent) => void;

/** How a button looks, and what else there is to say about it. */
export interface ActButtonOptions {
  readonly isDisabled?: boolean;
  /** Its whole name, where its words alone do not say what it is about. */
  readonly name?: string;
  /** Why it is disabled, or what else there is to know. */
  readonly hint?: string;
}

/** A button that tells the app what a person wants. */
export function renderActButton(
  look: 'outline' | 'link' | 'primary',
  text: string,
  what: UserAct,
  act: ActHandler,
  { isDisabled = false, name, hint }: ActButtonOptions = {},
): TemplateResult {
  const onClick = () => act(new UserActEvent(what));
  return html`<button class="btn ${look}" type="button" aria-label=${name ?? nothing} title=${hint ?? nothing} aria-description=${hint ?? nothing} ?disabled=${isDisabled} @click=${onClick}>${text}</button>`;
}

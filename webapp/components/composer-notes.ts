import { html } from 'lit';
import { icon } from './icon.js';

/** What the composer says while a line begins with `!`. */
export const SHELL_NOTE = html`<div class="shell-note" role="status">
  ${icon('terminal')} <b>Shell</b> <span>runs here as you; begin with a space to send it as a message</span>
</div>`;

/** What the composer says while a queued message is changed. */
export const EDIT_NOTE = html`<div class="shell-note" role="status">
  ${icon('pencil')} <b>Queued message</b> <span>Enter saves it, Escape leaves it as it was</span>
</div>`;

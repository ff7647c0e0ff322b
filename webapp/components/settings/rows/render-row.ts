import { html, nothing, type TemplateResult } from 'lit';

export interface RowText {
  readonly name: string;
  readonly help?: string;
}

interface SwitchParts extends RowText {
  readonly isOn: boolean;
  /** It can't be changed now. */
  readonly isDead?: boolean;
  readonly set: (isOn: boolean) => void;
}

/** A row of a page: a name with a word of help, and the control with the key as its id, which the name labels. */
export function renderRow(key: string, text: RowText, control: TemplateResult): TemplateResult {
  return html`<div class="row" data-key=${key}>
    <div class="about"><label class="name" for=${key}>${text.name}</label>${renderHelp(text)}</div>
    ${control}
  </div>`;
}

export function renderHelp({ help = '' }: RowText): TemplateResult | typeof nothing {
  return help === '' ? nothing : html`<span class="help">${help}</span>`;
}

export function renderSwitch(key: string, { isOn, isDead = false, set, ...text }: SwitchParts): TemplateResult {
  return renderRow(
    key,
    text,
    html`<input
      id=${key}
      class="switch"
      type="checkbox"
      role="switch"
      .checked=${isOn}
      ?disabled=${isDead}
      @change=${(event: Event) => set((event.target as HTMLInputElement).checked)}
    />`,
  );
}

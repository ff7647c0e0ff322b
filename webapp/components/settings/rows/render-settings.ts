import { html, nothing, type TemplateResult } from 'lit';
import type {
  ChoiceSetting,
  NumberSetting,
  SettingPlace,
  TextSetting,
} from '../../../../server/protocol/features/setting.js';
import {
  type HostValues,
  SETTING_LIST,
  type SettingKey,
  type SettingValues,
} from '../../../../server/protocol/features/settings-table.js';
import { own } from '../../../../server/protocol/own.js';
import { unreachable } from '../../../../server/protocol/unreachable.js';
import { percent } from '../../../ui/format.js';
import { icon } from '../../../ui/icon.js';
import type { IconName } from '../../../ui/icons.js';
import { renderHelp, renderRow, renderSwitch } from './render-row.js';
import { rowWords, settingTexts } from './words.js';

export type RowChange = Partial<SettingValues & HostValues>;
type Value = string | number | boolean | null;

/** What a page gives its rows. */
export interface RowParts {
  readonly values: Readonly<Partial<Record<SettingKey, Value>>>;
  readonly change: (change: RowChange) => void;
  /** Shows a value while a slider moves. */
  readonly preview?: (change: RowChange) => void;
  /** Says why something that was typed can't be taken. */
  readonly refuse?: (sentence: string) => void;
}

/** One row to draw. */
interface Row<S> {
  readonly key: SettingKey;
  readonly setting: S;
  readonly value: Value;
  readonly set: (value: Value) => void;
  readonly parts: RowParts;
}

const ICONS: Readonly<Partial<Record<SettingKey, Readonly<Record<string, IconName>>>>> = {
  theme: { system: 'monitor', light: 'sun', dark: 'moon' },
};

const FORMATS: Readonly<Record<NonNullable<NumberSetting['format']>, (value: number) => string>> = {
  percent: (value) => percent(value / 100),
  denyAfter: (minutes) => {
    if (minutes === 0) return rowWords.keepWaiting;
    return minutes % 60 === 0 ? rowWords.afterHours(minutes / 60) : rowWords.afterMinutes(minutes);
  },
};

/** The rows of all settings of a group, as the table has them. */
export function renderSettings(place: SettingPlace, parts: RowParts): TemplateResult[] {
  return SETTING_LIST.filter(([, setting]) => setting.place === place).map(([key, setting]) => {
    const set = (value: Value) => parts.change({ [key]: value } as RowChange);
    const row = { key, value: own(parts.values, key) ?? null, set, parts };
    switch (setting.kind) {
      case 'choice':
        return setting.control === 'buttons' ? renderButtons({ ...row, setting }) : renderChoices({ ...row, setting });
      case 'switch':
        return renderSwitch(key, { ...settingTexts[key], isOn: row.value === true, set });
      case 'number':
        return renderNumber({ ...row, setting });
      case 'text':
        return renderText({ ...row, setting });
      default:
        return unreachable(setting);
    }
  });
}

function renderButtons({ key, setting, value, set }: Row<ChoiceSetting>): TemplateResult {
  const { name, help, options } = settingTexts[key];
  return html`<div class="row" data-key=${key}>
    <div class="about"><span class="name" id=${key}>${name}</span>${renderHelp({ name, help })}</div>
    <div class="choices" role="radiogroup" aria-labelledby=${key}>
      ${Object.keys(setting.values).map(
        (choice) => html`<label>
          <input type="radio" name=${key} .checked=${choice === value} @change=${() => set(choice)} />
          ${renderIcon(key, choice)} ${own(options, choice)}
        </label>`,
      )}
    </div>
  </div>`;
}

function renderIcon(key: SettingKey, choice: string): TemplateResult | typeof nothing {
  const picture = own(own(ICONS, key), choice);
  return picture ? icon(picture) : nothing;
}

function renderChoices({ key, setting, value, set }: Row<ChoiceSetting>): TemplateResult {
  const { options } = settingTexts[key];
  const shown = own(setting.shownAs ?? {}, String(value)) ?? value;
  return renderRow(
    key,
    settingTexts[key],
    html`<select id=${key} @change=${(event: Event) => set(textOf(event))}>
      ${Object.keys(setting.values).map((choice) => html`<option value=${choice} .selected=${choice === shown}>${own(options, choice)}</option>`)}
    </select>`,
  );
}

function renderNumber(row: Row<NumberSetting>): TemplateResult {
  const { control } = row.setting;
  switch (control) {
    case 'slider':
      return renderSlider(row);
    case 'list':
      return renderNumbers(row);
    case 'field':
      return row.setting.default === null ? renderOptionalNumber(row) : renderNumberField(row);
    default:
      return unreachable(control);
  }
}

/** The server hears of it when the slider rests. */
function renderSlider({ key, setting, value, set, parts }: Row<NumberSetting>): TemplateResult {
  return renderRow(
    key,
    settingTexts[key],
    html`<input
      id=${key}
      class=${key}
      type="range"
      min=${setting.least}
      max=${setting.most}
      step=${setting.step}
      .value=${String(value)}
      @input=${(event: Event) => parts.preview?.({ [key]: Number(textOf(event)) } as RowChange)}
      @change=${(event: Event) => set(Number(textOf(event)))}
    />`,
  );
}

/** A number that is not offered, from a settings file, is in the list while it is chosen. */
function renderNumbers({ key, setting, value, set }: Row<NumberSetting>): TemplateResult {
  const { options } = settingTexts[key];
  const { offers = [], format } = setting;
  const offered = Array.isArray(offers) ? (offers as readonly number[]) : Object.keys(offers).map(Number);
  const numbers = [...new Set([...offered, Number(value)])].sort((a, b) => a - b);
  const nameOf = (number: number) => options[number] ?? (format ? FORMATS[format](number) : String(number));
  return renderRow(
    key,
    settingTexts[key],
    html`<select id=${key} @change=${(event: Event) => set(Number(textOf(event)))}>
      ${numbers.map((number) => html`<option value=${number} .selected=${number === value}>${nameOf(number)}</option>`)}
    </select>`,
  );
}

function renderNumberField({ key, setting, value, set }: Row<NumberSetting>): TemplateResult {
  const take = (event: Event) => {
    const field = event.target as HTMLInputElement;
    // The browser says what is wrong with it.
    if (field.value !== '' && field.reportValidity()) set(Number(field.value));
  };
  return renderRow(
    key,
    settingTexts[key],
    html`<input id=${key} type="number" min=${setting.least} max=${setting.most} step=${setting.step} required .value=${String(value)} @change=${take} />`,
  );
}

function renderOptionalNumber({ key, setting, value, set, parts }: Row<NumberSetting>): TemplateResult {
  const { least, most, step } = setting;
  const take = (event: Event) => {
    const text = textOf(event).trim();
    const number = Number(text);
    const isFit = number >= least && number <= most && (step !== 1 || Number.isInteger(number));
    if (text === '') set(null);
    else if (isFit) set(number);
    else parts.refuse?.(rowWords.needNumber(least, most));
  };
  return renderRow(
    key,
    settingTexts[key],
    html`<input id=${key} class="input" autocomplete="off" spellcheck="false" .value=${String(value ?? '')} @change=${take} />`,
  );
}

function renderText({ key, setting, value, set }: Row<TextSetting>): TemplateResult {
  const take = (event: Event) => {
    const field = event.target as HTMLInputElement;
    const text = field.value.trim();
    if (setting.pattern.test(text)) set(text);
    else field.value = String(value);
  };
  return renderRow(
    key,
    settingTexts[key],
    html`<input
      id=${key}
      class="input text"
      type="text"
      maxlength=${setting.mostChars}
      spellcheck="false"
      placeholder=${settingTexts[key].placeholder}
      .value=${String(value)}
      @change=${take}
    />`,
  );
}

function textOf(event: Event): string {
  return (event.target as HTMLInputElement | HTMLSelectElement).value;
}

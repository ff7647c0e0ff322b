import { html, type TemplateResult } from 'lit';
import { SETTING_FORMS, type SettingValues } from '../../../server/protocol/api/app-state.js';
import { settingsWords } from './words.js';

type TaskSettings = Pick<
  SettingValues,
  'delegation' | 'delegationDepth' | 'delegationTasks' | 'delegationMinutes' | 'delegationCost'
>;
type Change = (change: Partial<TaskSettings>) => void;

const DELEGATION = ['off', 'ask', 'on'] as const;
const DEPTHS = [1, 2, 3] as const;
const LIMITS = [
  { key: 'delegationTasks', most: SETTING_FORMS.mostTasks, step: 1 },
  { key: 'delegationMinutes', most: SETTING_FORMS.mostTaskMinutes, step: 1 },
  { key: 'delegationCost', most: SETTING_FORMS.mostTaskCost, step: 0.01 },
] as const;

/** Whether agents may give tasks to others, how far down, and what such tasks may use in one conversation. */
export function renderTaskSettings(values: TaskSettings, change: Change): TemplateResult {
  const { delegation: words, delegationDepth: depth } = settingsWords.permissions;
  return html`<h3>${settingsWords.permissions.tasks}</h3>
    <div class="group">
      ${row(
        'delegation',
        words,
        html`<select id="delegation" @change=${(event: Event) => change({ delegation: chosen(event) as TaskSettings['delegation'] })}>
        ${DELEGATION.map((value) => html`<option value=${value} .selected=${value === values.delegation}>${words.values[value]}</option>`)}
      </select>`,
      )}
      ${row(
        'delegationDepth',
        depth,
        html`<select id="delegationDepth" @change=${(event: Event) => change({ delegationDepth: Number(chosen(event)) })}>
        ${DEPTHS.map((value) => html`<option value=${value} .selected=${value === values.delegationDepth}>${depth.values[value]}</option>`)}
      </select>`,
      )}
      ${LIMITS.map((limit) => renderLimit(limit, values, change))}
    </div>`;
}

function renderLimit(
  { key, most, step }: (typeof LIMITS)[number],
  values: TaskSettings,
  change: Change,
): TemplateResult {
  const set = (event: Event) => {
    const field = event.target as HTMLInputElement;
    // The browser says what is wrong with it.
    if (field.value !== '' && field.reportValidity()) change({ [key]: Number(field.value) });
  };
  return row(
    key,
    settingsWords.permissions[key],
    html`<input id=${key} type="number" min="0" max=${most} step=${step} required .value=${String(values[key])} @change=${set} />`,
  );
}

function row(key: string, { name, help }: { name: string; help: string }, control: TemplateResult): TemplateResult {
  return html`<div class="row" data-key=${key}>
    <div class="about"><label class="name" for=${key}>${name}</label><span class="help">${help}</span></div>
    ${control}
  </div>`;
}

function chosen(event: Event): string {
  return (event.target as HTMLSelectElement).value;
}

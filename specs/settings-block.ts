import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { stringify } from 'yaml';
import type { Setting } from '../server/protocol/features/setting.js';
import { SETTING_LIST, type SettingKey } from '../server/protocol/features/settings-table.js';

export const PAGE = 'README.md';
const [BEGIN, END] = ['<!-- made by `npm run docs:settings` from settings-table.ts -->', '<!-- end -->'];
/** What has no default is shown with this. */
const EXAMPLES: Readonly<Partial<Record<SettingKey, number>>> = { port: 18_080 };

/** The page with all settings of the table as they are now, each with its default and what else it can be. */
export function withSettings(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no place for the settings.`);
  const lines = SETTING_LIST.map(([key, setting]) => [
    `${key}: ${stringify(setting.default ?? EXAMPLES[key] ?? null, { singleQuote: true }).trim()}`,
    explanation(key, setting),
  ]);
  const width = Math.max(...lines.map(([value]) => value!.length)) + 1;
  const block = lines.map(([value, note]) => (note === '' ? value : `${value!.padEnd(width)}# ${note}`)).join('\n');
  return [before, BEGIN, '\n\n```yaml\n', block, '\n```\n\n', END, after].join('');
}

/** What the key says already is not said again. */
function explanation(key: SettingKey, setting: Setting): string {
  const name = lowerFirst(setting.name);
  return [setting.note ?? (name === key ? '' : name), valuesOf(setting)].filter((part) => part !== '').join(': ');
}

function valuesOf(setting: Setting): string {
  if (setting.kind === 'choice')
    return Object.keys(setting.values)
      .join(', ')
      .replace(/, (?=[^,]*$)/, ' or ');
  if (setting.kind !== 'number' || setting.note !== undefined) return '';
  return `${setting.least} to ${setting.most}${setting.format === 'percent' ? ' percent' : ''}`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(PAGE, withSettings(readFileSync(PAGE, 'utf8')));
}

/** Prints what becomes of a setting of the table, given by its key, everywhere else. */
import type { TemplateResult } from 'lit';
import { DEFAULT_SETTINGS, SETTING_LIST } from '../../server/protocol/features/settings-table.js';
import { settingsUpdate } from '../../server/rpc/config-schemas.js';
import { parseConfig } from '../../server/settings/parse-config.js';
import { renderSettings } from '../../webapp/components/settings/rows/render-settings.js';
import { settingTexts } from '../../webapp/components/settings/rows/words.js';
import { SETTINGS_ROWS } from '../../webapp/components/settings/settings-rows.js';

const key = process.argv[2]!;
const [, setting] = SETTING_LIST.find(([each]) => each === key)!;
const rows = renderSettings(setting.place, { values: DEFAULT_SETTINGS, change: () => {} });

console.log(
  JSON.stringify({
    default: (DEFAULT_SETTINGS as Record<string, unknown>)[key],
    fromFile: (parseConfig(`${key}: true`, 'config.yaml').config.values as Record<string, unknown>)[key],
    refusal: refusalOf(() => parseConfig(`${key}: 1`, 'config.yaml')),
    fromPage: [true, 1].map((value) => settingsUpdate.safeParse({ [key]: value }).success),
    drawn: rows.flatMap(textsIn).filter((text) => text === key || text === setting.name).length,
    found: SETTINGS_ROWS.filter((row) => row.key === key),
    words: (settingTexts as Record<string, object>)[key],
  }),
);

function refusalOf(run: () => unknown): string | null {
  try {
    run();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** What is filled into a template, and into those inside it. */
function textsIn({ values }: TemplateResult): unknown[] {
  return values.flatMap((value) => (isTemplate(value) ? textsIn(value) : [value]));
}

function isTemplate(value: unknown): value is TemplateResult {
  return typeof value === 'object' && value !== null && 'strings' in value;
}

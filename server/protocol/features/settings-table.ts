import { BUDGET_WARNING } from '../budget.js';
import { DELEGATION_LIMITS } from '../delegation-limits.js';
import type { NumberSetting, Setting, TextSetting, ValueOf } from './setting.js';
import type { ChosenKeys, FavouriteChoices } from './setting-maps.js';

const FONT = {
  place: 'appearance/look',
  kind: 'text',
  default: '',
  pattern: /^[\p{L}\p{N} _.-]{0,60}$/u,
  need: 'must be the name of a font',
  mostChars: 60,
  placeholder: 'Usual font',
  help: 'The name of a font that is installed on this computer. Leave it empty for the usual one.',
} as const satisfies Partial<TextSetting>;

const SIZE = {
  place: 'appearance/look',
  kind: 'number',
  control: 'list',
  default: 100,
  least: 75,
  most: 175,
  step: 1,
  offers: [75, 90, 100, 110, 125, 150, 175],
  format: 'percent',
} as const satisfies Partial<NumberSetting>;

const BUDGET = {
  place: 'usage/budget',
  kind: 'number',
  control: 'field',
  default: 0,
  least: 0,
  note: '',
} as const satisfies Partial<NumberSetting>;
const MINUTES = { ...BUDGET, most: 10_080, step: 1 } as const;
const TOOL_CALLS = { ...BUDGET, most: 100_000, step: 1 } as const;
const TOKENS = { ...BUDGET, most: 1_000_000_000, step: 1 } as const;
const COST = { ...BUDGET, most: 100_000, step: 0.01 } as const;
const STOPS = `you are warned at ${BUDGET_WARNING * 100} %. 0 means no limit, here and below`;

/**
 * The settings with a single value, in the order of their pages. From this table come their types, the defaults, what a
 * settings file and the page may set, the rows of the pages, the search and the example in the README.
 */
export const SETTINGS = {
  theme: {
    place: 'appearance/look',
    kind: 'choice',
    control: 'buttons',
    default: 'system',
    values: { system: 'System', light: 'Light', dark: 'Dark' },
    name: 'Theme',
    help: 'System follows your computer.',
  },
  contrast: {
    place: 'appearance/look',
    kind: 'choice',
    control: 'buttons',
    default: 'system',
    values: { system: 'System', high: 'High' },
    name: 'Contrast',
    help: 'High makes text, lines and borders stronger.',
  },
  /** The accent's angle on the colour wheel, in whole degrees; its lightness and strength are ours. */
  hue: {
    place: 'appearance/look',
    kind: 'number',
    control: 'slider',
    default: 268,
    least: 0,
    most: 359,
    step: 1,
    name: 'Accent colour',
    help: 'Text stays readable with any colour.',
  },
  textFont: { ...FONT, name: 'Text font', note: 'a font for text; empty for the usual one' },
  textSize: { ...SIZE, name: 'Text size' },
  codeFont: { ...FONT, name: 'Code font', note: 'the same for code' },
  codeSize: { ...SIZE, name: 'Code size' },
  density: {
    place: 'appearance/look',
    kind: 'choice',
    control: 'buttons',
    default: 'comfortable',
    values: { comfortable: 'Comfortable', compact: 'Compact' },
    name: 'Density',
    help: 'Compact shows more at once.',
  },
  /** Which keys commands have whose keys nobody has chosen. */
  keyPreset: {
    place: 'keyboard/reading',
    kind: 'choice',
    control: 'buttons',
    default: 'standard',
    values: { standard: 'Standard', vim: 'Vim' },
    name: 'Keys for reading',
    help: 'Vim adds I to write, / to find, : for all commands, Y to copy, Z to expand, and Shift+H and Shift+L between panels.',
  },
  rejectAfterMinutes: {
    place: 'permissions/requests',
    kind: 'number',
    control: 'list',
    default: 0,
    least: 0,
    most: 10_080,
    step: 1,
    offers: [0, 5, 15, 60, 480],
    format: 'denyAfter',
    name: 'If you don’t answer',
    help: 'Deny requests automatically after a while. The conversation shows when this happens.',
    note: 'deny a request after this many minutes; 0 waits forever',
  },
  stopUnasked: {
    place: 'permissions/requests',
    kind: 'switch',
    default: false,
    name: 'Stop the agent if it acts without asking',
    help: 'Edits, deletions and commands for which the agent should have asked are always flagged. This also stops the agent.',
  },
  delegation: {
    place: 'permissions/tasks',
    kind: 'choice',
    control: 'list',
    default: 'ask',
    values: { off: 'Never', ask: 'Ask first', on: 'Allow' },
    name: 'Let agents give tasks to other agents',
    help: 'Each task gets its own session and asks for permission there. A change applies at once; after “Never”, only to sessions you open from then on.',
  },
  delegationDepth: {
    place: 'permissions/tasks',
    kind: 'number',
    control: 'list',
    default: 1,
    least: 1,
    most: DELEGATION_LIMITS.mostDepth,
    step: 1,
    offers: { 1: 'One level', 2: 'Two levels', 3: 'Three levels' },
    name: 'Levels of tasks',
    help: 'With one level, an agent that works on a task can’t give tasks itself.',
    note: '2 or 3: agents that work on a task may give tasks themselves',
  },
  delegationTasks: {
    place: 'permissions/tasks',
    kind: 'number',
    control: 'field',
    default: 100,
    least: 0,
    most: 10_000,
    step: 1,
    name: 'Task limit',
    help: 'How many tasks agents may give in one conversation. 0 means no limit.',
    note: 'the most tasks of one conversation; 0 means no limit',
  },
  delegationMinutes: {
    place: 'permissions/tasks',
    kind: 'number',
    control: 'field',
    default: 240,
    least: 0,
    most: 10_080,
    step: 1,
    name: 'Time limit in minutes',
    help: 'How long all tasks of one conversation may take together. 0 means no limit.',
    note: 'the most minutes that they take together',
  },
  delegationCost: {
    place: 'permissions/tasks',
    kind: 'number',
    control: 'field',
    default: 0,
    least: 0,
    most: 100_000,
    step: 0.01,
    name: 'Cost limit',
    help: 'Most that all tasks of one conversation may cost, in each currency that agents report. 0 means no limit.',
    note: 'the most that they cost together, in each currency that agents report',
  },
  port: {
    place: 'computer/start',
    kind: 'number',
    control: 'field',
    default: null,
    least: 0,
    most: 65_535,
    step: 1,
    name: 'Port',
    help: 'Applies at the next start. Empty means the last one used.',
    note: 'like --port; without it, a start takes the last one used in the folder',
  },
  open: {
    place: 'computer/start',
    kind: 'switch',
    default: true,
    name: 'Open the browser',
    help: 'Opens this page when AcDeck starts.',
    note: 'whether a start opens the browser',
  },
  shell: {
    place: 'computer/sessions',
    kind: 'choice',
    control: 'list',
    default: 'local',
    values: { off: 'Off', local: 'On this computer' },
    // The same, as long as no other device can connect.
    shownAs: { all: 'local' },
    name: 'Commands and terminals',
    help: 'Messages that start with ! run in your shell, and the work panel has terminals.',
    note: 'commands with ! and your own terminals',
  },
  budgetReplyMinutes: {
    ...MINUTES,
    name: 'Per reply: Minutes',
    note: `stop a reply after this many minutes; ${STOPS}`,
  },
  budgetReplyToolCalls: { ...TOOL_CALLS, name: 'Per reply: Tool calls' },
  budgetReplyTokens: { ...TOKENS, name: 'Per reply: Tokens', note: 'tokens and cost as far as the agent reports them' },
  budgetReplyCost: { ...COST, name: 'Per reply: Cost' },
  budgetDayMinutes: {
    ...MINUTES,
    name: 'Per day, in this folder: Minutes',
    note: 'the same for all replies of a day in a folder',
  },
  budgetDayToolCalls: { ...TOOL_CALLS, name: 'Per day, in this folder: Tool calls' },
  budgetDayTokens: { ...TOKENS, name: 'Per day, in this folder: Tokens' },
  budgetDayCost: { ...COST, name: 'Per day, in this folder: Cost' },
} as const satisfies Readonly<Record<string, Setting>>;

type Table = typeof SETTINGS;
export type SettingKey = keyof Table;

/** The settings of this computer. */
type HostKey = { [K in SettingKey]: Table[K]['place'] extends `computer/${string}` ? K : never }[SettingKey];
type SharedKey = Exclude<SettingKey, HostKey>;

/** Settings that count for this computer. */
export type HostValues = { readonly [K in HostKey]: ValueOf<Table[K]> };

/** What a person can set and every tab knows; all of it has a default. */
export type SettingValues = { -readonly [K in SharedKey]: ValueOf<Table[K]> } & {
  keys: ChosenKeys;
  favourites: FavouriteChoices;
};

/** All settings as a list, to be gone through. */
export const SETTING_LIST: readonly (readonly [SettingKey, Setting])[] = Object.entries(SETTINGS) as [
  SettingKey,
  Setting,
][];

/** Whether only this computer's server needs it. */
export function isOfHost({ place }: Setting): boolean {
  return place.startsWith('computer/');
}

function defaults(settings: readonly (readonly [SettingKey, Setting])[]): object {
  return Object.fromEntries(settings.map(([key, setting]) => [key, setting.default]));
}

export const DEFAULT_SETTINGS: SettingValues = {
  ...(defaults(SETTING_LIST.filter(([, setting]) => !isOfHost(setting))) as SettingValues),
  keys: {},
  favourites: {},
};

export const DEFAULT_HOST_VALUES = defaults(SETTING_LIST.filter(([, setting]) => isOfHost(setting))) as HostValues;

/** Where a setting is shown: a page of the settings, and the group on it. */
export type SettingPlace =
  | 'appearance/look'
  | 'keyboard/reading'
  | 'permissions/requests'
  | 'permissions/tasks'
  | 'computer/start'
  | 'computer/sessions'
  | 'usage/budget';

interface CommonParts {
  /** What is on the page `computer` counts for this computer; all tabs know the others. */
  readonly place: SettingPlace;
  readonly name: string;
  readonly help?: string;
  /** How the README explains it, if not by its name and values. */
  readonly note?: string;
}

/** One of a few words. */
export interface ChoiceSetting extends CommonParts {
  readonly kind: 'choice';
  readonly control: 'buttons' | 'list';
  readonly default: string;
  /** Its values in their order, and how each is called on the page. */
  readonly values: Readonly<Record<string, string>>;
  /** Further values that a settings file may have, and the one as which the page shows each. */
  readonly shownAs?: Readonly<Record<string, string>>;
}

export interface SwitchSetting extends CommonParts {
  readonly kind: 'switch';
  readonly default: boolean;
}

export interface NumberSetting extends CommonParts {
  readonly kind: 'number';
  readonly control: 'field' | 'list' | 'slider';
  /** Null where a field may be empty. */
  readonly default: number | null;
  readonly least: number;
  readonly most: number;
  readonly step: 1 | 0.01;
  /** What a list offers, with names or with the name of the page's way to write such numbers. */
  readonly offers?: Readonly<Record<number, string>> | readonly number[];
  readonly format?: 'percent' | 'denyAfter';
}

export interface TextSetting extends CommonParts {
  readonly kind: 'text';
  readonly default: string;
  readonly pattern: RegExp;
  /** What a text that doesn't fit is said to need. */
  readonly need: string;
  readonly mostChars: number;
  readonly placeholder: string;
}

/** What a person can set, in one place: its values, how it is drawn, and the words for it. */
export type Setting = ChoiceSetting | SwitchSetting | NumberSetting | TextSetting;

/** What a setting can be set to. */
export type ValueOf<S extends Setting> = S extends ChoiceSetting
  ? Extract<keyof S['values'] | keyof S['shownAs'], string>
  : S extends SwitchSetting
    ? boolean
    : S extends NumberSetting
      ? number | Extract<S['default'], null>
      : string;

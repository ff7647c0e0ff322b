/** Why a settings file cannot be used: the file, the line where there is one, and what is wrong there. */
export interface SettingsProblem {
  readonly file: string;
  readonly line?: number;
  readonly cause: SettingsCause;
}

/** What is wrong. `said` is what the system, the YAML parser or the schema said itself. */
export type SettingsCause =
  | { readonly code: 'missing' | 'not_a_file' | 'link' | 'open_to_all' | 'of_another_user' }
  | { readonly code: 'too_large'; readonly kilobytes: number }
  | { readonly code: 'several_documents' }
  /** `key` is the setting in which that is. */
  | { readonly code: 'nested_too_deeply'; readonly key: string }
  /** `not_for_folders` is a setting that only a person's own file may have. */
  | { readonly code: 'unknown_key' | 'bad_key' | 'not_for_folders' | 'nothing_hidden'; readonly key: string }
  | { readonly code: 'unreadable' | 'bad_syntax'; readonly said: string }
  | { readonly code: 'too_many_aliases'; readonly said: string; readonly key: string }
  /** `key` is empty where the file as a whole is meant. */
  | { readonly code: 'bad_value' | 'bad_name'; readonly key: string; readonly said: string };

/** The keys of commands that a person has chosen, by command; none means that it has no key. */
export type ChosenKeys = Readonly<Record<string, readonly string[]>>;

/** Values of agents' options that a person wants to find first, as `option/value`, by agent. */
export type FavouriteChoices = Readonly<Record<string, readonly string[]>>;

/** What the settings with many values may hold. */
export const SETTING_FORMS = {
  command: /^[a-z][a-zA-Z0-9.-]{0,60}$/,
  key: /^\S{1,60}$/,
  mostKeys: 4,
  mostCommands: 200,
  agent: /^[a-z][a-z0-9-]{0,59}$/,
  favourite: /^[^\p{Cc}/]{1,100}\/[^\p{Cc}]{1,200}$/u,
  mostFavourites: 50,
  mostAgents: 50,
} as const;

import { type FavouriteChoices, SETTING_FORMS } from '../../../server/protocol/features/setting-maps.js';
import { own } from '../../../server/protocol/own.js';
import type { OptionMenu } from './option-menu.js';

/** How the settings name a value of one of an agent's options. */
export function favouriteName({ id }: OptionMenu, value: string): string {
  return `${id}/${value}`;
}

/** The favourites with this one added, or without it if it was one; the oldest go first when there are too many. */
export function changeFavourite(all: FavouriteChoices, agentId: string, name: string): FavouriteChoices {
  const before = own(all, agentId) ?? [];
  const after = before.includes(name) ? before.filter((other) => other !== name) : [...before, name];
  const { [agentId]: _before, ...others } = all;
  return after.length === 0 ? others : { ...others, [agentId]: after.slice(-SETTING_FORMS.mostFavourites) };
}

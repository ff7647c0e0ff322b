import { catalogue } from '../../ui/catalogue.js';

/** Choosing a model, a mode or another option of an agent. */
export const pickerWords = catalogue({
  mode: 'Mode',
  model: 'Model',
  chip: (name: string, value: string) => `${name}: ${value}`,
  choose: (name: string) => `Choose: ${name}`,
  search: (name: string) => `Search: ${name}`,
  favourites: 'Favourites',
  found: 'Results',
  none: 'No matches',
});

import { catalogue } from '../ui/catalogue.js';

/** Commands that only the palette has, which the first page does without. */
export const lateCommandWords = catalogue({
  suggestTitle: 'Suggest a title',
  listAgents: 'List sessions kept by agents',
  listing: 'Asking the agents for their sessions…',
  suggesting: 'Asking the agent for a title…',
});

import { catalogue } from '../ui/catalogue.js';

/** Commands that only the palette has, which the first page does without. */
export const lateCommandWords = catalogue({
  suggestTitle: 'Suggest a title',
  suggesting: 'Asking the agent for a title…',
});

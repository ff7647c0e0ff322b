import { catalogue } from '../../ui/catalogue.js';

/** What comes of acts that people seldom do. */
export const rareWords = catalogue({
  programsSignedOut: 'Programs are signed out',
  noNewAgent: 'No new agent found',
  ruleRemoved: 'Rule removed',
});

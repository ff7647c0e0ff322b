import { agentDies, cancel, cleanStop, killed, load } from './life-scenarios.js';
import { foreign, rename, updateFromAgent } from './list-scenarios.js';
import { flags, looking, noAccount, quiet, screen } from './look-scenarios.js';
import { answer, image, mode, modelError, option, twoAtOnce } from './talk-scenarios.js';
import { cancelAsked, create, edit, rejectEdit, rejectShell, shell } from './tool-scenarios.js';
import type { Trial } from './trial.js';

/** Tries one thing; returns what is worth saying about a success, throws what went wrong. */
export type Scenario = (trial: Trial) => Promise<string>;

/** What is tried with every agent, in this order: each goes on with the session of the one before. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  answer,
  'quiet start': quiet,
  create,
  edit,
  shell,
  flags,
  looking,
  'reject edit': rejectEdit,
  'reject shell': rejectShell,
  cancel,
  'cancel asked': cancelAsked,
  image,
  mode,
  option,
  'model error': modelError,
  load,
  rename,
  foreign,
  update: updateFromAgent,
  screen,
  'two at once': twoAtOnce,
  'agent dies': agentDies,
  'clean stop': cleanStop,
  'kill -9': killed,
  'no account': noAccount,
};

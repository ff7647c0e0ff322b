import { alwaysCommand, alwaysFile } from './always-scenarios.js';
import { choices, colours, noTrouble } from './look-scenarios.js';
import type { PageTrial } from './page-trial.js';
import { denied, seesCommand, seesEdit, seesWrite } from './request-scenarios.js';
import { reviewShows } from './review-scenarios.js';
import { signIn } from './sign-in-scenarios.js';
import { stopEnds } from './stop-scenarios.js';

/** Tries one thing at the page; returns what is worth saying about a success, throws what went wrong. */
export type PageScenario = (page: PageTrial) => Promise<string>;

/** What is tried with every agent in a browser. */
export const PAGE_SCENARIOS: Readonly<Record<string, PageScenario>> = {
  'sees write': seesWrite,
  'sees edit': seesEdit,
  'sees command': seesCommand,
  denied,
  'always: command': alwaysCommand,
  'always: file': alwaysFile,
  'Stop ends the command': stopEnds,
  'review shows every change': reviewShows,
  colours,
  choices,
  'page quiet': noTrouble,
  'sign-in': signIn,
};

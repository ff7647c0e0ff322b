import { usage } from '../usage/usage-scenario.js';
import { alwaysCommand, alwaysFile } from './always-scenarios.js';
import { attachedFile } from './attachment-scenarios.js';
import { commitMessage } from './commit-scenarios.js';
import { crashTellsNoKey } from './crash-scenarios.js';
import { editAtAGlance } from './glance-scenarios.js';
import { importKeepsLines } from './import-scenarios.js';
import { choices, colours, noTrouble } from './look-scenarios.js';
import { lostMemory } from './memory-scenarios.js';
import { notContinued } from './news-scenarios.js';
import { ownTools } from './own-tool-scenarios.js';
import type { PageTrial } from './page-trial.js';
import { askNamesFile } from './program-scenarios.js';
import { denied, seesCommand, seesEdit, seesWrite } from './request-scenarios.js';
import { reviewShows } from './review-scenarios.js';
import { signIn } from './sign-in-scenarios.js';
import { stopEnds } from './stop-scenarios.js';
import { taskTimesAfterKill, timesAfterKill } from './times-scenarios.js';
import { lateUndo } from './undo-scenarios.js';

/** Tries one thing at the page; returns what is worth saying about a success, throws what went wrong. */
export type PageScenario = (page: PageTrial) => Promise<string>;

/** What is tried with every agent in a browser. */
export const PAGE_SCENARIOS: Readonly<Record<string, PageScenario>> = {
  'sees write': seesWrite,
  'sees edit': seesEdit,
  'edit at a glance': editAtAGlance,
  'sees command': seesCommand,
  denied,
  'always: command': alwaysCommand,
  'always: file': alwaysFile,
  'attached file': attachedFile,
  'Stop ends the command': stopEnds,
  'review shows every change': reviewShows,
  'commit message': commitMessage,
  'import keeps lines': importKeepsLines,
  colours,
  choices,
  'late Undo': lateUndo,
  'ask names the file': askNamesFile,
  'not continued elsewhere': notContinued,
  'page quiet': noTrouble,
  'crash tells no key': crashTellsNoKey,
  'times after kill -9': timesAfterKill,
  'lost memory': lostMemory,
  'own tools': ownTools,
  'task times after kill -9': taskTimesAfterKill,
  usage,
  'sign-in': signIn,
};

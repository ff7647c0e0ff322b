import type { Bench } from './figure.js';

/** Every benchmark by its name, loaded when it is run; a new one is a new file and a line here. */
export const BENCHES: Readonly<Record<string, () => Promise<{ measure: Bench }>>> = {
  'first-paint': () => import('./first-paint.js'),
  'first-minute': () => import('./first-minute.js'),
  reading: () => import('./reading.js'),
  tabs: () => import('./tabs.js'),
  tasks: () => import('./tasks.js'),
  growth: () => import('./growth.js'),
  turns: () => import('./turns.js'),
  'large-store': () => import('./large-store.js'),
  keystrokes: () => import('./keystrokes.js'),
  markdown: () => import('./markdown.js'),
  diff: () => import('./diff.js'),
  terminal: () => import('./terminal.js'),
  'long-session': () => import('./long-session.js'),
  stop: () => import('./stop.js'),
  mention: () => import('./mention.js'),
  acts: () => import('./acts.js'),
  permission: () => import('./permission.js'),
  'find-files': () => import('./find-files.js'),
  repo: () => import('./repo.js'),
  changes: () => import('./changes.js'),
  fold: () => import('./fold.js'),
  linear: () => import('./linear.js'),
  server: () => import('./server.js'),
};

import { readSources } from './read-sources.js';

/** What can be tried with many more cases than in `npm test`. */
export interface Proof {
  readonly finds: string;
  readonly tests: readonly string[];
  /** What can be said of the size of each case. */
  readonly sizes?: readonly string[];
}

/** Proofs by name. Tests with generated inputs that are not here belong to `properties`. */
const NAMED: Readonly<Record<string, Proof>> = {
  delivery: {
    finds: 'an order of cuts, crashes and messages after which a tab shows something else than the log',
    tests: ['server/sessions/proof/proof.test.ts'],
  },
  races: {
    finds: 'two acts in the same moment that are both done',
    tests: ['server/sessions/registry/races.test.ts'],
  },
  endurance: {
    finds:
      'text that a cut connection or a killed server loses, repeats or mixes up, and agents that outlive the server',
    tests: ['specs/endurance.test.ts'],
  },
  stops: {
    finds: 'a process that an agent or a terminal has started and that outlives a stop of the server (on Linux)',
    tests: ['specs/stops.test.ts'],
    sizes: ['children', 'load'],
  },
  storage: {
    finds: 'damage of the history file that ends the server, or that loses a message and nobody hears of it',
    tests: [
      'server/sessions/store/open-store.test.ts',
      ...['honest-storage', 'history-loss'].map((name) => `server/sessions/registry/${name}.test.ts`),
    ],
  },
  rules: {
    finds: 'a command that a permission rule allows and that a shell reads differently',
    tests: ['prove-rules', 'match-command', 'split-command'].map((name) => `server/rules/${name}.test.ts`),
  },
  evasions: {
    finds: 'a command that a permission rule allows and that runs or writes what no person saw (on Linux, as root)',
    tests: ['server/rules/evasions.test.ts'],
  },
  repos: {
    finds: 'a repository that nobody trusts and that runs a program, writes outside or reaches a host',
    tests: ['server/repo/hostile-repos.test.ts'],
  },
  remotes: {
    finds: 'a setting of a repository that leads a push, fetch or pull elsewhere',
    tests: ['server/repo/steered-git.test.ts'],
  },
  pages: {
    finds:
      'a reload, a tab that stands still, many new browsers or hostile text after which a page shows something else',
    tests: ['refresh', 'standstill', 'door', 'hostile'].map((name) => `specs/e2e/${name}.test.ts`),
  },
  gate: {
    finds: 'a combination of host, origin and credentials that the server lets in',
    tests: ['server/http/door/gate-matrix.test.ts', 'server/mcp/gate-matrix.test.ts'],
  },
};

/** All proofs by name. */
export async function findProofs(): Promise<Record<string, Proof>> {
  const named = Object.values(NAMED).flatMap(({ tests }) => tests);
  const files = await readSources(['server', 'webapp', 'specs'], (path) => path.endsWith('.test.ts'));
  const tests = files.filter(({ path, text }) => isSeeded(text) && !named.includes(path)).map(({ path }) => path);
  return { ...NAMED, properties: { finds: 'an input that breaks a property which holds for every input', tests } };
}

/** Whether a test takes its seed from where `npm run prove` can change it. */
export function isSeeded(text: string): boolean {
  return /\/seeded\.rig\.js'/.test(text);
}

import type { FolderTrust } from '../protocol/api/agent-report.js';
import type { StartupStep } from '../protocol/api/startup.js';
import { printable } from './printable.js';
import { startupWords } from './startup-words.js';

/** Where a server answers, with the launch token in the address. */
export interface Address {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
}

/** Tells anyone who started the command how it goes: people read it, or with `--json` programs. */
export interface Reporter {
  listening(address: Address): void;
  startup(step: StartupStep): void;
  ready(agent: { id: string; name: string }): void;
  failed(step: { stage: string; message: string }): void;
  /** The folder brings what nobody has said yes to. */
  untrusted(folder: string, trust: FolderTrust): void;
}

type Write = (text: string) => void;

/** For people: the address on stdout, what happens on stderr. */
export function reporterForPeople(
  { out, err }: { out: Write; err: Write },
  about: { version: string; folder: string },
): Reporter {
  return {
    listening({ url, pid }) {
      out(`\n  AcDeck ${about.version} in ${printable(about.folder)}\n\n  ➜  ${url}\n\n`);
      // Another process may run the server already; Ctrl-C doesn't reach that one.
      const stop = pid === process.pid ? ' Press Ctrl-C to stop the server.' : '';
      err(`  This address contains a secret. Keep it to yourself.${stop}\n\n`);
    },
    startup: (step) => err(`  ${printable(startupWords(step))}\n`),
    ready: ({ name }) => err(`  ${printable(name)} is ready\n`),
    failed: ({ message }) => err(`  ${printable(message)}\n`),
    untrusted: (_folder, { agents }) => {
      for (const { command } of agents) err(`  This folder brings its own agent: ${printable(command)}\n`);
      err('  Nothing from the folder runs until you trust it in the page.\n');
    },
  };
}

/** For programs: one JSON object per line on stdout, and nothing else there. */
export function reporterForPrograms(out: Write): Reporter {
  const line = (event: object) => out(`${JSON.stringify(event)}\n`);
  return {
    listening: ({ url, port, pid }) => line({ event: 'listening', url, port, pid }),
    startup: (step) => {
      const { stage, percent } = step;
      line({ event: 'startup', stage, message: startupWords(step), percent });
    },
    ready: ({ id }) => line({ event: 'ready', agent: id }),
    failed: ({ stage, message }) => line({ event: 'failed', stage, message }),
    untrusted: (folder, { agents, mcpServers }) => line({ event: 'untrusted', folder, agents, mcpServers }),
  };
}

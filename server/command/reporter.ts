import type { FolderTrust } from '../protocol/agent-report.js';
import type { StartupStep } from '../protocol/startup.js';
import { printable } from './printable.js';

/** Where a server answers, with the launch token in the address. */
export interface Address {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
}

/** Tells whoever started the command how it goes: people read it, or with `--json` programs. */
export interface Reporter {
  listening(address: Address): void;
  startup(step: StartupStep): void;
  ready(agentId: string, message: string): void;
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
    listening({ url }) {
      out(`\n  AcDeck ${about.version} in ${printable(about.folder)}\n\n  ➜  ${url}\n\n`);
      err('  The address holds a secret: keep it to yourself. Ctrl-C stops the server.\n\n');
    },
    startup: ({ message }) => err(`  ${printable(message)}\n`),
    ready: (_agentId, message) => err(`  ${printable(message)}\n`),
    failed: ({ message }) => err(`  ${printable(message)}\n`),
    untrusted: (_folder, { agents }) => {
      for (const { command } of agents) err(`  This folder brings its own agent: ${printable(command)}\n`);
      err('  Nothing that the folder brings is used before you trust it in the page.\n');
    },
  };
}

/** For programs: one JSON object per line on stdout, and nothing else there. */
export function reporterForPrograms(out: Write): Reporter {
  const line = (event: object) => out(`${JSON.stringify(event)}\n`);
  return {
    listening: ({ url, port, pid }) => line({ event: 'listening', url, port, pid }),
    startup: ({ stage, message, percent }) => line({ event: 'startup', stage, message, percent }),
    ready: (agent) => line({ event: 'ready', agent }),
    failed: ({ stage, message }) => line({ event: 'failed', stage, message }),
    untrusted: (folder, { agents, mcpServers }) => line({ event: 'untrusted', folder, agents, mcpServers }),
  };
}

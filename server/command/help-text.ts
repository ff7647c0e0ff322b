import { DEFAULT_PORT } from './free-port.js';
import type { Places } from './places.js';

/** What `acdeck --help` prints. */
export function helpText({ dataDir, configFile }: Places): string {
  return `Usage: acdeck [folder] [options]
       acdeck ask | send | sessions | token   work with it from a terminal or a script;
                                              acdeck ask --help says how

Run a coding agent in a folder (default: the current one), from your browser.
Every tab shows the same session, live. Closing them loses nothing.

Options:
  --agent <agent>    the agent to start: an id such as copilot, claude, gemini or demo, or a
                     command line in quotes such as "my-agent --acp" (not passed through a
                     shell). Default: the one in the settings, else the last one used in
                     this folder, else the first one installed, else demo, which needs no
                     account and no network
  --port <number>    port on 127.0.0.1; if it's taken, the next free one of the following 50;
                     0 for any. Default: the one in the settings, else the last port of
                     this folder, else ${DEFAULT_PORT}
  --no-open          print the address without opening a browser
  --data-dir <dir>   where sessions are stored. Default: ${dataDir}
  --add-dir <dir>    another folder that sessions may use; can be repeated
  --config <file>    settings in YAML. Default: ${configFile}
  --verbose          log everything to stderr; without it, DEBUG=acdeck:agent,acdeck:timing
                     selects from server, agent, session and timing
  --json             print one JSON object per line on stdout, for other programs
  -v, --version      print the version
  -h, --help         print this help

Examples:
  acdeck                              in this folder, with the agent you used here last
  acdeck ~/work/shop --agent gemini   in another folder, with Gemini
  acdeck --agent "npx -y my-agent --acp" --port 0

The printed address contains a secret: anyone who has it can use the agent as you.
Ctrl-C stops the server and the agents; press it twice to stop immediately.
Exit codes: 0 stopped or already running, 1 something went wrong, 2 bad options or
settings, 130 stopped immediately by Ctrl-C.
`;
}

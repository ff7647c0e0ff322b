import { DEFAULT_PORT } from './free-port.js';
import type { Places } from './places.js';

/** What `acdeck --help` prints. */
export function helpText({ dataDir, configFile }: Places): string {
  return `Usage: acdeck [folder] [options]

Opens a coding agent in your browser, at work in the folder (default: the current one).
Every tab shows the same session, live; nothing is lost when you close them.

Options:
  --agent <agent>    which agent to start: an id such as copilot, claude, gemini or demo,
                     or a command line in quotes, such as "my-agent --acp" (no shell runs it).
                     Default: the last one used in this folder, else the first one that is
                     installed, else demo, which needs no account and no network
  --port <number>    port on 127.0.0.1; if it is taken, the next free one of 50; 0 for any.
                     Default: the port this folder had last time, else ${DEFAULT_PORT}
  --no-open          do not open a browser, only print the address
  --data-dir <dir>   where sessions are kept. Default: ${dataDir}
  --add-dir <dir>    a folder that sessions may use besides their own; may be repeated
  --config <file>    settings in YAML. Default: ${configFile}
  --verbose          log everything to stderr; DEBUG=acdeck:agent,acdeck:timing chooses
                     among server, agent, session and timing
  --json             one JSON object per line on stdout, for other programs
  -v, --version      print the version
  -h, --help         print this

Examples:
  acdeck                              here, with the agent you used last
  acdeck ~/work/shop --agent gemini   there, with Gemini
  acdeck --agent "npx -y my-agent --acp" --port 0

The printed address holds a secret: whoever has it can drive the agent as you.
Ctrl-C stops the server and the agents; pressed twice, at once.
Exit codes: 0 stopped or already running, 1 something went wrong, 2 bad options.
`;
}

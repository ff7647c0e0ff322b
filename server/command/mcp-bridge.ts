import { connect } from 'node:net';

/** What an agent that takes programs only is told to set for ours; arguments could be read by everyone on the machine. */
const SOCKET = 'ACDECK_MCP_SOCKET';
const SECRET = 'ACDECK_MCP_SECRET';

/** Whether an agent has started us for our tools: by hand nobody has these variables. */
export function isBridge(args: readonly string[], env: NodeJS.ProcessEnv): boolean {
  return args.length === 1 && args[0] === 'mcp' && Boolean(env[SOCKET] && env[SECRET]);
}

/** A mere pipe between the agent and the server, which has the tools. Ends when either of them does. */
export function runBridge(env: NodeJS.ProcessEnv): void {
  const socket = connect(env[SOCKET]!);
  socket.once('error', (error) => {
    process.stderr.write(`acdeck mcp: AcDeck can’t be reached (${error.message}).\n`);
    process.exit(1);
  });
  socket.once('close', () => process.exit(0));
  process.stdin.once('end', () => process.exit(0));
  socket.write(`${env[SECRET]}\n`);
  process.stdin.pipe(socket);
  socket.pipe(process.stdout);
}

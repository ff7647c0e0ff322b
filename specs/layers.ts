const DRAWING = ['webapp/styles', 'webapp/ansi', 'webapp/diff', 'webapp/worker', 'webapp/markdown'];

/** Which folders a folder may import from, besides itself. A folder that is not here may not exist. */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  'server/protocol': [],
  /** The one way from a path to a file that we touch. */
  'server/paths': [],
  /** What is logged, traced and left out of both; others only call it. */
  'server/diagnostics': ['server/protocol'],
  'server/sessions': ['server/protocol', 'server/diagnostics'],
  'server/agents': ['server/protocol', 'server/paths', 'server/diagnostics'],
  /** The files of the folder: which there are, and what stands in them. */
  'server/repo': ['server/protocol', 'server/paths'],
  /** Which questions of agents are answered by rules of the person. */
  'server/rules': ['server/protocol', 'server/paths'],
  'server/settings': ['server/protocol'],
  'server/rpc': ['server/sessions', 'server/settings', 'server/protocol', 'server/diagnostics'],
  'server/http': ['server/sessions', 'server/settings', 'server/protocol'],
  'server/testing': ['server/protocol'],
  /** What the command does before there is a server: options, the folder's lock, the port. */
  'server/command': ['server/settings', 'server/protocol', 'server/diagnostics'],
  /** The composition root: `main.ts` and what stands beside it. */
  server: [
    'server/command',
    'server/diagnostics',
    'server/protocol',
    'server/sessions',
    'server/agents',
    'server/repo',
    'server/rules',
    'server/settings',
    'server/rpc',
    'server/http',
    'server/testing',
  ],
  'webapp/styles': [],
  'webapp/rpc': ['server/protocol'],
  'webapp/state': ['server/protocol', 'webapp/rpc'],
  /** What a person can do, by name and by key; the page itself is known here only as an interface. */
  'webapp/commands': ['server/protocol', 'webapp/state'],
  /** What turns text into something to look at; these know neither stores nor the server. */
  'webapp/ansi': [],
  'webapp/diff': [],
  /** The root holds the page's policy for scripts, which a worker's address must pass. */
  'webapp/worker': ['server/protocol', 'webapp', 'webapp/ansi', 'webapp/diff'],
  'webapp/markdown': ['webapp/styles', 'webapp/worker'],
  'webapp/tool-views': ['server/protocol', 'webapp/state', 'webapp/components', ...DRAWING],
  'webapp/components': ['server/protocol', 'webapp/state', 'webapp/commands', 'webapp/tool-views', ...DRAWING],
  /** The browser's composition root. */
  webapp: ['server/protocol', 'webapp/rpc', 'webapp/state', 'webapp/components', 'webapp/tool-views', ...DRAWING],
};

/** Packages that only some folders know, and whether their types are free for all. */
export const GUARDED_PACKAGES: readonly { name: RegExp; folders: readonly string[]; typesAreFree: boolean }[] = [
  { name: /^(@flatmax\/jrpc-oo|jrpc)(\/|$)/, folders: ['server/rpc', 'webapp/rpc'], typesAreFree: false },
  { name: /^@agentclientprotocol\/sdk(\/|$)/, folders: ['server/agents', 'server/testing'], typesAreFree: true },
];

/** The layer of a file: its folder below `server` or `webapp`, or that itself; null for all else. */
export function layerOf(path: string): string | null {
  const [top, folder, ...rest] = path.split('/');
  if (top !== 'server' && top !== 'webapp') return null;
  return rest.length === 0 ? top : `${top}/${folder}`;
}

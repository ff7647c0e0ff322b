import { statSync } from 'node:fs';
import type { McpServer } from '@agentclientprotocol/sdk';
import type { AgentProfile } from './agent-profile.js';
import { customAgent } from './catalog.js';
import { type AgentPlaces, findCommand } from './find-agents.js';
import type { AgentConsent } from './launch-choice.js';

/** What a person, or a folder that they trust, wants sessions to have. */
export interface SessionExtras {
  readonly mcpServers: readonly McpServer[];
  /** Absolute. */
  readonly directories: readonly string[];
}

/** What a session is opened with, and what was left out of it and why. */
export interface SessionSurroundings {
  readonly mcpServers: McpServer[];
  /** What the agent is told; left out if it could not make sense of it. */
  readonly additionalDirectories?: string[];
  /** Folders besides the session's own in which files may be touched. */
  readonly roots: readonly string[];
  readonly notes: readonly string[];
}

export const NO_SURROUNDINGS: SessionSurroundings = { mcpServers: [], roots: [], notes: [] };

export interface SurroundingsParts extends AgentPlaces {
  readonly agentName: string;
  readonly extras: SessionExtras;
  readonly consent: AgentConsent;
}

/** Fits what is wanted to what the agent can take; the rest is explained. Values of variables and headers never are. */
export function surroundSession(parts: SurroundingsParts, profile: AgentProfile): SessionSurroundings {
  const fitted = parts.extras.mcpServers.map((server) => fitServer(server, parts, profile));
  const { roots, notes } = existingFolders(parts.extras.directories);
  const isTold = profile.canUseDirectories && roots.length > 0;
  const untold = `${parts.agentName} takes no further folders, so it was not told of ${roots.join(', ')}.`;
  return {
    mcpServers: fitted.filter((fit) => typeof fit !== 'string'),
    ...(isTold ? { additionalDirectories: roots } : {}),
    roots,
    notes: [
      ...fitted.filter((fit) => typeof fit === 'string'),
      ...notes,
      ...(roots.length > 0 && !isTold ? [untold] : []),
    ],
  };
}

/** The server as the agent can use it, or why it cannot. */
function fitServer(server: McpServer, parts: SurroundingsParts, { mcp }: AgentProfile): McpServer | string {
  const left = `The MCP server "${server.name}" is left out:`;
  if ('type' in server) {
    if (server.type === 'http' && mcp.http) return server;
    if (server.type === 'sse' && mcp.sse) return server;
    return `${left} ${parts.agentName} takes none over ${server.type === 'http' ? 'HTTP' : server.type.toUpperCase()}.`;
  }
  // Agents want the program's whole path.
  const found = findCommand(customAgent([server.command]), parts);
  if (!found) return `${left} its command "${server.command}" was not found.`;
  if (found.origin === 'folder' && !parts.consent.mayUseFolder()) {
    return `${left} its command comes with this folder, which nobody has trusted: ${found.command}`;
  }
  return { ...server, command: found.command };
}

function existingFolders(directories: readonly string[]): { roots: string[]; notes: string[] } {
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const roots = [...new Set(directories)].filter(isFolder);
  const notes = directories
    .filter((path) => !roots.includes(path))
    .map((path) => `The further folder ${path} is not there and is left out.`);
  return { roots, notes };
}

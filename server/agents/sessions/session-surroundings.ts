import { statSync } from 'node:fs';
import type { McpServer } from '@agentclientprotocol/sdk';
import type { McpObstacle, Notice } from '../../protocol/notices.js';
import { customAgent } from '../catalog/catalog.js';
import { type AgentPlaces, findCommand } from '../catalog/find-agents.js';
import type { AgentConsent } from '../catalog/launch-choice.js';
import type { AgentProfile } from '../parse/agent-profile.js';

/** What a person, or a folder that they trust, wants sessions to have. */
export interface SessionExtras {
  readonly mcpServers: readonly McpServer[];
  /** Absolute. */
  readonly directories: readonly string[];
  /** Folders in which no file may be touched, wherever the session's own folders are. Absolute. */
  readonly closed?: readonly string[];
}

/** What a session is opened with, and what was left out of it and why. */
export interface SessionSurroundings {
  readonly mcpServers: McpServer[];
  /** What the agent is told; left out if it could not make sense of it. */
  readonly additionalDirectories?: string[];
  /** Folders besides the session's own in which files may be touched. */
  readonly roots: readonly string[];
  /** Folders in which none may. */
  readonly closed: readonly string[];
  readonly notes: readonly Notice[];
}

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
  const untold: Notice = { code: 'folders_untold', agent: parts.agentName, paths: [...roots] };
  return {
    mcpServers: fitted.filter((fit): fit is McpServer => !isNotice(fit)),
    ...(isTold ? { additionalDirectories: roots } : {}),
    roots,
    closed: parts.extras.closed ?? [],
    notes: [...fitted.filter(isNotice), ...notes, ...(roots.length > 0 && !isTold ? [untold] : [])],
  };
}

/** The server as the agent can use it, or why it cannot. */
function fitServer(server: McpServer, parts: SurroundingsParts, { mcp }: AgentProfile): McpServer | Notice {
  const leftOut = (cause: McpObstacle): Notice => ({ code: 'mcp_server_left_out', server: server.name, cause });
  if ('type' in server) {
    if (server.type === 'http' && mcp.http) return server;
    if (server.type === 'sse' && mcp.sse) return server;
    return leftOut({ code: 'transport', agent: parts.agentName, transport: server.type.toUpperCase() });
  }
  // Agents want the program's whole path.
  const found = findCommand(customAgent([server.command]), parts);
  if (!found) return leftOut({ code: 'not_found', command: server.command });
  if (found.origin === 'folder' && !parts.consent.mayUseFolder()) {
    return leftOut({ code: 'untrusted', command: found.command });
  }
  return { ...server, command: found.command };
}

function isNotice(fit: McpServer | Notice): fit is Notice {
  return 'code' in fit;
}

function existingFolders(directories: readonly string[]): { roots: string[]; notes: Notice[] } {
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const roots = [...new Set(directories)].filter(isFolder);
  const missing = directories.filter((path) => !roots.includes(path));
  return { roots, notes: missing.map((path) => ({ code: 'folder_missing', path })) };
}

import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { EnvVariable, McpServer } from '@agentclientprotocol/sdk';
import type { GivenAgent } from './agent-schema.js';
import type { ConfiguredAgent } from './config.js';
import type { GivenMcpServers } from './mcp-schema.js';

/** A path of a settings file, with the person's home folder put in. */
export function givenPath(path: string): string {
  return resolve(path.startsWith('~') ? join(homedir(), path.slice(1)) : path);
}

/** The agents of a settings file. */
export function configuredAgents(given: Record<string, GivenAgent> = {}): Map<string, ConfiguredAgent> {
  return new Map(Object.entries(given).map(([id, agent]) => [id, configuredAgent(agent)]));
}

function configuredAgent({ name, command, args = [], env, home }: GivenAgent): ConfiguredAgent {
  const argv = typeof command === 'string' ? [command] : (command ?? null);
  return {
    name: name ?? null,
    command: argv && [...argv, ...args],
    env: { ...env },
    home: home === undefined ? null : givenPath(home),
  };
}

/** The MCP servers of a settings file, in the form in which agents are told of them. */
export function mcpServers(given: GivenMcpServers = {}): McpServer[] {
  return Object.entries(given).map(([name, server]): McpServer => {
    if ('command' in server) {
      const { command, args = [], env } = server;
      return { name, command: command.startsWith('~/') ? givenPath(command) : command, args, env: pairs(env) };
    }
    return { type: server.type ?? 'http', name, url: server.url, headers: pairs(server.headers) };
  });
}

function pairs(record: Record<string, string> = {}): EnvVariable[] {
  return Object.entries(record).map(([name, value]) => ({ name, value }));
}

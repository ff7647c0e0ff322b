import { AgentFault } from './agent-fault.js';
import { cutName } from './cut-text.js';
import { fieldsOf, isFields, textOf } from './read-fields.js';
import { oneLine } from './strip-control.js';

/** The one version of ACP that we speak. */
export const ACP_VERSION = 1;

/** What an agent said of itself when it was initialized. What it left out it cannot do. */
export interface AgentProfile {
  /** Its own name for itself, if it gave one. */
  title: string | null;
  version: string | null;
  prompt: { image: boolean; audio: boolean; embedded: boolean };
  canLoad: boolean;
  canResume: boolean;
  canClose: boolean;
  canList: boolean;
  canDelete: boolean;
  /** It takes a new title by `session/set_title`, which is not stable yet. */
  canTitle: boolean;
  canSignOut: boolean;
  /** It takes folders besides a session's own. */
  canUseDirectories: boolean;
  /** Which MCP servers it takes besides programs. */
  mcp: { http: boolean; sse: boolean };
  /** The ways to sign in as the agent tells them; whoever offers them to people reads them. */
  authMethods: unknown;
}

/** Reads the answer to `initialize`; throws if the agent speaks another version of the protocol. */
export function parseProfile(value: unknown, agentName: string): AgentProfile {
  const { protocolVersion, agentCapabilities, agentInfo, authMethods } = fieldsOf(value);
  if (protocolVersion !== ACP_VERSION) {
    const spoken = cutName(oneLine(String(JSON.stringify(protocolVersion) ?? 'no')), 40);
    const help = 'Update the agent or AcDeck, or choose another agent.';
    throw new AgentFault(`${agentName} speaks version ${spoken} of ACP; AcDeck speaks version 1. ${help}`);
  }
  const { loadSession, promptCapabilities, sessionCapabilities, mcpCapabilities, auth } = fieldsOf(agentCapabilities);
  const mcp = fieldsOf(mcpCapabilities);
  const prompt = fieldsOf(promptCapabilities);
  const session = fieldsOf(sessionCapabilities);
  const info = fieldsOf(agentInfo);
  return {
    title: nameOf(info.title) ?? nameOf(info.name),
    version: nameOf(info.version),
    prompt: {
      image: prompt.image === true,
      audio: prompt.audio === true,
      embedded: prompt.embeddedContext === true,
    },
    canLoad: loadSession === true,
    canResume: isFields(session.resume),
    canClose: isFields(session.close),
    canList: isFields(session.list),
    canDelete: isFields(session.delete),
    canTitle: isFields(session.title),
    canSignOut: isFields(fieldsOf(auth).logout),
    canUseDirectories: isFields(session.additionalDirectories),
    mcp: { http: mcp.http === true, sse: mcp.sse === true },
    authMethods,
  };
}

function nameOf(value: unknown): string | null {
  const text = textOf(value);
  return text === null ? null : cutName(oneLine(text), 60) || null;
}

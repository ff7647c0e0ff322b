import { fieldsOf, isFields } from '../../protocol/fields.js';
import { cutName } from '../../text/cut-text.js';
import { cleanLine } from '../../text/strip-control.js';
import { AgentFault } from '../process/agent-fault.js';
import { stringField } from './read-fields.js';

/** The one version of ACP that we speak. */
export const ACP_VERSION = 1;

/** What an agent said of itself when it was initialized. What it left out it cannot do. */
export interface AgentProfile {
  /** Its own name for itself, if it gave one: for people, and as programs know it. */
  title: string | null;
  name: string | null;
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
  /** The ways to sign in as the agent reports them; anyone who offers them to people reads them. */
  authMethods: unknown;
}

/** Reads the answer to `initialize`; throws if the agent speaks another version of the protocol. */
export function parseProfile(value: unknown, agentName: string): AgentProfile {
  const { protocolVersion, agentCapabilities, agentInfo, authMethods } = fieldsOf(value);
  if (protocolVersion !== ACP_VERSION) {
    const spoken = cutName(cleanLine(String(JSON.stringify(protocolVersion) ?? 'no')), 40);
    throw new AgentFault({ code: 'wrong_version', agent: agentName, version: spoken });
  }
  const { loadSession, promptCapabilities, sessionCapabilities, mcpCapabilities, auth } = fieldsOf(agentCapabilities);
  const mcp = fieldsOf(mcpCapabilities);
  const prompt = fieldsOf(promptCapabilities);
  const session = fieldsOf(sessionCapabilities);
  const info = fieldsOf(agentInfo);
  return {
    title: nameOf(info.title) ?? nameOf(info.name),
    name: nameOf(info.name),
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
  const text = stringField(value);
  return text === null ? null : cutName(cleanLine(text), 60) || null;
}

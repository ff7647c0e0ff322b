import type { AgentFeature } from '../../protocol/api/agent-report.js';
import { type Fields, fieldsOf } from '../../protocol/fields.js';
import { own } from '../../protocol/own.js';
import type { AgentProfile } from '../parse/agent-profile.js';
import { SessionOptions } from '../sessions/session-options.js';

/** What an agent has said that it can do. */
export function advertisedFeatures(profile: AgentProfile): AgentFeature[] {
  const { prompt, mcp } = profile;
  const said: [AgentFeature, boolean][] = [
    ['load', profile.canLoad],
    ['resume', profile.canResume],
    ['list', profile.canList],
    ['close', profile.canClose],
    ['images', prompt.image],
    ['audio', prompt.audio],
    ['embedded', prompt.embedded],
    ['mcp_http', mcp.http],
    ['mcp_sse', mcp.sse],
    ['directories', profile.canUseDirectories],
  ];
  return said.filter(([, is]) => is).map(([feature]) => feature);
}

const OF_UPDATE: Readonly<Record<string, AgentFeature>> = {
  plan: 'plans',
  usage_update: 'usage',
  available_commands_update: 'commands',
  current_mode_update: 'modes',
};

const OF_METHOD: Readonly<Record<string, AgentFeature>> = {
  'session/load': 'load',
  'session/resume': 'resume',
  'session/list': 'list',
  'session/close': 'close',
  'terminal/create': 'terminals',
  'fs/read_text_file': 'files',
  'fs/write_text_file': 'files',
};

const OF_BLOCK: Readonly<Record<string, AgentFeature>> = { image: 'images', audio: 'audio', resource: 'embedded' };

/** Looks at what passes between an agent and us, and notes which features it shows. */
export class CardWatch {
  readonly #see: (feature: AgentFeature) => void;
  readonly #toolCalls = new Set<unknown>();

  constructor(see: (feature: AgentFeature) => void) {
    this.#see = see;
  }

  /** The agent said something about a session. */
  onUpdate(params: unknown): void {
    const update = fieldsOf(fieldsOf(params).update);
    const kind = String(update.sessionUpdate);
    this.#seeOne(own(OF_UPDATE, kind));
    if (kind.endsWith('_chunk') && update.messageId != null) this.#see('message_ids');
    if (kind === 'config_option_update') this.#seeOptions(update);
    if (!kind.startsWith('tool_call')) return;
    if (this.#toolCalls.size < 10_000) this.#toolCalls.add(update.toolCallId);
    if (hasDiff(update)) this.#see('diffs');
  }

  /** The agent asked something of us. */
  onAsked(method: string, params: Fields): void {
    this.#seeOne(own(OF_METHOD, method));
    if (method !== 'session/request_permission') return;
    const toolCall = fieldsOf(params.toolCall);
    this.#see('permissions');
    if (hasDiff(toolCall)) this.#see('permission_diffs');
    if (this.#toolCalls.has(toolCall.toolCallId)) this.#see('matching_tool_ids');
  }

  /** The agent did what we asked for. */
  onAnswered(method: string, params: object, result: unknown): void {
    this.#seeOne(own(OF_METHOD, method));
    const { prompt, mcpServers, additionalDirectories } = fieldsOf(params);
    for (const block of listOfFields(prompt)) this.#seeOne(own(OF_BLOCK, String(block.type)));
    for (const { type } of listOfFields(mcpServers)) {
      if (type === 'http' || type === 'sse') this.#see(type === 'http' ? 'mcp_http' : 'mcp_sse');
    }
    if (Array.isArray(additionalDirectories)) this.#see('directories');
    if (/^session\/(new|load|resume)$/.test(method)) this.#seeOptions(fieldsOf(result));
  }

  #seeOptions(told: Fields): void {
    const { modes, list = [] } = new SessionOptions(told);
    if (modes) this.#see('modes');
    for (const { category } of list)
      this.#see(category === 'model' || category === 'mode' ? `${category}s` : 'options');
  }

  #seeOne(feature: AgentFeature | undefined): void {
    if (feature) this.#see(feature);
  }
}

function hasDiff({ content }: Fields): boolean {
  return listOfFields(content).some(({ type }) => type === 'diff');
}

function listOfFields(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

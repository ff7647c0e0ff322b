import type { DelegateDirective } from './directives.js';
import type { ModelReply, OfferedTool, Said } from './wires/wire.js';

interface Asked {
  task: DelegateDirective;
  /** What tools have said since the task was wanted. */
  results: readonly Said[];
  tools: readonly OfferedTool[];
  newId: () => string;
}

/** Whatever agents put before the name of a tool of ours. */
const NAMED = (tool: string) => new RegExp(`(^|acdeck[^a-z]*)${tool}$`, 'i');
/** Agents with many tools show some only to a model that looks for them. */
const SEARCH = /^tool_?search$/i;
/** Qwen's way to a tool that was found. */
const CALL = /^tool_call$/;
/** Agents that connect to servers in the background find nothing at first. */
const MOST_SEARCHES = 5;
/** Codex lets the model call tools from a script. */
const SCRIPT = /^exec$/;

/** Gives the task with AcDeck's tool, waits as long as it runs, and says what came of it. */
export function delegated({ task: { task, name }, results, tools, newId }: Asked): ModelReply {
  const last = results.findLast(({ text }) => new RegExp(`${name}: `).test(text))?.text;
  const isOver = last !== undefined && !new RegExp(`${name}: (running|waiting)`).test(last);
  if (isOver || results.some(({ text }) => /\b(too_many|not_found|no_agent|off): /.test(text))) {
    return said(`Tool said: ${(last ?? results.at(-1)?.text ?? '').slice(0, 1_000)}`, newId());
  }
  const [wanted, input] = last === undefined ? ['delegate', { task, name }] : ['wait', { names: [name] }];
  const tool = tools.find((offered) => NAMED(wanted).test(offered.name));
  if (tool) return { kind: 'call', id: newId(), tool, input };
  const hasFailed = results.some(({ text }) => text.includes('Script failed'));
  const script = tools.find((offered) => SCRIPT.test(offered.name) && offered.isFreeform);
  if (script && !hasFailed) return { kind: 'call', id: newId(), tool: script, input: scriptFor(wanted, input) };
  const call = tools.find((offered) => CALL.test(offered.name));
  const found = results.some(({ text }) => text.includes(`"name":"mcp__acdeck__${wanted}"`));
  if (call && found) {
    return { kind: 'call', id: newId(), tool: call, input: { name: `mcp__acdeck__${wanted}`, arguments: input } };
  }
  const search = tools.find((offered) => SEARCH.test(offered.name));
  if (search && results.length < MOST_SEARCHES) {
    return { kind: 'call', id: newId(), tool: search, input: queryFor(search) };
  }
  return said(`No tool to ${wanted}. Offered: ${tools.map((offered) => offered.name).join(', ')}`, newId());
}

/** Some look for names, some for words. */
function queryFor({ schema }: OfferedTool): object {
  const isByWords = schema.properties?.limit !== undefined;
  const query = isByWords ? 'delegate wait task agent' : 'select:mcp__acdeck__delegate,mcp__acdeck__wait';
  return { query, ...(schema.properties?.max_results ? { max_results: 5 } : {}) };
}

function scriptFor(tool: string, input: object): string {
  return `const result = await tools.mcp__acdeck__${tool}(${JSON.stringify(input)});\ntext(JSON.stringify(result));`;
}

/** In one piece, so that one line of the wire shows what became of a tool. */
function said(words: string, id: string): ModelReply {
  return { kind: 'text', id, chunks: [words], pauseMs: 0 };
}

import type { DelegateDirective, OwnToolDirective } from './directives.js';
import type { ModelReply, OfferedTool, Said } from './wires/wire.js';

interface Asked<Task> {
  task: Task;
  /** What tools have said since the task was wanted. */
  results: readonly Said[];
  tools: readonly OfferedTool[];
  newId: () => string;
}

/** A tool of AcDeck's that is to be called. */
interface Call extends Omit<Asked<unknown>, 'task'> {
  wanted: string;
  input: object;
}

/** Whatever agents put before the name of a tool of ours. */
const NAMED = (tool: string) => new RegExp(`acdeck[^a-z]*${tool}$`, 'i');
/** Agents with many tools show some only to a model that looks for them. */
const SEARCH = /^tool_?search$/i;
/** Qwen's way to a tool that was found. */
const CALL = /^tool_call$/;
/** Agents that connect to servers in the background find nothing at first. */
const MOST_SEARCHES = 5;
/** Codex lets the model call tools from a script. */
const SCRIPT = /^exec$/;
/** What a tool of ours says when it has nothing more to say. */
const REFUSED = /\b(too_many|not_found|no_agent|off): /;
const TOLD = /: (answered|declined)|asks a person|No agent can be asked/;
const WAITING = /(\S+): waiting\. Go on/;

/** Gives the task with AcDeck's tool, waits as long as it runs, and says what came of it. */
export function delegated({ task: { task, name }, results, ...rest }: Asked<DelegateDirective>): ModelReply {
  const last = results.findLast(({ text }) => new RegExp(`${name}: `).test(text))?.text;
  const isOver = last !== undefined && !new RegExp(`${name}: (running|waiting)`).test(last);
  if (isOver || results.some(({ text }) => REFUSED.test(text))) return toolSaid(last, results, rest.newId());
  return last === undefined
    ? callOwn({ wanted: 'delegate', input: { task, name }, results, ...rest })
    : callOwn({ wanted: 'wait', input: { names: [name] }, results, ...rest });
}

/** Calls a tool that only tells or asks, waits for a person's answer, and says what came of it. */
export function toldByOwnTool({ task: { tool, input }, results, ...rest }: Asked<OwnToolDirective>): ModelReply {
  const told = results.findLast(({ text }) => TOLD.test(text))?.text;
  if (told !== undefined || results.length >= MOST_SEARCHES) return toolSaid(told, results, rest.newId());
  const question = results.map(({ text }) => WAITING.exec(text)?.[1]).findLast((id) => id !== undefined);
  return question === undefined
    ? callOwn({ wanted: tool, input, results, ...rest })
    : callOwn({ wanted: 'wait', input: { names: [question] }, results, ...rest });
}

/** The next step on the agent's own way to a tool of ours. */
function callOwn({ wanted, input, results, tools, newId }: Call): ModelReply {
  const tool = tools.find(({ name, namespace = '' }) => NAMED(wanted).test(`${namespace}__${name}`));
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
    return { kind: 'call', id: newId(), tool: search, input: queryFor(search, wanted) };
  }
  // Without anything before it, it may be the agent's own tool of the same name.
  const bare = tools.find((offered) => offered.name === wanted);
  if (bare) return { kind: 'call', id: newId(), tool: bare, input };
  return said(`No tool to ${wanted}. Offered: ${tools.map((offered) => offered.name).join(', ')}`, newId());
}

/** Some look for names, some for words. */
function queryFor({ schema }: OfferedTool, wanted: string): object {
  const isByWords = schema.properties?.limit !== undefined;
  const names = [...new Set([wanted, 'wait'])];
  const query = isByWords
    ? `${wanted.replaceAll('_', ' ')} wait task agent`
    : `select:${names.map((name) => `mcp__acdeck__${name}`).join(',')}`;
  return { query, ...(schema.properties?.max_results ? { max_results: 5 } : {}) };
}

function scriptFor(tool: string, input: object): string {
  return `const result = await tools.mcp__acdeck__${tool}(${JSON.stringify(input)});\ntext(JSON.stringify(result));`;
}

function toolSaid(words: string | undefined, results: readonly Said[], id: string): ModelReply {
  return said(`Tool said: ${(words ?? results.at(-1)?.text ?? '').slice(0, 1_000)}`, id);
}

/** In one piece, so that one line of the wire shows what became of a tool. */
function said(words: string, id: string): ModelReply {
  return { kind: 'text', id, chunks: [words], pauseMs: 0 };
}

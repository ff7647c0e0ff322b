import { HANDOVER_OPENING } from '../../server/protocol/handover.js';
import { directiveIn, NOTHING_REMEMBERED, rememberedWord } from './directives.js';
import { delegated, toldByOwnTool } from './own-tool-script.js';
import { inputFor, inputToRead, type Task, toolFor } from './tool-input.js';
import { type ModelReply, type ModelRequest, type OfferedTool, type Said, tokensOf } from './wires/wire.js';

const COUNT_PAUSE_MS = 150;

/** What the fake model answers: decided by the last directive and what has happened since. */
export function replyTo(request: ModelRequest, newId: () => string): ModelReply | 'refusal' {
  const at = request.said.findLastIndex(({ role, text }) => role === 'user' && directiveIn(asked(text)) !== null);
  const directive = directiveIn(asked(request.said[at]?.text ?? ''));
  const results = request.said.slice(at + 1).filter(({ role }) => role === 'result');
  const { tools } = request;
  if (!directive) return text('Fine.', newId());
  switch (directive.kind) {
    case 'say':
      return { ...text(directive.text, newId()), ...tokensOf(directive.tokens) };
    case 'fail':
      return 'refusal';
    case 'recall':
      return text(recall(request.said.slice(0, at)), newId());
    case 'count':
      return { ...count(directive), id: newId() };
    case 'delegate':
      return delegated({ task: directive, results, tools, newId });
    case 'own_tool':
      return toldByOwnTool({ task: directive, results, tools, newId });
    case 'read_attached':
      return readAttached({ name: directive.name, said: request.said, results, tools, newId });
    default:
      return work({ task: directive, results, tools, newId });
  }
}

/** What a lost past is told of quotes the request before, which is not to be done again. */
function asked(said: string): string {
  return said.split(HANDOVER_OPENING)[0] ?? '';
}

interface Work {
  task: Task;
  results: readonly Said[];
  tools: readonly OfferedTool[];
  newId: () => string;
}

/** One call per task, and a read before an edit, since some agents refuse to edit what was not read. */
function work({ task, results, tools, newId }: Work): ModelReply {
  const tool = toolFor(task.kind, tools);
  if (!tool) return text(`No tool for: ${task.kind}. Offered: ${tools.map(({ name }) => name).join(', ')}`, newId());
  const reader = toolFor('read', tools);
  const isEdit = task.kind === 'replace';
  const calls = isEdit && reader ? [{ tool: reader, input: inputToRead(reader, task.path) }] : [];
  calls.push({ tool, input: inputFor(tool, task) });
  const next = calls[results.length];
  return next ? { kind: 'call', id: newId(), ...next } : toolSaid(results, newId());
}

interface Reading extends Omit<Work, 'task'> {
  name: string;
  said: readonly Said[];
}

/** A model knows an attached file by the path that its agent shows it. */
function readAttached({ name, said, results, tools, newId }: Reading): ModelReply {
  if (results.length > 0) return toolSaid(results, newId());
  const path = pathTo(name, said);
  if (!path) return text(`Nothing is called ${name}.`, newId());
  const reader = toolFor('read', tools);
  if (!reader) return text(`No tool for: read. It is at ${path}`, newId());
  return { kind: 'call', id: newId(), tool: reader, input: inputToRead(reader, path) };
}

function pathTo(name: string, said: readonly Said[]): string | null {
  const paths = new RegExp(`(?<=^|[^\\w/])/[^\\s"'()<>\\[\\]]*/${name.replaceAll('.', '\\.')}`, 'g');
  return said.flatMap(({ text: words }) => [...words.replaceAll('file://', ' ').matchAll(paths)]).at(-1)?.[0] ?? null;
}

/** In one piece, so that one line of the wire shows what became of a tool. */
function toolSaid(results: readonly Said[], id: string): ModelReply {
  return { ...text('', id), chunks: [`Tool said: ${results.at(-1)?.text.slice(0, 400)}`] };
}

function recall(before: readonly Said[]): string {
  const word = before.map(({ text: said }) => rememberedWord(said)).findLast((found) => found !== null);
  return word ? `The word was ${word}.` : NOTHING_REMEMBERED;
}

function count({ to, label }: { to: number; label: string }): Omit<ModelReply & { kind: 'text' }, 'id'> {
  const chunks = Array.from({ length: to }, (_, i) => `${label}-${i + 1} `);
  return { kind: 'text', chunks, pauseMs: COUNT_PAUSE_MS };
}

function text(said: string, id: string): ModelReply & { kind: 'text' } {
  return { kind: 'text', id, chunks: said.match(/\S+\s*/g) ?? [said], pauseMs: 0 };
}

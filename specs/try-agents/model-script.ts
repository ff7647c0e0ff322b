import { HANDOVER_OPENING } from '../../server/protocol/handover.js';
import { delegated } from './delegate-script.js';
import { directiveIn, rememberedWord } from './directives.js';
import { inputFor, readInput, type Task, toolFor } from './tool-input.js';
import type { ModelReply, ModelRequest, OfferedTool, Said } from './wires/wire.js';

const COUNT_PAUSE_MS = 150;

/** What the fake model answers: decided by the last directive and what has happened since. */
export function replyTo(request: ModelRequest, newId: () => string): ModelReply | 'refusal' {
  const at = request.said.findLastIndex(({ role, text }) => role === 'user' && directiveIn(asked(text)) !== null);
  const directive = directiveIn(asked(request.said[at]?.text ?? ''));
  const results = request.said.slice(at + 1).filter(({ role }) => role === 'result');
  if (!directive) return text('Fine.', newId());
  switch (directive.kind) {
    case 'say':
      return text(directive.text, newId());
    case 'fail':
      return 'refusal';
    case 'recall':
      return text(recall(request.said.slice(0, at)), newId());
    case 'count':
      return { ...count(directive), id: newId() };
    case 'delegate':
      return delegated({ task: directive, results, tools: request.tools, newId });
    default:
      return work({ task: directive, results, tools: request.tools, newId });
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
  const calls = isEdit && reader ? [{ tool: reader, input: readInput(reader, task) }] : [];
  calls.push({ tool, input: inputFor(tool, task) });
  const next = calls[results.length];
  // In one piece, so that one line of the wire shows what became of a tool.
  if (!next) return { ...text('', newId()), chunks: [`Tool said: ${results.at(-1)?.text.slice(0, 400)}`] };
  return { kind: 'call', id: newId(), ...next };
}

function recall(before: readonly Said[]): string {
  const word = before.map(({ text: said }) => rememberedWord(said)).findLast((found) => found !== null);
  return word ? `The word was ${word}.` : 'I know of no word.';
}

function count({ to, label }: { to: number; label: string }): Omit<ModelReply & { kind: 'text' }, 'id'> {
  const chunks = Array.from({ length: to }, (_, i) => `${label}-${i + 1} `);
  return { kind: 'text', chunks, pauseMs: COUNT_PAUSE_MS };
}

function text(said: string, id: string): ModelReply & { kind: 'text' } {
  return { kind: 'text', id, chunks: said.match(/\S+\s*/g) ?? [said], pauseMs: 0 };
}

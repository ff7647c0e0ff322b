import { own } from '../../../server/protocol/own.js';

/** A field of a tool call's raw input, which may be anything, if it is text that says something. */
export function textField(raw: unknown, ...names: string[]): string | null {
  if (typeof raw !== 'object' || raw === null) return null;
  for (const name of names) {
    const value: unknown = own(raw, name);
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}

/** A number in a raw output. */
export function numberField(raw: unknown, ...names: string[]): number | null {
  if (typeof raw !== 'object' || raw === null) return null;
  for (const name of names) {
    const value: unknown = own(raw, name);
    if (typeof value === 'number' && Number.isFinite(value)) return value;
  }
  return null;
}

/** All that a call was given, as text: its only text as it is, anything else by its fields. */
export function inputText(raw: unknown): string | null {
  if (typeof raw === 'string') return raw.trim() === '' ? null : raw;
  if (typeof raw !== 'object' || raw === null) return null;
  const values: unknown[] = Object.values(raw);
  if (values.length === 0) return null;
  return values.length === 1 && typeof values[0] === 'string' ? values[0] : JSON.stringify(raw, null, 2);
}

/** What a call gave back, in its own words where it has some: also as a list, one answer for each thing asked. */
export function outputText(raw: unknown): string | null {
  if (typeof raw === 'string') return raw;
  if (!Array.isArray(raw)) return textField(raw, 'output', 'stdout', 'result', 'message', 'error', 'content', 'text');
  const texts = raw.map((item: unknown) => outputText(item));
  return texts.length > 0 && texts.every((text) => text !== null) ? texts.map(withNewline).join('') : null;
}

function withNewline(text: string, n: number, all: readonly unknown[]): string {
  return text.endsWith('\n') || n === all.length - 1 ? text : `${text}\n`;
}

/** A title that is a tool's name with all that it was given, as JSON, is the name. */
export function withoutInput(title: string): string {
  return WITH_INPUT.exec(title)?.[1] ?? title;
}

/** What such a title says behind the name; nothing for any other title. */
export function inputInTitle(title: string): string {
  return WITH_INPUT.exec(title)?.[2] ?? '';
}

const WITH_INPUT = /^([\w.-]+): ?([{[].*)$/s;

/** How agents name the tools of MCP servers. */
const MCP_NAMES: readonly [pattern: RegExp, server: number, tool: number][] = [
  [/^mcp__(.+?)__(.+)$/, 1, 2],
  [/^(?:MCP )?Tool: ([\w.-]+)\/([\w.-]+)$/i, 1, 2],
  [/^mcp[.:/]([\w-]+)[.:/]([\w-]+)$/i, 1, 2],
  [/^([\w.-]+) \(([\w.-]+) MCP Server\)$/i, 2, 1],
];

/** `mcp__linear__create_issue` as a person would say it: linear · create issue. Any other title is its own name. */
export function readableTool(title: string): string {
  for (const [pattern, server, tool] of MCP_NAMES) {
    const found = pattern.exec(title);
    if (found) return [found[server]!, found[tool]!].map((name) => name.replace(/_+/g, ' ').trim()).join(' · ');
  }
  return title;
}

/** A path as short as it can be said from a folder. */
export function shortPath(path: string, folder: string): string {
  const base = folder.endsWith('/') ? folder : `${folder}/`;
  return path.startsWith(base) ? path.slice(base.length) : path;
}

import type { Directive } from './directives.js';
import type { OfferedTool, ToolSchema } from './wires/wire.js';

/** A directive that needs a tool. */
export type Task = Extract<Directive, { kind: 'write' | 'replace' | 'delete' | 'run' }>;

/** Names under which shipped agents offer a tool for each task, the most fitting first. */
const TOOL_NAMES: Record<Task['kind'] | 'read', readonly RegExp[]> = {
  write: [/^(create|write|write_file|create_file|write_to_file|writefile)$/i, /editor$/i, /^apply_patch$/],
  replace: [/^(edit|replace|edit_file|str_replace|strreplacefile|replace_in_file)$/i, /editor$/i, /^apply_patch$/],
  delete: [/^(delete|delete_file|remove_file)$/i, /^apply_patch$/],
  run: [/^(bash|shell|run_shell_command|exec_command|shell_command|execute_command|run_commands)$/i, /shell$/i],
  read: [/^(view|read|read_file|readfile|read_files)$/i],
};

/** The tool among those offered that does a task. */
export function toolFor(kind: Task['kind'] | 'read', tools: readonly OfferedTool[]): OfferedTool | null {
  for (const pattern of TOOL_NAMES[kind]) {
    const tool = tools.find((offered) => pattern.test(offered.name));
    if (tool) return tool;
  }
  return null;
}

/** A call's input, made to fit the tool's own schema. */
export function inputFor(tool: OfferedTool, task: Task): unknown {
  if (tool.isFreeform || tool.name === 'apply_patch') return patchInput(tool, task);
  return fill(tool.schema, valuesOf(task));
}

/** What reads a file. */
export function inputToRead(reader: OfferedTool, path: string): unknown {
  return fill(reader.schema, [[PATH, path]]);
}

/** Values by what a property may be called. */
type Values = readonly (readonly [names: RegExp, value: string])[];

const PATH = /^(path|file_?path|absolute_path|file|file_?name)$/i;

function valuesOf(task: Task): Values {
  if (task.kind === 'run') {
    const command = [/^(commands?|cmd|script)$/i, task.command] as const;
    if (task.isLook) return [command];
    return [
      command,
      // Codex runs what its sandbox allows without a question; a model asks for more by itself.
      [/^sandbox_permissions$/, 'require_escalated'],
      [/^justification$/, 'The person asked for it.'],
    ];
  }
  if (task.kind === 'write') {
    return [
      [PATH, task.path],
      [/^(content|contents|file_?text|new_?text|text|code)$/i, task.text],
      [/^(command|mode)$/i, 'create'],
    ];
  }
  if (task.kind === 'delete') return [[PATH, task.path]];
  return [
    [PATH, task.path],
    [/^(old_?str|old_?string|old_?text|before|old|search)$/i, task.before],
    [/^(new_?str|new_?string|new_?text|after|new|replace)$/i, task.after],
    [/^(command|mode)$/i, 'str_replace'],
  ];
}

/** Known properties get their value; unknown ones are left out unless they are required. */
function fill(schema: ToolSchema, values: Values): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const value = values.find(([names, one]) => names.test(name) && (property.enum?.includes(one) ?? true))?.[1];
    if (value !== undefined) input[name] = isOf(property, 'array') ? [value] : value;
    else if (holdsKnown(property, values)) input[name] = [fill(property.items ?? {}, values)];
    else if (schema.required?.includes(name)) input[name] = placeholder(property);
  }
  return input;
}

/** Lists such as `edits: [{oldText, newText}]` hold inside what we have. */
function holdsKnown(property: ToolSchema, values: Values): boolean {
  const inner = Object.keys(property.items?.properties ?? {});
  return inner.some((name) => values.some(([names]) => names.test(name)));
}

function placeholder(property: ToolSchema): unknown {
  if (property.enum) return property.enum[0];
  if (isOf(property, 'boolean')) return false;
  if (isOf(property, 'number') || isOf(property, 'integer')) return 1;
  if (isOf(property, 'array')) return [];
  if (isOf(property, 'object')) return {};
  return 'as asked';
}

/** Gemini's own schemas spell their types in capitals. */
function isOf(schema: ToolSchema, type: string): boolean {
  return [schema.type ?? ''].flat().some((name) => name.toLowerCase() === type);
}

function patchInput(tool: OfferedTool, task: Task): unknown {
  const patch = patchFor(task);
  return tool.isFreeform
    ? patch
    : { ...fill(tool.schema, []), [Object.keys(tool.schema.properties ?? {})[0] ?? 'input']: patch };
}

function patchFor(task: Task): string {
  switch (task.kind) {
    case 'write':
      return addPatch(task);
    case 'replace':
      return updatePatch(task);
    case 'delete':
      return ['*** Begin Patch', `*** Delete File: ${task.path}`, '*** End Patch', ''].join('\n');
    case 'run':
      return '';
  }
}

function addPatch({ path, text }: Task & { kind: 'write' }): string {
  const lines = text.split('\n').map((line) => `+${line}`);
  return ['*** Begin Patch', `*** Add File: ${path}`, ...lines, '*** End Patch', ''].join('\n');
}

function updatePatch({ path, before, after }: Task & { kind: 'replace' }): string {
  return ['*** Begin Patch', `*** Update File: ${path}`, '@@', `-${before}`, `+${after}`, '*** End Patch', ''].join(
    '\n',
  );
}

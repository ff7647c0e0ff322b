import type { ContentBlock, Diff, ToolCallContent, ToolKind } from '@agentclientprotocol/sdk';
import { PAIRS, WHOLE } from '../../../server/protocol/call-fields.js';
import { type InputReading, inputIn, kindsOf, readInput } from '../../../server/protocol/call-reading.js';
import type { DelegationAsk } from '../../../server/protocol/events.js';
import { type Fields, isFields, isTexts } from '../../../server/protocol/fields.js';
import { own } from '../../../server/protocol/own.js';
import { isObjectText, parseJson, textsInJson } from '../../../server/protocol/read-json.js';
import { shellWord } from '../../../server/protocol/shell-word.js';
import { withFacts } from '../../../server/protocol/shown-diff.js';
import { canonicalJson, isBlank } from '../../../server/protocol/transcript/asked-call.js';
import { askedContent } from '../../../server/protocol/transcript/call-content.js';
import type { Permission, ToolEntry } from '../../../server/protocol/transcript/entries.js';
import { missingFrom } from '../../../server/protocol/transcript/left-out.js';
import { type PatchedFile, parsePatch } from '../../../server/protocol/transcript/parse-patch.js';
import { writerIn } from '../../../server/protocol/transcript/writer-title.js';
import { isOdd } from '../../ui/hidden-characters.js';
import { inputInTitle, readableTool, shortPath, withoutInput } from '../tools/tool-input.js';
import { findRisks, joinPath, type Risk } from './find-risks.js';
import { repeatsDiffs } from './repeats-diffs.js';
import { isDetail } from './request-details.js';
import { type Deed, type MissingPart, requestWords } from './words.js';

/** A field of a call's input that is drawn in no other way. */
export interface InputField {
  readonly name: string;
  readonly value: string;
}

/** A text that is to be written or that the agent shows; a patch is coloured as such. */
export interface ShownText {
  readonly name: string;
  readonly text: string;
  readonly isPatch?: true;
}

/** A request taken apart for drawing. Everything that the agent said is in one of the parts. */
export interface RequestParts {
  readonly kind: ToolKind;
  /** What is asked, as a verb and a thing. */
  readonly title: string;
  /** What the agent calls it, where that says more. */
  readonly subtitle: string | null;
  readonly commands: readonly string[];
  readonly diffs: readonly Diff[];
  readonly texts: readonly ShownText[];
  /** Pictures, sounds and terminals. */
  readonly others: readonly ToolCallContent[];
  /** Files that nothing else names, and the folder in which a command runs. */
  readonly places: readonly string[];
  readonly fields: readonly InputField[];
  /** Ids, times and repetitions that agents send for programs: shown when a person asks for them. */
  readonly details: readonly InputField[];
  readonly risks: readonly Risk[];
  /** Whether characters hide or deceive somewhere. */
  readonly isOdd: boolean;
  /** Whether the agent announced another command than it asks for. */
  readonly differs: boolean;
  readonly missing: MissingPart | null;
  /** By what a request is like another one. */
  readonly likeness: string;
}

/** What goes into a file may speak of anything. */
const BODIES = new Set([...WHOLE, ...PAIRS.flat()]);
const MOST_STEPS = 100;

/** What our tools call the words of a task. */
const TASKS = ['task', 'text'];

/** A longer title isn't a heading. */
const HEADING = 160;

/** Where most commands run. */
export const HERE = requestWords.here;

/** Collects the parts of one request; each thing that was said goes into one of them. */
class PartCollector {
  readonly commands: string[] = [];
  readonly diffs: Diff[] = [];
  readonly texts: ShownText[] = [];
  readonly others: ToolCallContent[] = [];
  readonly fields: InputField[] = [];
  readonly places: string[] = [];
  /** What the patches among the texts do. */
  readonly patched: PatchedFile[] = [];
  /** Files that a patch names of which not all can be read. */
  readonly named: string[] = [];
  /** Where files go, if that is what is asked. */
  readonly moves: { from: string; to: string }[] = [];
  /** All texts in the fields, however deep: a command may be among them. */
  readonly said: string[] = [];
  readonly #folder: string;
  cwd = '';
  isCutByAgent = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  takeContent(item: ToolCallContent, kind: ToolKind): void {
    if (item.type === 'diff') this.#addDiff(item);
    else if (item.type === 'content') this.#takeBlock(item.content, item, kind);
    else this.others.push(item);
  }

  /** What a call is given. A part of it that is drawn already is not drawn again; everything left is a field. */
  takeInput(raw: unknown, kind: ToolKind): void {
    if (isBlank(raw)) return;
    const input = inputIn(raw);
    if (typeof input === 'string') this.#takeText(requestWords.texts.input, input);
    else if (!isFields(input)) this.#addField(requestWords.fields.input, input);
    else this.#takeReading(readInput(input, kind));
  }

  #takeReading(reading: InputReading, around: { path?: string; name?: string } = {}): void {
    const { parts, pairs, moves, inner } = reading;
    if (inner) {
      this.#takeReading(inner, around);
      return;
    }
    const left = new Map(parts.map((part) => [part.name, part]));
    for (const { name, ...part } of parts) {
      if (part.is === 'command' && part.isWhole) this.#addCommand(part.text);
      else if (part.is === 'commands' && isTexts(part.value)) this.#addCommand(part.list.join('\n'));
      else continue;
      left.delete(name);
    }
    const file = reading.file ?? around.path ?? '';
    for (const { names, from, to } of moves) {
      this.moves.push({ from, to });
      for (const place of [from, to]) this.addPlace(place);
      for (const name of names) left.delete(name);
    }
    for (const { names, oldText, newText } of pairs) {
      if (!this.#hasChange(oldText, newText)) this.#addDiff(pieceOf({ path: file, oldText, newText }));
      for (const name of names) left.delete(name);
    }
    const isFile = reading.file !== null && this.commands.length === 0;
    for (const part of left.values()) {
      if (part.is !== 'text' && part.is !== 'patch') continue;
      const { name, text } = part;
      const isDrawn = this.diffs.some(({ newText }) => isSameText(newText, text));
      if (!isDrawn && !isFile && !text.includes('\n') && left.size > 1) continue;
      if (!isDrawn)
        this.#addText(isFile && part.is === 'text' && part.isWhole ? requestWords.texts.content : nameOf(name), text);
      left.delete(name);
    }
    for (const part of left.values()) {
      if (part.is !== 'steps' || !isSteps(part.value)) continue;
      left.delete(part.name);
      for (const [n, step] of part.steps.entries()) {
        this.#takeReading(step, { path: file, name: `${part.name} ${n + 1}: ` });
      }
    }
    for (const part of left.values()) {
      const isFolder = part.is === 'workdir' || (part.is === 'path' && part.of === 'folder');
      if (!isFolder || part.path === '' || this.cwd !== '' || this.commands.length === 0) continue;
      this.cwd = part.path;
      left.delete(part.name);
    }
    for (const part of left.values()) {
      if (part.is !== 'path' || part.of !== 'file') continue;
      if (this.commands.length > 0 && !this.#hasPath(part.path)) continue;
      this.addPlace(part.path);
      left.delete(part.name);
    }
    for (const [name, { value }] of left) this.#addField(`${around.name ?? ''}${name}`, value);
  }

  /** The words of a task, which are what is decided on. */
  takeTask(): void {
    for (const field of this.fields.filter(({ name }) => TASKS.includes(name))) {
      this.fields.splice(this.fields.indexOf(field), 1);
      this.texts.push({ name: requestWords.texts.task, text: field.value });
    }
  }

  /** What a title says behind the tool's name; nothing of it is left out unless it is drawn already. */
  takeTitleInput(rest: string, inputs: readonly unknown[], kind: ToolKind): void {
    const input = inputIn(rest);
    if (isFields(input)) this.#takeReading(readInput(input, kind));
    else {
      const start = rest.replace(/\s*(?:…|\.\.\.)?$/, '');
      if (!inputs.some((known) => JSON.stringify(known)?.startsWith(start)))
        this.#addText(requestWords.texts.title, rest);
    }
  }

  /** The name of the tool, where no title says it. */
  takeName(name: string, titles: readonly string[]): void {
    if (name !== '' && !titles.some((title) => lettersOf(title).includes(lettersOf(name))))
      this.#addField(requestWords.fields.tool, name);
  }

  /** What a call gave back although nobody has allowed it yet. */
  takeOutput(output: unknown): void {
    if (!isBlank(output)) this.#addField(requestWords.fields.output, output);
  }

  /** A title that is all that is known, or too long to be in a heading, belongs to what is decided on. */
  takeTitles([first = '', other = '']: readonly string[], kind: ToolKind): void {
    const isAll = this.commands.length + this.texts.length + this.diffs.length + this.fields.length === 0;
    if (kind === 'execute' && isAll && first !== '') {
      this.#addCommand(bare(first));
      this.isCutByAgent = /…\W*$/.test(first);
    } else if (first.length > HEADING || first.includes('\n')) this.#addText(requestWords.texts.title, first);
    const known = [first, ...this.commands, ...this.places, ...this.diffs.map(({ path }) => path)].map(lettersOf);
    const isName = /^\S{1,24}$/.test(other);
    if (other !== '' && !isName && !known.some((text) => text.includes(lettersOf(other)))) {
      this.#addField(requestWords.fields.announcedAs, other);
    }
  }

  /** A path is named once: above its change, or in the list of files. */
  addPlace(path: string): void {
    if (!this.#hasPath(path)) this.places.push(path);
  }

  #hasPath(path: string): boolean {
    const whole = joinPath(path, this.#folder);
    const named = [...this.diffs.map((diff) => diff.path), ...this.places];
    return named.some((other) => joinPath(other, this.#folder) === whole);
  }

  /** Patches name a file without its first slash; where the request names it whole, that is the file. */
  fileOf(patched: string): string {
    const whole = `/${patched}`;
    return this.places.includes(whole) || this.diffs.some(({ path }) => path === whole) ? whole : patched;
  }

  #isSameFile(patched: string, path: string): boolean {
    return `/${patched}` === path || joinPath(patched, this.#folder) === joinPath(path, this.#folder);
  }

  #takeBlock(block: ContentBlock, item: ToolCallContent, kind: ToolKind): void {
    if (block.type === 'resource_link')
      this.#addField(requestWords.fields.link, block.uri === block.name ? block.uri : `${block.name}: ${block.uri}`);
    else if (block.type === 'resource' && 'text' in block.resource)
      this.#addText(block.resource.uri, block.resource.text);
    else if (block.type !== 'text') this.others.push(item);
    else {
      // Some agents tell a call's input as text, in JSON.
      const input = parseJson(block.text);
      if (isFields(input)) this.#takeReading(readInput(input, kind));
      if (!isFields(inputIn(block.text))) this.#takeText(requestWords.texts.message, withoutFence(block.text));
    }
  }

  #addCommand(command: string): void {
    if (!this.commands.includes(command)) this.commands.push(command);
  }

  #addDiff(diff: Diff): void {
    const { path, newText } = diff;
    const oldText = diff.oldText ?? null;
    const isKnown = this.diffs.some(
      (other) => canonicalJson([other.path, other.oldText, other.newText]) === canonicalJson([path, oldText, newText]),
    );
    if (!isKnown) this.diffs.push({ path, oldText, newText, ...(diff._meta ? { _meta: diff._meta } : {}) });
  }

  /** Whether a change is the one of a diff that is drawn, also where that shows the whole file. */
  #hasChange(before: string, after: string): boolean {
    return this.diffs.some(({ oldText, newText }) => {
      const old = oldText ?? '';
      if (isSameText(old, before) && isSameText(newText, after)) return true;
      if (before === '' || !old.includes(before)) return false;
      return old.replace(before, () => after) === newText || old.replaceAll(before, () => after) === newText;
    });
  }

  /** A text by itself. JSON that some readers take for something else is shown as it is; what any of them finds may be risky. */
  #takeText(name: string, text: string): void {
    if (isObjectText(text)) this.said.push(...textsInJson(text));
    this.#addText(name, text);
  }

  #addText(name: string, text: string): void {
    const isDrawn =
      this.texts.some((other) => isSameText(other.text, text)) ||
      this.commands.some((command) => isSameText(command, text));
    if (text.trim() === '' || isDrawn) return;
    const files = parsePatch(text);
    const isSameFile = (patched: string, path: string) => this.#isSameFile(patched, path);
    if (files && repeatsDiffs(text, files, this.diffs, isSameFile)) return;
    this.patched.push(...(files ?? []));
    this.texts.push({
      name: files ? requestWords.texts.patch : name,
      text,
      ...(files || isPatchLike(text) ? { isPatch: true } : {}),
    });
    // What can't be read for certain may still name files.
    if (!files && isPatchLike(text)) this.named.push(...namedIn(text));
  }

  #addField(name: string, value: unknown): void {
    const shown = typeof value === 'string' ? value : JSON.stringify(value, null, isFlat(value) ? 0 : 2);
    const field = { name, value: shown };
    this.said.push(...textsOf(value));
    if (!this.fields.some((other) => other.name === field.name && other.value === field.value)) this.fields.push(field);
  }
}

/** What a call was given, as far as its line and its content do not show it already. */
export function inputParts(
  { rawInput, toolKind }: Pick<ToolEntry, 'rawInput' | 'toolKind'>,
  content: readonly ToolCallContent[],
  folder: string,
): Pick<RequestParts, 'commands' | 'diffs' | 'texts' | 'fields'> {
  const parts = new PartCollector(folder);
  for (const item of content) if (item.type === 'diff') parts.takeContent(item, toolKind);
  const drawn = new Set(parts.diffs);
  parts.takeInput(rawInput, toolKind);
  const isPatchDrawn = drawn.size > 0 && parts.patched.length > 0;
  return {
    commands: toolKind === 'execute' ? parts.commands : [],
    diffs: parts.diffs.filter((diff) => !drawn.has(diff)),
    texts: isPatchDrawn ? parts.texts.filter(({ isPatch }) => !isPatch) : parts.texts,
    fields: [
      ...(toolKind === 'execute' ? [] : parts.commands.map((value) => ({ name: requestWords.fields.command, value }))),
      ...(parts.cwd === '' || parts.cwd === folder ? [] : [{ name: requestWords.fields.folder, value: parts.cwd }]),
      // Where the change itself is drawn, a switch that is off says nothing more of it.
      ...(drawn.size > 0 ? parts.fields.filter((field) => !isOff(field)) : parts.fields),
    ],
  };
}

function isOff({ value }: InputField): boolean {
  return value === 'false' || value === 'null' || value === '';
}

/** Takes a request apart: what it says itself, then what the agent had said about the call before. */
export function requestParts(permission: Permission, folder: string): RequestParts {
  const { toolCall, told = {}, options } = permission;
  const [kind] = kindsOf([toolCall, told]);
  const parts = new PartCollector(folder);
  for (const item of askedContent(permission)) parts.takeContent(item, kind);
  const asked = new PartCollector(folder);
  asked.takeInput(toolCall.rawInput, kind);
  // What the agent has changed comes first: that is what nobody has seen.
  const inputs = [toolCall.rawInput, told.rawInput];
  for (const input of permission.changed ? inputs.reverse() : inputs) parts.takeInput(input, kind);
  for (const { path } of [...(toolCall.locations ?? []), ...(told.locations ?? [])]) parts.addPlace(path);
  const whole = [toolCall.title ?? '', told.title ?? ''];
  for (const title of whole) parts.takeTitleInput(inputInTitle(title), [toolCall.rawInput, told.rawInput], kind);
  const [own = '', before = ''] = whole.map((title) => withoutInput(title).trim());
  const titles = [own, before].filter(Boolean);
  parts.takeName(toolCall.name ?? '', titles);
  parts.takeOutput(toolCall.rawOutput);
  parts.takeTitles(titles, kind);
  const delegation = taskOf(permission, parts);
  if (delegation) parts.takeTask();
  const { commands, diffs, texts, others, places, cwd, patched, moves } = parts;
  const changed = [
    ...diffs.map(({ path }) => path).filter(Boolean),
    ...patched
      .flatMap(({ path, movedTo }) => (movedTo === null ? [path] : [path, movedTo]))
      .map((path) => parts.fileOf(path)),
    ...parts.named.map((path) => parts.fileOf(path)),
  ];
  const isOneWay = isChange(kind) || moves.length > 0 || changed.length > 0 || (kind === 'other' && texts.length > 0);
  const paths = [...changed, ...places];
  const deed = deedOf(kind, parts, titles);
  const heading = delegation
    ? taskHeading(delegation, titles)
    : titleOf({ deed, titles, commands, paths, moves, hosts: hostsIn(parts.fields), folder });
  const drawn = [...commands, ...paths].join('\n');
  const said = parts.fields.filter((field) => !isHeading(field, heading.title));
  const details = said.filter((field) => isDetail(field, drawn) || (delegation && isTaskDetail(field, delegation)));
  const fields = said.filter((field) => !details.includes(field));
  const risks = findRisks({
    commands,
    writes: isOneWay ? paths : [],
    reads: isOneWay ? [] : places,
    texts: [
      ...parts.said,
      ...(commands.length === 0 ? titles : []),
      ...variablesIn(toolCall.rawInput),
      ...variablesIn(told.rawInput),
    ],
    folder,
    cwd,
  });
  const shown = {
    titles,
    commands,
    paths,
    fields: [...fields, ...details],
    options: options.map(({ name }) => name),
    cwd,
  };
  // What goes into a file may be in any language; there only what hides is odd.
  const bodies = [...texts.map(({ text }) => text), ...diffs.map(({ newText }) => newText)];
  const missing = missingFrom([toolCall, told]);
  return {
    kind,
    ...heading,
    commands,
    diffs,
    texts,
    others,
    fields,
    details,
    places: placesOf(places, commands, cwd || folder, folder),
    risks,
    isOdd:
      bodies.some((text) => isOdd(text)) ||
      Object.values(shown)
        .flat()
        .some((part) => isOdd(typeof part === 'string' ? part : part.value, true)),
    differs:
      !permission.changed &&
      !isBlank(told.rawInput) &&
      asked.commands.length > 0 &&
      commands.length > asked.commands.length,
    missing: missing ?? (parts.isCutByAgent ? { characters: 0, isMore: true, isCutByAgent: true } : null),
    likeness: likenessOf(kind, commands, titles, toolCall.name ?? ''),
  };
}

function isChange(kind: ToolKind): boolean {
  return kind === 'edit' || kind === 'delete' || kind === 'move';
}

/** A task that is told to whom it goes. What the agent has changed since, or what does more, is headed by what it does. */
function taskOf({ delegation, changed }: Permission, parts: PartCollector): NamedTask | null {
  const { commands, diffs, patched, moves, others } = parts;
  const doesMore = [commands, diffs, patched, moves, others].some(({ length }) => length > 0);
  if (!delegation || changed || doesMore || delegation.agent === undefined) return null;
  return { ...delegation, agent: delegation.agent };
}

type NamedTask = Omit<DelegationAsk, 'agent'> & { readonly agent: string };

/** Names of our tools, in the words of any agent. */
const TOOL_WORDS = new Set(['acdeck', 'mcp', 'server', 'tool', 'delegate', 'send', 'message']);

function taskHeading(
  { agent, name }: NamedTask,
  [first = '']: readonly string[],
): { title: string; subtitle: string | null } {
  const title = requestWords.delegate(clip(agent), name);
  const words = readableTool(first)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  const known = new Set([...TOOL_WORDS, ...title.toLowerCase().split(/[^\p{L}\p{N}]+/u)]);
  const isSaid = words.every((word) => known.has(word)) || first.length > HEADING || first.includes('\n');
  return { title, subtitle: isSaid ? null : first };
}

/** What the heading says already, for programs. */
function isTaskDetail({ name, value }: InputField, { agentId, name: task }: NamedTask): boolean {
  if (name === 'agent') return value === agentId;
  if (name === 'name' || name === 'session') return value === task;
  if (name === 'server') return value === 'acdeck';
  if (name === 'tool') return value === 'delegate' || value === 'send_message';
  return name === 'wait_seconds' && /^\d{1,4}$/.test(value);
}

/** What a call does, by what it carries rather than by what it is called. */
function deedOf(kind: ToolKind, parts: PartCollector, titles: readonly string[]): Deed {
  const { diffs, patched, moves } = parts;
  const changes = [
    ...diffs.map(({ oldText, newText }) =>
      !oldText ? 'create' : newText === '' && kind === 'delete' ? 'delete' : 'edit',
    ),
    ...patched.map((file) => (file.movedTo !== null ? 'move' : PATCH_DEEDS[file.kind])),
  ] as const;
  if (kind === 'delete') return 'delete';
  if (moves.length > 0 && (kind === 'move' || kind === 'other')) return 'move';
  const [first] = changes;
  if (first === undefined) return kind === 'other' ? (writtenBy(parts, titles) ?? kind) : kind;
  return changes.every((deed) => deed === first) ? first : 'edit';
}

/** Where in its file a piece is isn't known; what begins with nothing begins a file. */
function pieceOf(diff: Diff & { oldText: string }): Diff {
  return diff.oldText === '' ? diff : withFacts(diff, { firstLine: null });
}

/** What a tool without a kind does that is named like one that writes, and brings a text for a file. */
function writtenBy({ commands, texts, places }: PartCollector, titles: readonly string[]): Deed | null {
  const verbs = titles.map((title) => writerIn(title)?.verb);
  const [verb] = verbs;
  const isWrite = commands.length === 0 && texts.length > 0 && places.length > 0;
  if (!isWrite || verb === undefined || verbs.some((other) => other !== verb)) return null;
  return verb === 'create' || verb === 'write' ? verb : 'edit';
}

const PATCH_DEEDS = { add: 'create', update: 'edit', delete: 'delete' } as const;

/** A verb and a thing, and the agent's own title where it says more than that. */
function titleOf(call: {
  deed: Deed;
  titles: readonly string[];
  commands: readonly string[];
  paths: readonly string[];
  moves: readonly { from: string; to: string }[];
  hosts: readonly string[];
  folder: string;
}): { title: string; subtitle: string | null } {
  const { deed, titles, commands, paths, moves, hosts, folder } = call;
  const names = [...new Set(paths.map((path) => shortPath(path, folder)))];
  const alone = own(requestWords.titles, deed) ?? requestWords.titles.other;
  const titleWith = own(requestWords.titlesWith, deed) ?? requestWords.titlesWith.other;
  const [first = ''] = titles;
  const itsWords = first.length > HEADING || first.includes('\n') ? '' : first;
  const unless = (isSaid: boolean) => (itsWords === '' || isSaid ? null : itsWords);
  if (commands.length > 0) {
    const told = commands.join('\n');
    const title = commands.length > 1 ? requestWords.runThese : requestWords.titles.execute;
    return { title, subtitle: unless(lettersOf(told).includes(lettersOf(bare(itsWords)))) };
  }
  const [move] = moves;
  if (deed === 'move' && move && moves.length === 1) {
    const title = requestWords.moveTo(shortPath(move.from, folder), shortPath(move.to, folder));
    return { title, subtitle: unless(saysNoMore(itsWords, title)) };
  }
  if (names.length > 0 && deed !== 'other' && deed !== 'execute') {
    const title = titleWith(names.length === 1 ? names[0]! : requestWords.files(names.length));
    const isSaid =
      names.every((name) => itsWords.includes(name) || itsWords.includes(name.split('/').pop()!)) &&
      itsWords.length < title.length + 60;
    const isWriter = paths.includes(writerIn(itsWords)?.rest ?? '');
    return { title, subtitle: unless(isSaid || isWriter || saysNoMore(itsWords, title)) };
  }
  if (deed === 'fetch' && hosts.length === 1)
    return { title: requestWords.fetchFrom(hosts[0]!), subtitle: unless(saysNoMore(itsWords, alone)) };
  if (itsWords === '') return { title: alone, subtitle: null };
  return {
    title: deed === 'other' ? requestWords.titlesWith.other(clip(readableTool(itsWords))) : alone,
    subtitle: deed === 'other' && itsWords.length <= 80 ? null : unless(saysNoMore(itsWords, alone)),
  };
}

/** Whether an earlier title of the call is our heading, word for word. */
function isHeading({ name, value }: InputField, heading: string): boolean {
  return name === requestWords.fields.announcedAs && lettersOf(value) === lettersOf(heading);
}

/** Whether a title has no word that ours does not have. */
function saysNoMore(own: string, title: string): boolean {
  return lettersOf(title).includes(lettersOf(own));
}

/** Where the addresses in a call's fields really lead, no matter what is before an `@`. */
function hostsIn(fields: readonly InputField[]): string[] {
  const urls = fields.flatMap(({ value }) =>
    /^https?:\/\/\S+$/i.test(value) && URL.canParse(value) ? [new URL(value)] : [],
  );
  return [...new Set(urls.map(({ host }) => host))];
}

function clip(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

/** Without the marks of code that some agents put around a command. */
function bare(title: string): string {
  return title.replace(/^`+|`+$/g, '').trim();
}

/** Where a command runs, and files that nothing else names. */
function placesOf(places: readonly string[], commands: readonly string[], cwd: string, folder: string): string[] {
  const files = places.map((path) => shortPath(path, folder));
  if (commands.length === 0) return files;
  const whole = joinPath(cwd, folder);
  return [whole === joinPath('', folder) ? HERE : requestWords.inFolder(shortPath(whole, folder)), ...files];
}

/** What a program or tool is, apart from what it is given. */
function likenessOf(kind: ToolKind, commands: readonly string[], titles: readonly string[], name: string): string {
  const programs = commands.map((command) => command.trim().split(/\s+/)[0] ?? '');
  const what =
    programs.length > 0 ? programs.join(' ') : kind === 'other' ? name || (titles[0] ?? '').split(/[\s:({[]/)[0] : '';
  return `${kind} ${what}`;
}

/** `{"LD_PRELOAD": "x"}`, or a list of names and values, as a shell would write it. */
function variablesIn(raw: unknown): string[] {
  const env: unknown =
    typeof raw === 'object' && raw !== null ? (Reflect.get(raw, 'env') ?? Reflect.get(raw, 'environment')) : null;
  if (Array.isArray(env)) {
    return env.flatMap((item: unknown) => {
      if (typeof item === 'string') return [item.replace(/=(.*)$/s, (_, value: string) => `=${shellWord(value)}`)];
      if (!isFields(item)) return [];
      return [`${plain(item.name ?? item.key ?? '')}=${shellWord(plain(item.value ?? ''))}`];
    });
  }
  if (!isFields(env)) return [];
  return Object.entries(env).map(([name, value]) => `${name}=${shellWord(plain(value))}`);
}

/** Any JSON value as text; what an agent sends may have fields like `toString`. */
function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Every text in a value, apart from what goes into files. */
function textsOf(value: unknown, depth = 8): string[] {
  if (typeof value === 'string') return [value];
  if (depth === 0 || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => (BODIES.has(name) ? [] : textsOf(item, depth - 1)));
}

function isSteps(value: unknown): value is Fields[] {
  return Array.isArray(value) && value.length > 0 && value.length <= MOST_STEPS && value.every(isFields);
}

/** Whether a text has the form of a patch, also if not all of it can be read. */
function isPatchLike(text: string): boolean {
  return /^(?:\*\*\* Begin Patch|diff --git |--- .+\n\+\+\+ |@@ -\d+)/m.test(text);
}

/** Every name that a line of a patch might give a file. */
function namedIn(patch: string): string[] {
  const lines = patch.matchAll(
    /^(?:\*\*\* (?:Add|Update|Delete) File:|\*\*\* Move to:|\+\+\+|---|rename to|copy to) (?:[ab]\/)?(.+?)(?:\t.*)?$/gm,
  );
  return [...lines].map(([, name]) => name!.trim()).filter((name) => !/^\/?dev\/null$/.test(name));
}

/** A text that is one block of code, without the fence around it. */
function withoutFence(text: string): string {
  return /^\s*```[\w-]*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text;
}

function isSameText(one: string, other: string): boolean {
  return one === other || one.replace(/\n$/, '') === other.replace(/\n$/, '');
}

/** For comparing titles, no matter what marks are around the words. */
function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function isFlat(value: unknown): boolean {
  return typeof value !== 'object' || value === null || JSON.stringify(value).length < 60;
}

function nameOf(field: string): string {
  return field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ');
}

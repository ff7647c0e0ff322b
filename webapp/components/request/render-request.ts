import type { Diff } from '@agentclientprotocol/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { withFacts } from '../../../server/protocol/shown-diff.js';
import { leftOutText } from '../../codes/left-out-words.js';
import { icon } from '../../ui/icon.js';
import '../tools/diff-stat.js';
import { renderExact } from '../../ui/marked-text.js';
import { renderCommand, renderToolContent } from '../tools/registry.js';
import { shortPath } from '../tools/tool-input.js';
import { foldBlank } from './fold-lines.js';
import { type CommandPiece, markRisks } from './mark-risks.js';
import { HERE, type InputField, type inputParts, type RequestParts, type ShownText } from './request-parts.js';
import { missingWords, requestWords } from './words.js';

const MOST_COLOURED = 5_000;

/** What a person should know before they read the rest. */
export function renderWarnings({ risks, isOdd, differs, missing }: RequestParts): TemplateResult | typeof nothing {
  const warnings = [
    ...risks.map((risk) => requestWords.risks[risk]),
    ...(differs ? [requestWords.risks.differs] : []),
    ...(isOdd ? [requestWords.risks.oddCharacters] : []),
    ...(missing ? [missingWords(missing)] : []),
  ];
  if (warnings.length === 0) return nothing;
  return html`<div class="request-risks">
    ${icon('triangleAlert')}
    <ul aria-label=${requestWords.risks.name}>${warnings.map((warning) => html`<li>${warning}</li>`)}</ul>
  </div>`;
}

/** All of a request: commands, changes, texts, files and every other field. */
export function renderRequest(parts: RequestParts, folder: string): TemplateResult {
  const { commands, diffs, texts, others, places, fields, details } = parts;
  return html`<div class="request-box">${commands.map(renderRisks)}${diffs.map((diff) => renderChange(diff, folder))}${texts.map(
    renderText,
  )}${renderToolContent(others, { folder, isWhole: true })}</div>
    ${places.length > 0 ? html`<div class="request-places">${places.map((place) => html`<div>${icon(parts.commands.length > 0 && place === places[0] ? 'folder' : 'fileText')}<bdi class=${place === HERE ? 'words' : ''}>${renderExact(place, true)}</bdi></div>`)}</div>` : nothing}
    ${fields.length > 0 ? renderFields(fields) : nothing}
    ${details.length > 0 ? html`<details class="request-details"><summary>${requestWords.details(details.length)}</summary>${renderFields(details, requestWords.forPrograms)}</details>` : nothing}`;
}

/** The name of a file is above its diff as plain words: all buttons of a request are answers. */
function renderChange(diff: Diff, folder: string): TemplateResult {
  const { path, oldText } = diff;
  return html`<div class="request-file">
      ${icon('fileText')}<bdi>${path === '' ? requestWords.change : renderExact(shortPath(path, folder), true)}</bdi>
      ${oldText ? nothing : html`<span>${requestWords.newFile}</span>`}<diff-stat .diff=${diff}></diff-stat>
    </div>
    ${renderToolContent([{ type: 'diff', ...diff }], { folder, isWhole: true })}`;
}

function renderText({ name, text, isPatch }: ShownText): TemplateResult {
  return html`<div class="request-text">
    <div class="request-name"><bdi>${renderExact(name)}</bdi></div>
    <pre class="command" tabindex="0" aria-label=${name}>${isPatch ? renderPatch(text) : html`<bdi>${renderFolded(text)}</bdi>`}</pre>
  </div>`;
}

/** A patch as it came, line by line; more lines than anyone reads are not coloured. */
function renderPatch(text: string): unknown {
  return foldBlank(leftOutText(text)).map((piece) => {
    if (piece.kind === 'blank') return renderBlank(piece.words);
    const lines = piece.text.split('\n');
    if (lines.length > MOST_COLOURED) return html`<bdi>${renderExact(piece.text)}</bdi>`;
    return lines.map((line) => html`<bdi class="patch-line ${patchClass(line)}">${renderExact(line)}</bdi>`);
  });
}

function patchClass(line: string): string {
  if (/^(?:\*\*\* |diff |index |@@|\+\+\+ |--- |(?:rename|copy|new|deleted|old|similarity) )/.test(line)) return 'head';
  return line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : '';
}

function renderFolded(text: string): unknown {
  return foldBlank(leftOutText(text)).map((piece) =>
    piece.kind === 'blank' ? renderBlank(piece.words) : renderExact(piece.text),
  );
}

/** What a tool was given, where its line does not say it. */
export function renderInput(parts: ReturnType<typeof inputParts>, folder: string): TemplateResult | typeof nothing {
  const { commands, diffs, texts, fields } = parts;
  const long = commands.filter((command) => command.length > SHORT_COMMAND || command.includes('\n'));
  if (long.length + diffs.length + texts.length + fields.length === 0) return nothing;
  return html`${long.map((command) => renderCommand(command))}${renderToolContent(
    diffs.map((diff) => ({ type: 'diff', ...withFacts(diff, { firstLine: null }) })),
    { folder },
  )}${texts.map(renderText)}${fields.length > 0 ? renderFields(fields, requestWords.input) : nothing}`;
}

/** A shorter command is read on the card's line already. */
const SHORT_COMMAND = 60;

function renderFields(fields: readonly InputField[], name: string = requestWords.also): TemplateResult {
  return html`<div class="request-fields" role="group" aria-label=${name}>
    <div class="request-name">${name}</div>
    <dl>${fields.map(
      ({ name, value }) =>
        html` <div><dt><bdi>${renderExact(name, true)}</bdi></dt><dd><bdi>${renderFolded(value)}</bdi></dd></div>`,
    )}</dl>
  </div>`;
}

/** A command of more deeds than this is drawn line by line as it came. */
const MOST_DEEDS = 2_000;

/** The whole command, one deed per line, with the words marked that a person should look at twice. */
function renderRisks(command: string): TemplateResult {
  const deeds = foldBlank(leftOutText(command)).map((piece) => {
    if (piece.kind === 'blank') return renderBlank(piece.words);
    const parts = markRisks(piece.text);
    if (parts.length > MOST_DEEDS) return html`<bdi class="deed">${renderExact(piece.text, true)}</bdi>`;
    return parts.map((part) => html`<bdi class="deed">${withoutIndent(part).map(renderPiece)}</bdi>`);
  });
  return html`<pre class="command" tabindex="0" aria-label=${requestWords.command}>${deeds}</pre>`;
}

/** How much nothing was in this place. */
function renderBlank(words: string): TemplateResult {
  return html`<span class="blank-lines">${words}</span>`;
}

function renderPiece({ text, isRisky }: CommandPiece): unknown {
  return isRisky ? html`<mark class="risk">${renderExact(text, true)}</mark>` : renderExact(text, true);
}

/** The one blank after `&&` or `;` belongs to what came before; deeper indents belong to the script. */
function withoutIndent([first, ...rest]: readonly CommandPiece[]): readonly CommandPiece[] {
  if (!first) return [];
  return [{ ...first, text: first.text.replace(/^ (?! )/, '') }, ...rest];
}

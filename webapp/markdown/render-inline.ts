import { html, nothing, type TemplateResult } from 'lit';
import type { Token, Tokens } from 'marked';
import { own } from '../../server/protocol/own.js';
import { stripHidden } from '../ui/hidden-characters.js';
import { appendText } from './append-text.js';
import { decodeReferences } from './character-references.js';
import { parsePath, splitPaths } from './find-paths.js';
import { imageSource, safeLink } from './safe-link.js';
import { markdownWords } from './words.js';

/** What is being drawn: inside a link nothing else can be pressed; at the live end a name may still grow. */
export interface InlineContext {
  readonly live: boolean;
  readonly inLink: boolean;
}

const LINE_BREAK = /^<br\s*\/?>$/i;

/** Running text as templates. One flat list, so that each piece of text keeps its node while others come after it. */
export function renderInline(tokens: readonly Token[] | undefined, context: InlineContext): unknown[] {
  return withPairs(tokens ?? []).flatMap((token, index, all) =>
    renderToken(token, { ...context, live: context.live && index === all.length - 1 }),
  );
}

/** Tags that people know from GitHub, without attributes; each becomes a template, and every other tag stays text. */
const PAIRS: Readonly<Record<string, (inner: unknown) => TemplateResult>> = {
  b: (inner) => html`<strong>${inner}</strong>`,
  strong: (inner) => html`<strong>${inner}</strong>`,
  i: (inner) => html`<em>${inner}</em>`,
  em: (inner) => html`<em>${inner}</em>`,
  s: (inner) => html`<del>${inner}</del>`,
  del: (inner) => html`<del>${inner}</del>`,
  mark: (inner) => html`<mark>${inner}</mark>`,
  sub: (inner) => html`<sub>${inner}</sub>`,
  sup: (inner) => html`<sup>${inner}</sup>`,
  kbd: (inner) => html`<kbd>${inner}</kbd>`,
};
const PAIR_TAG = /^<(\/?)(b|strong|i|em|s|del|mark|sub|sup|kbd)>$/i;

/** A tag, what is in it and its end as one token; a tag without an end stays as it is written. */
function withPairs(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(({ type }) => type === 'html')) return tokens;
  const open: { tag: string; at: number }[] = [];
  const joined: Token[] = [];
  for (const token of tokens) {
    const [, slash, name = ''] = (token.type === 'html' ? PAIR_TAG.exec(token.text) : null) ?? [];
    const tag = name.toLowerCase();
    const from = slash === '/' ? open.findLastIndex((one) => one.tag === tag) : -1;
    if (from >= 0) {
      const { at } = open[from]!;
      open.length = from;
      const inner = joined.splice(at).slice(1);
      joined.push({ type: 'pair', raw: '', tag, tokens: inner } as unknown as Token);
    } else {
      if (tag !== '' && slash === '') open.push({ tag, at: joined.length });
      joined.push(token);
    }
  }
  return joined;
}

/** What a reader would see of these tokens, as one string. */
export function plainText(tokens: readonly Token[] | undefined): string {
  return (tokens ?? []).map(plainTextOf).join('');
}

function plainTextOf(token: Token): string {
  if (token.type === 'codespan' || token.type === 'html' || token.type === 'escape') return token.text;
  if (token.type === 'br') return ' ';
  if (token.type === 'maths') return token.raw;
  if ('tokens' in token && token.tokens) return plainText(token.tokens);
  return 'text' in token && typeof token.text === 'string' ? decodeReferences(token.text) : '';
}

function renderToken(token: Token, context: InlineContext): unknown[] {
  switch (token.type) {
    case 'text':
      return 'tokens' in token && token.tokens ? renderInline(token.tokens, context) : renderText(token, context);
    case 'escape':
      return [appendText(token.text)];
    case 'strong':
      return [html`<strong>${renderInline(token.tokens, context)}</strong>`];
    case 'em':
      return [html`<em>${renderInline(token.tokens, context)}</em>`];
    case 'del':
      return [html`<del>${renderInline(token.tokens, context)}</del>`];
    case 'codespan':
      return [renderCode(token.text, context)];
    case 'br':
      return [html`<br />`];
    case 'link':
      return renderLink(token as Tokens.Link, context);
    case 'image':
      return [renderImage(token as Tokens.Image, context)];
    case 'html':
      return LINE_BREAK.test(token.text) ? [html`<br />`] : [appendText(token.text)];
    case 'pair': {
      const { tag, tokens } = token as unknown as { tag: string; tokens: Token[] };
      return [own(PAIRS, tag)?.(renderInline(tokens, context)) ?? nothing];
    }
    case 'maths':
      return [html`<math-view .source=${token.source} ?block=${token.isBlock}></math-view>`];
    case 'footnote_mark':
      return [renderMark((token as Tokens.Generic).label)];
    default:
      return [appendText(token.raw)];
  }
}

function renderText(token: Token, context: InlineContext): unknown[] {
  const { text, escaped } = token as Tokens.Text;
  const shown = escaped ? text : decodeReferences(text);
  if (context.inLink) return [appendText(stripHidden(shown))];
  return splitPaths(shown, context.live).map((piece) =>
    typeof piece === 'string' ? appendText(piece) : renderPath(piece.text, piece.path, piece.line),
  );
}

function renderCode(text: string, context: InlineContext): TemplateResult {
  const found = context.inLink ? null : parsePath(text, true);
  if (!found) return html`<code>${appendText(context.inLink ? stripHidden(text) : text)}</code>`;
  return html`<code>${renderPath(text, found.path, found.line)}</code>`;
}

/** Pressing it is handled by the element around: one listener serves all. */
export function renderPath(text: string, path: string, line: number | null): TemplateResult {
  return html`<button class="md-path" type="button" data-path=${path} data-line=${line ?? ''} title=${markdownWords.openFile(path)}>${appendText(stripHidden(text))}</button>`;
}

function renderLink(token: Tokens.Link, context: InlineContext): unknown[] {
  const label = token.autolink ? token.text : plainText(token.tokens);
  const safe = context.inLink ? null : safeLink(token.href, label);
  if (!safe) return renderUnsafeLink(token, label, context);
  const inner = token.autolink
    ? appendText(stripHidden(token.text))
    : renderInline(token.tokens, { ...context, inLink: true });
  const host = safe.warnHost === null ? nothing : html` <span class="md-host">(${safe.warnHost})</span>`;
  const title = token.title ? `${stripHidden(decodeReferences(token.title))} — ${safe.href}` : safe.href;
  return [
    html`<a href=${safe.href} title=${title} target="_blank" rel="noopener noreferrer nofollow">${inner}${host}</a>`,
  ];
}

/** A link into the workspace opens the file; any other address of a kind we do not follow is shown, not hidden. */
function renderUnsafeLink(token: Tokens.Link, label: string, context: InlineContext): unknown[] {
  const href = decodeReferences(token.href);
  const path = context.inLink ? null : parsePath(href.replace(/^file:\/\//, ''), true);
  if (path) return [renderPath(label || href, path.path, path.line)];
  const inner = renderInline(token.tokens, { ...context, inLink: true });
  return href === '' || href === label ? inner : [...inner, html` <span class="md-host">(${stripHidden(href)})</span>`];
}

function renderImage(token: Tokens.Image, { inLink }: InlineContext): TemplateResult {
  const alt = stripHidden(plainText(token.tokens) || token.text);
  const source = imageSource(token.href);
  if (source.kind === 'inline') {
    const image = html`<img class="md-image" src=${source.src} alt=${alt} decoding="async" />`;
    if (inLink) return image;
    return html`<button class="md-picture" type="button" data-picture aria-label=${markdownWords.openImage(alt || markdownWords.image)}>${image}</button>`;
  }
  if (source.kind === 'remote') {
    return html`<remote-image .src=${source.src} .host=${source.host} .alt=${alt}></remote-image>`;
  }
  const path = parsePath(decodeReferences(token.href), true);
  if (path) return renderPath(alt || path.path, path.path, path.line);
  return html`<span class="md-no-image">${alt || markdownWords.image}</span>`;
}

function renderMark(label: string): TemplateResult {
  return html`<sup><button class="md-note-mark" type="button" data-note=${label} aria-label=${markdownWords.footnote(label)}>${label}</button></sup>`;
}

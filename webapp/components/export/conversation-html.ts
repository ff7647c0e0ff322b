import type { ContentBlock } from '@agentclientprotocol/sdk';
import { uploadIdOf } from '../../../server/protocol/api/uploads.js';
import { timeOf } from '../../ui/format.js';
import type { ExportPart } from './export-parts.js';
import { escapeHtml, markdownHtml } from './markdown-html.js';
import { exportWords } from './words.js';

/** Nothing runs and nothing is asked for, whatever the words are. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
const PICTURE = /^image\/(?:png|jpeg|gif|webp|avif)$/;

const STYLE = `
:root{color-scheme:light dark;--bg:light-dark(#fff,#14161b);--text:light-dark(#1b1d22,#e8eaee);--soft:light-dark(#eef1f8,#20242d);--quiet:light-dark(#5d6470,#a3abb8);--line:light-dark(#d9dde5,#363c48)}
body{max-width:46rem;margin:2rem auto;padding:0 1rem;background:var(--bg);color:var(--text);font:1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
header p,.who,.note,summary{color:var(--quiet);font-size:.85rem}
.who{margin:1.5rem 0 .25rem}.who b{color:var(--text)}
.you{padding:.5rem 1rem;border-radius:.75rem;background:var(--soft);white-space:pre-wrap}
pre{padding:.75rem 1rem;overflow:auto;border:1px solid var(--line);border-radius:.5rem;background:var(--soft);font:.85rem/1.5 ui-monospace,monospace;white-space:pre-wrap}
code{font:.9em ui-monospace,monospace}img{max-width:100%}
table{display:block;overflow:auto;border-collapse:collapse}th,td{padding:.25rem .75rem;border:1px solid var(--line)}
blockquote{margin-inline:0;padding-inline-start:1rem;border-inline-start:3px solid var(--line)}
details{margin:.5rem 0}.note{margin:1rem 0;text-align:center}
@media print{body{max-width:none;margin:0}pre{white-space:pre-wrap}}
`.trim();

/** A conversation as one page that needs nothing else. `pictures` are attachments as data, by their ids. */
export function conversationHtml(
  title: string,
  about: string,
  parts: readonly ExportPart[],
  pictures: ReadonlyMap<string, string> = new Map(),
): string {
  const name = escapeHtml(title || exportWords.untitled);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${name}</title><style>${STYLE}</style></head>
<body><header><h1>${name}</h1><p>${escapeHtml(about)}</p></header><main>
${parts.map((part) => partHtml(part, pictures)).join('\n')}
</main></body></html>
`;
}

function partHtml(part: ExportPart, pictures: ReadonlyMap<string, string>): string {
  switch (part.kind) {
    case 'message': {
      const time = new Date(part.at).toISOString();
      const who = `<p class="who"><b>${escapeHtml(part.who)}</b> <time datetime="${time}">${escapeHtml(timeOf(part.at, Date.now()))}</time></p>`;
      const words = part.content.map((block) => blockHtml(block, part.isAgent, pictures)).join('');
      return `<section>${who}${part.isAgent ? words : `<div class="you" dir="auto">${words}</div>`}</section>`;
    }
    case 'thought':
      return part.text.trim() ? details(exportWords.thought, markdownHtml(part.text)) : '';
    case 'work': {
      const outputs = part.outputs.filter((text) => text.trim()).map(preHtml);
      return outputs.length > 0
        ? details(part.title, outputs.join(''))
        : `<p class="note">${escapeHtml(part.title)}</p>`;
    }
    case 'note':
      return `<p class="note">${escapeHtml(part.text)}</p>`;
    default:
      part satisfies never;
      return '';
  }
}

function blockHtml(block: ContentBlock, isAgent: boolean, pictures: ReadonlyMap<string, string>): string {
  switch (block.type) {
    case 'text':
      return isAgent ? markdownHtml(block.text) : escapeHtml(block.text);
    case 'image': {
      const id = uploadIdOf(block.uri);
      const data = id ? pictures.get(id) : `data:${block.mimeType};base64,${block.data}`;
      const isPicture = data !== undefined && (id !== null || (PICTURE.test(block.mimeType) && block.data !== ''));
      return isPicture
        ? `<p><img src="${escapeHtml(data)}" alt="${escapeHtml(exportWords.image)}"></p>`
        : `<p>${escapeHtml(exportWords.image)}</p>`;
    }
    case 'resource_link':
      return `<p>${escapeHtml(exportWords.attachment(block.title ?? block.name))}</p>`;
    case 'resource':
      return details(block.resource.uri, 'text' in block.resource ? preHtml(block.resource.text) : '');
    case 'audio':
      return '';
    default:
      block satisfies never;
      return '';
  }
}

function details(title: string, inner: string): string {
  return `<details><summary>${escapeHtml(title)}</summary>${inner}</details>`;
}

function preHtml(text: string): string {
  return `<pre>${escapeHtml(text)}</pre>`;
}

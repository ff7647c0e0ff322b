import type { ContentBlock } from '@agentclientprotocol/sdk';
import { timeOf } from '../../ui/format.js';
import type { ExportPart } from './export-parts.js';
import { harmlessMarkdown } from './harmless-markdown.js';
import { exportWords } from './words.js';

/** A conversation as Markdown. What agents and people wrote is as they wrote it, but nothing in it can run. */
export function conversationMarkdown(title: string, about: string, parts: readonly ExportPart[]): string {
  const head = `# ${oneLine(title) || exportWords.untitled}\n\n${oneLine(about)}`;
  return `${[head, ...parts.map(partMarkdown)].filter(Boolean).join('\n\n')}\n`;
}

function partMarkdown(part: ExportPart): string {
  switch (part.kind) {
    case 'message': {
      const words = part.content.map((block) => blockMarkdown(block)).filter(Boolean);
      return `## ${oneLine(part.who)} · ${timeOf(part.at, Date.now())}\n\n${words.join('\n\n')}`;
    }
    case 'thought':
      return part.text.trim() && quoted(`*${exportWords.thought}*\n\n${harmlessMarkdown(part.text.trim())}`);
    case 'work': {
      const outputs = part.outputs.filter((text) => text.trim()).map(fenced);
      return [`**${oneLine(part.title)}**`, ...outputs].join('\n\n');
    }
    case 'note':
      return quoted(oneLine(part.text));
    default:
      part satisfies never;
      return '';
  }
}

function blockMarkdown(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return harmlessMarkdown(block.text.trim());
    case 'image':
      return `*${exportWords.image}*`;
    case 'resource_link':
      return `*${exportWords.attachment(oneLine(block.title ?? block.name))}*`;
    case 'resource':
      return 'text' in block.resource
        ? fenced(block.resource.text)
        : `*${exportWords.attachment(oneLine(block.resource.uri))}*`;
    default:
      return '';
  }
}

/** In a fence that is longer than any in it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.replace(/\n$/, '')}\n${fence}`;
}

function quoted(text: string): string {
  return text.replace(/^/gm, '> ');
}

/** Names of files, tools and people: one line in which no sign means anything. */
function oneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~!&]/g, '\\$&');
}

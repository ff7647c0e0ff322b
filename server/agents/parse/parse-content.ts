import type { ContentBlock, EmbeddedResource } from '@agentclientprotocol/sdk';
import { fieldsOf, isFields } from '../../protocol/fields.js';
import { cutName } from '../../text/cut-text.js';
import { cleanLine } from '../../text/strip-control.js';
import { countOf, present, stringField } from './read-fields.js';

const NAME_CHARS = 500;

/** A content block; one of a kind that we do not know becomes text that says so. Null if it isn't a block at all. */
export function parseContent(value: unknown): ContentBlock | null {
  if (typeof value === 'string') return { type: 'text', text: value };
  if (!isFields(value)) return null;
  const block = parseKnown(value);
  if (!block) return null;
  return { ...block, ...present({ annotations: isFields(value.annotations) ? value.annotations : null }) };
}

function parseKnown(value: Record<string, unknown>): ContentBlock | null {
  switch (value.type) {
    case 'text':
      return typeof value.text === 'string' ? { type: 'text', text: value.text } : null;
    case 'image':
    case 'audio':
      return parseMedia(value, value.type);
    case 'resource_link':
      return parseLink(value);
    case 'resource':
      return parseResource(value);
    default:
      return typeof value.type === 'string' ? unknownBlock(value.type) : null;
  }
}

function unknownBlock(kind: string): ContentBlock {
  return { type: 'text', text: `[content that cannot be shown: ${cutName(cleanLine(kind), 40)}]` };
}

function parseMedia(value: Record<string, unknown>, type: 'image' | 'audio'): ContentBlock | null {
  const { data, mimeType } = value;
  if (typeof data !== 'string' || typeof mimeType !== 'string') return unknownBlock(`${type} without data or type`);
  return { type, data, mimeType: cutName(mimeType, 100), ...present({ uri: stringField(value.uri) }) } as ContentBlock;
}

function parseLink(value: Record<string, unknown>): ContentBlock | null {
  const uri = stringField(value.uri);
  if (uri === null) return null;
  return {
    type: 'resource_link',
    uri,
    name: cutName(cleanLine(stringField(value.name) ?? uri), NAME_CHARS),
    ...present({
      title: stringField(value.title),
      description: stringField(value.description),
      mimeType: stringField(value.mimeType),
      size: countOf(value.size),
    }),
  };
}

function parseResource(value: Record<string, unknown>): ContentBlock | null {
  const { uri, text, blob, mimeType } = fieldsOf(value.resource);
  if (typeof uri !== 'string') return null;
  const about = { uri, ...present({ mimeType: stringField(mimeType) }) };
  let resource: EmbeddedResource['resource'] | null = null;
  if (typeof text === 'string') resource = { ...about, text };
  else if (typeof blob === 'string') resource = { ...about, blob };
  return resource ? { type: 'resource', resource } : { type: 'resource_link', uri, name: uri };
}

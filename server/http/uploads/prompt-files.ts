import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import { openPlainFile } from '../../paths/plain-file.js';
import type { ImageBlock } from '../../ports/agent.js';
import type { PromptAbilities, PromptUploads } from '../../ports/uploads.js';
import { RpcError } from '../../protocol/api/rpc-error.js';
import { isPicture, UPLOAD_LIMITS, uploadOf, uploadUri } from '../../protocol/api/uploads.js';
import type { UploadStore } from './upload-store.js';

/** Text of this length goes into the prompt itself, where the agent takes embedded files and where not. */
const EMBEDDED_BYTES = 256 * 1024;
const INLINE_BYTES = 32 * 1024;

type Upload = NonNullable<ReturnType<UploadStore['find']>>;

/** Puts what people attached into their prompts, as far as the agent can take it. */
export class PromptFiles implements PromptUploads {
  readonly #store: UploadStore;

  constructor(store: UploadStore) {
    this.#store = store;
  }

  claim(sessionId: string, content: readonly ContentBlock[]): void {
    const ids = new Set(content.map(uploadOf).filter((id) => id !== null));
    if (ids.size > UPLOAD_LIMITS.perPrompt) {
      throw new RpcError('too_large', 'Too many files are attached.', {
        code: 'too_many_files',
        most: UPLOAD_LIMITS.perPrompt,
      });
    }
    for (const id of ids) {
      if (this.#store.find(id)?.sessionId === sessionId) continue;
      throw new RpcError('not_found', 'An attached file is no longer there.', { code: 'file_gone' });
    }
    this.#store.use([...ids]);
  }

  async fill(content: readonly ContentBlock[], can: PromptAbilities): Promise<ContentBlock[]> {
    const blocks: ContentBlock[] = [];
    for (const block of content) blocks.push(await this.#fillBlock(block, can));
    return blocks;
  }

  keepPicture(sessionId: string, picture: ImageBlock): ImageBlock | null {
    const kept = this.#store.addPicture(sessionId, Buffer.from(picture.data, 'base64'));
    return kept && { type: 'image', data: '', mimeType: kept.mimeType, uri: uploadUri(kept.id) };
  }

  attachmentAt(sessionId: string, path: string): 'file' | 'folder' | null {
    for (const { path: kept, file } of this.#store.usedIn(sessionId)) {
      const real = steadyPlace(kept, file === undefined ? 1 : 2);
      if (real === null) continue;
      if (path === kept || path === real) return 'file';
      if (file !== undefined && (path === dirname(kept) || path === dirname(real))) return 'folder';
    }
    return null;
  }

  forgetSession(sessionId: string): void {
    this.#store.forgetSession(sessionId);
  }

  async #fillBlock(block: ContentBlock, can: PromptAbilities): Promise<ContentBlock> {
    const id = uploadOf(block);
    if (id === null) return block;
    const upload = this.#store.find(id);
    try {
      if (upload) return await blockOf(upload, can);
    } catch {
      // Somebody has deleted the file; the person's words still count.
    }
    return { type: 'text', text: '[A file that was attached here is no longer there.]' };
  }
}

/** Where a file really is; null unless it is a file, and no link leads from `levels` above it to another one. */
function steadyPlace(path: string, levels: number): string | null {
  try {
    const above = levels === 1 ? dirname(path) : dirname(dirname(path));
    const real = realpathSync(path);
    return lstatSync(path).isFile() && real === join(realpathSync(above), relative(above, path)) ? real : null;
  } catch {
    return null;
  }
}

async function blockOf(upload: Upload, can: PromptAbilities): Promise<ContentBlock> {
  const { path, name, mimeType, size } = upload;
  const uri = pathToFileURL(path).href;
  if (isPicture(mimeType) && can.image) return { type: 'image', data: await readAll(path, 'base64'), mimeType, uri };
  if (mimeType.startsWith('audio/') && can.audio)
    return { type: 'audio', data: await readAll(path, 'base64'), mimeType };
  if (mimeType === 'text/plain' && size <= (can.embedded ? EMBEDDED_BYTES : INLINE_BYTES)) {
    const text = await readAll(path, 'utf8');
    return { type: 'resource', resource: { uri: `attachment:/${encodeURIComponent(name)}`, mimeType, text } };
  }
  return { type: 'resource_link', uri, name, mimeType, size };
}

async function readAll(path: string, encoding: 'base64' | 'utf8'): Promise<string> {
  const file = await openPlainFile(path);
  try {
    return await file.readFile(encoding);
  } finally {
    await file.close();
  }
}

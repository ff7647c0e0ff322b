import type { ContentBlock } from '@agentclientprotocol/sdk';

/** What the server knows of a file that a person attached; `name` is text to show, never a path. */
export interface UploadFacts {
  readonly id: string;
  readonly name: string;
  /** As its first bytes say, no matter what the browser believed. */
  readonly mimeType: string;
  readonly size: number;
}

/** Why a file was not taken, or is not given back. `said` is the system's own code. */
export type UploadTrouble =
  | {
      code:
        | 'no_session'
        | 'no_length'
        | 'empty'
        | 'incomplete'
        | 'gone'
        | 'in_use'
        | 'busy'
        | 'not_an_image'
        | 'disk_full';
    }
  | { code: 'file_too_large' | 'session_full' | 'all_full'; megabytes: number }
  | { code: 'too_many_pixels'; millions: number }
  | { code: 'disk_failed'; said: string };

/** Bounds of what people attach. */
export const UPLOAD_LIMITS = {
  fileBytes: 25 * 1024 * 1024,
  sessionBytes: 100 * 1024 * 1024,
  totalBytes: 1024 * 1024 * 1024,
  /** Attachments of one prompt. */
  perPrompt: 10,
  /** Pixels of a picture: beyond it, decoding would cost gigabytes. */
  pixels: 50_000_000,
  nameBytes: 255,
  /** Uploads that arrive at the same time. */
  inFlight: 8,
} as const;

const SCHEME = 'acdeck-upload:';
const ADDRESS = /^acdeck-upload:([0-9a-f]{32})(?:#|$)/;

/** How a block of a prompt refers to an upload, in the log and everywhere but on the way to the agent. */
export function uploadUri(id: string, name = ''): string {
  return `${SCHEME}${id}${name && `#${encodeURIComponent(name)}`}`;
}

/** The upload that an address stands for, or null. */
export function uploadIdOf(uri: string | null | undefined): string | null {
  return ADDRESS.exec(uri ?? '')?.[1] ?? null;
}

/** The upload that a block stands for, or null. */
export function uploadOf(block: ContentBlock): string | null {
  return block.type === 'image' || block.type === 'resource_link' ? uploadIdOf(block.uri) : null;
}

/** A block that refers to an upload: a picture as a picture, all else as a link. */
export function uploadBlock({ id, name, mimeType, size }: UploadFacts): ContentBlock {
  // An image has no other place for its name.
  if (isPicture(mimeType)) return { type: 'image', data: '', mimeType, uri: uploadUri(id, name) };
  return { type: 'resource_link', uri: uploadUri(id), name, mimeType, size };
}

/** Whether every browser and every agent that takes pictures can take this kind. */
export function isPicture(mimeType: string): boolean {
  return /^image\/(png|jpeg|gif|webp)$/.test(mimeType);
}

import type { UploadTrouble } from '../../server/protocol/api/uploads.js';
import { catalogue } from '../ui/catalogue.js';
import { codeWords, wordsFor } from './by-code.js';

const TROUBLES = codeWords<UploadTrouble>({
  no_session: 'This session no longer takes files.',
  no_length: 'The browser didn’t say how large this file is. Try again.',
  empty: 'This file is empty.',
  incomplete: 'The upload was cut off. Try again.',
  gone: 'This file no longer exists.',
  in_use: 'This file no longer exists, or a message uses it.',
  busy: 'Too many files are uploading. Try again in a moment.',
  not_an_image: 'This isn’t an image. Attach it as a file.',
  disk_full: 'The disk is full. Free some space and try again.',
  file_too_large: ({ megabytes }) => `This file is too large. The limit is ${megabytes} MB.`,
  session_full: ({ megabytes }) => `The files in this session have reached ${megabytes} MB. Start a new session.`,
  all_full: ({ megabytes }) => `All attached files together have reached ${megabytes} MB. Delete a session.`,
  too_many_pixels: ({ millions }) => `This image is too large. The limit is ${millions} million pixels.`,
  disk_failed: ({ said }) => (said === '' ? 'The file couldn’t be saved.' : `The file couldn’t be saved (${said}).`),
});

const REST = catalogue({
  refused: 'The file couldn’t be attached.',
  unreachable: 'AcDeck couldn’t be reached.',
  cancelled: 'The upload was cancelled.',
});

/** What the server says, or why it says nothing. */
export type UploadFailure = UploadTrouble | { code: 'refused' | 'unreachable' | 'cancelled' };

/** Why a file was not taken, or is not there. */
export function uploadText(trouble: UploadFailure): string {
  if (trouble.code === 'unreachable' || trouble.code === 'cancelled') return REST[trouble.code];
  return wordsFor(TROUBLES, trouble as UploadTrouble) ?? REST.refused;
}

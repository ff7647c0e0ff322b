import { UPLOAD_LIMITS } from '../../protocol/uploads.js';

/** Controls, and characters that hide or turn others. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** The name of a file as text to show: the last part of whatever was sent, without tricks, of limited length. */
export function cleanName(given: string): string {
  const last = given.normalize('NFC').replace(UNSEEN, '').split(/[/\\]/).at(-1)!.trim();
  return cutBytes(last, UPLOAD_LIMITS.nameBytes) || 'file';
}

function cutBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  // A character that was cut in two decodes to the sign for that.
  return bytes
    .subarray(0, most)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
}

import { UPLOAD_LIMITS } from '../../server/protocol/api/uploads.js';
import { imagePixels } from '../../server/protocol/image-pixels.js';

/** No side of a picture is longer; models see no more than this. */
export const LONGEST_SIDE = 2_048;
/** Kinds that would lose something, such as their frames, or that aren't pixels at all. */
const LEFT_ALONE = new Set(['image/gif', 'image/svg+xml']);
/** Kinds that agents take; others are written anew as one of these. */
const TAKEN = new Set(['image/png', 'image/jpeg', 'image/webp']);
const HEAD_BYTES = 256 * 1024;

/** The picture upright, of a sensible size and kind, without what a camera writes beside it; the same file if it is so already. */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const pixels = imagePixels(head, file.type);
  if (pixels !== null && pixels > UPLOAD_LIMITS.pixels) {
    throw new Error('too_many_pixels');
  }
  if (LEFT_ALONE.has(file.type)) return file;
  const picture = await decode(file);
  if (!picture) return file;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  if (scale === 1 && TAKEN.has(file.type) && !hasCameraNotes(head, file.type)) return file;
  return draw(picture, scale, file.type);
}

/** Turned as the camera was held. Null if the browser cannot read it: then it goes as the file that it is. */
async function decode(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    return null;
  }
}

async function draw(picture: ImageBitmap, scale: number, type: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
  const context = canvas.getContext('2d');
  if (!context) throw new Error('undrawable');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  // Only these two are written by every browser; what may be transparent stays so.
  return canvas.convertToBlob(type === 'image/jpeg' ? { type, quality: 0.9 } : { type: 'image/png' });
}

/** Where it was taken, and how the camera was held: the one is nobody's business, the other is often overlooked. */
function hasCameraNotes(head: Uint8Array, type: string): boolean {
  if (type !== 'image/jpeg') return false;
  return new TextDecoder('latin1').decode(head).includes('Exif\0\0');
}

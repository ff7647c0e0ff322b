import { shrinkPicture } from './shrink-picture.js';

/** Scales pictures down, one message each: decoding a photograph would hold the page up. */
addEventListener('message', async ({ data }: MessageEvent<{ id: number; file: Blob }>) => {
  const answer = await shrinkPicture(data.file).then(
    (blob) => ({ id: data.id, blob }),
    (error: unknown) => ({ id: data.id, failure: error instanceof Error ? error.message : String(error) }),
  );
  postMessage(answer);
});

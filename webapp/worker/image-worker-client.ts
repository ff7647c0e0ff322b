import { trustedScriptUrl } from '../ui/trusted-types.js';

type Answer = { id: number; blob: Blob } | { id: number; failure: string };

let worker: Promise<Worker> | null = null;
let lastId = 0;

/** The picture as it should be sent; anything that isn't a picture comes back as it is. */
export async function preparePicture(file: File): Promise<Blob> {
  if (!file.type.startsWith('image/')) return file;
  worker ??= start();
  const shrinker = await worker;
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    const listen = ({ data }: MessageEvent<Answer>) => {
      if (data.id !== id) return;
      shrinker.removeEventListener('message', listen);
      if ('blob' in data) resolve(data.blob);
      else reject(new Error(data.failure));
    };
    shrinker.addEventListener('message', listen);
    shrinker.postMessage({ id, file });
  });
}

async function start(): Promise<Worker> {
  const script = await import('./image-worker.ts?worker&url');
  return new Worker(trustedScriptUrl(script.default), { type: 'module', name: 'pictures' });
}

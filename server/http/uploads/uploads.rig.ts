import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { Served } from '../../rpc/serve.rig.js';
import { TestTab } from '../../rpc/test-tab.rig.js';
import { UploadStore, type UploadStoreOptions } from './upload-store.js';

/** Bytes that begin like a PNG of this size. */
export function pngHead(width: number, height: number, rest = 0): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([head, size, Buffer.alloc(rest)]);
}

/** The real gate with a real folder behind it; there are the sessions `s1` and `s2`. */
export class UploadRig {
  readonly folder: string;
  readonly store: UploadStore;
  readonly served: Served;
  readonly headers: Record<string, string>;

  private constructor(parts: Pick<UploadRig, 'folder' | 'store' | 'served' | 'headers'>) {
    this.folder = parts.folder;
    this.store = parts.store;
    this.served = parts.served;
    this.headers = parts.headers;
  }

  static async start(t: TestContext, options: Partial<UploadStoreOptions> = {}): Promise<UploadRig> {
    const place = await mkdtemp(join(tmpdir(), 'acdeck-uploads-'));
    const folder = join(place, 'uploads');
    const hasSession = (id: string) => ['s1', 's2'].includes(id);
    const store = new UploadStore({ folder, hasSession, ...options });
    const served = await Served.start({ uploads: { store, isWritable: hasSession } });
    t.after(async () => {
      await served.stop();
      await rm(place, { recursive: true });
    });
    const credentials = await served.signIn();
    const { pass } = await TestTab.open(credentials);
    const headers = { Origin: `http://127.0.0.1:${served.port}`, Cookie: credentials.cookie, 'X-AcDeck-Pass': pass };
    return new UploadRig({ folder, store, served, headers });
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.served.port}/upload${path}`;
  }

  /** Sends a file as a page does. */
  send(body: Uint8Array | string, { name = 'a.txt', session = 's1', type = '', headers = this.headers } = {}) {
    const fields = new URLSearchParams({ session, name });
    const all = type ? { ...headers, 'Content-Type': type } : headers;
    return fetch(this.url(`?${fields}`), { method: 'POST', headers: all, body: body as string });
  }
}

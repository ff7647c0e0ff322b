/** Where a remote is, as far as its address says. */
export interface RemotePlace {
  readonly host: string;
  /** Without slashes around it and without `.git`. */
  readonly path: string;
}

/** Takes an address apart: `https://host/path`, `ssh://host/path` or `user@host:path`. Null for one on this machine. */
export function parseRemote(address: string): RemotePlace | null {
  const scp = /^(?:[^@/:]+@)?([A-Za-z0-9.-]+):(?!\/\/)(.+)$/.exec(address);
  const [host = '', path = ''] = scp ? [scp[1], scp[2]] : fromUrl(address);
  const plain = path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  return host === '' || plain === '' ? null : { host: host.toLowerCase(), path: plain };
}

function fromUrl(address: string): [host: string, path: string] {
  if (!URL.canParse(address)) return ['', ''];
  const { protocol, hostname, pathname } = new URL(address);
  const isKnown = ['https:', 'http:', 'ssh:', 'git:'].includes(protocol);
  return isKnown ? [hostname, decode(pathname)] : ['', ''];
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

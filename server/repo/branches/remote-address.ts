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

/** An address without the name and the password that may be in it. */
export function shownAddress(address: string): string {
  return address.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1').slice(0, 500);
}

/** The page on which a pull request for a branch is opened; null where nobody knows how it is called. Nothing is fetched. */
export function pullRequestLink(address: string, branch: string): string | null {
  const place = parseRemote(address);
  if (!place) return null;
  const { host, path } = place;
  const parts = path.split('/').map(encodeURIComponent);
  const name = encodeURIComponent(branch);
  const kind = ['github', 'gitlab', 'bitbucket'].find((each) => host.split('.').includes(each));
  if (kind === 'github' && parts.length === 2) {
    // A branch is a path here.
    return `https://${host}/${parts.join('/')}/compare/${branch.split('/').map(encodeURIComponent).join('/')}?expand=1`;
  }
  if (kind === 'gitlab' && parts.length >= 2) {
    return `https://${host}/${parts.join('/')}/-/merge_requests/new?merge_request%5Bsource_branch%5D=${name}`;
  }
  if (kind === 'bitbucket' && parts.length === 2) {
    return `https://${host}/${parts.join('/')}/pull-requests/new?source=${name}`;
  }
  return null;
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

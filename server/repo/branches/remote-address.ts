import { parseRemote } from '../../git/remote-place.js';

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

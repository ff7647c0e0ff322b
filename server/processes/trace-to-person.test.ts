import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ChainLink, linkFromPs } from './process-chain.js';
import { isTracedToPerson, type Viewpoint } from './trace-to-person.js';

const ME = 1000;
const OWN_UNIT = '0::/user.slice/user-1000.slice/session-2.scope';
const OTHER_UNIT = '0::/user.slice/user-1000.slice/user@1000.service/app.slice/app-konsole-77.service';

/** A process by its name; root's have `!` after it, and a number says when it began (the server at 500). */
function link(text: string): ChainLink {
  const [, name, root, startedAt] = /^([^!@]+)(!?)(?:@(\d+))?$/.exec(text)!;
  const program = `/usr/bin/${name}`;
  return {
    ...{ pid: PIDS.get(text) ?? 0, parent: 0, uid: root ? 0 : ME, name: name!, command: name!, marker: null },
    ...{ program: root ? null : program, cgroup: OWN_UNIT, startedAt: Number(startedAt ?? 900) },
  };
}
const PIDS = new Map<string, number>();

/** `a < b < c`: a was started by b, and that by c. The last one is process 1 unless it is said to be outside. */
function chain(text: string, unit = OWN_UNIT, top = 1): ChainLink[] {
  const names = text.split(' < ');
  for (const name of names) PIDS.set(name, name.startsWith('init') ? 1 : (PIDS.get(name) ?? 100 + PIDS.size));
  const links = names.map((name) => ({ ...link(name), cgroup: unit }));
  return links.map((each, n) => ({ ...each, parent: links[n + 1]?.pid ?? (each.pid === 1 ? 0 : top) }));
}

const view = (own: string, adopter = 'init!'): Viewpoint => {
  const links = chain(own);
  return { own: links, adopters: [PIDS.get(adopter) ?? 1] };
};

const IN_TERMINAL = 'acdeck@500 < bash@400 < konsole@300 < systemd@10 < init!';
const IN_SSH = 'acdeck@500 < bash@400 < sshd@390 < sshd!@389 < sshd!@5 < init!';
const IN_TMUX = 'acdeck@500 < bash@400 < tmux@300 < init!';

describe('a chain of processes', () => {
  const persons: [what: string, asking: string, server: string, unit?: string][] = [
    ['the same shell', 'ask < bash@400 < konsole@300 < systemd@10 < init!', IN_TERMINAL],
    ['another window of the same terminal', 'ask < zsh@700 < konsole@300 < systemd@10 < init!', IN_TERMINAL],
    ['a pty in the same shell', 'ask < sh < script < bash@400 < konsole@300 < systemd@10 < init!', IN_TERMINAL],
    ['another window of the same tmux', 'ask < bash@800 < tmux@300 < init!', IN_TMUX],
    ['a login by ssh', 'ask < bash@700 < sshd@690 < sshd!@689 < sshd!@5 < init!', IN_TERMINAL],
    ['a command by ssh', 'ask < sshd-session@690 < sshd-session!@689 < sshd!@5 < init!', IN_TERMINAL],
    ['a login at the console', 'ask < bash@700 < login!@690 < init!', IN_SSH],
    [
      'a terminal that the desktop started later',
      'ask < bash@700 < konsole@650 < systemd@10 < init!',
      IN_SSH,
      OTHER_UNIT,
    ],
  ];
  for (const [what, asking, server, unit] of persons) {
    it(`[PG33] is a person’s if it leads to ${what}`, () => {
      assert.equal(isTracedToPerson(chain(asking, unit), view(server)), true);
    });
  }

  const unknown: [what: string, asking: string, server: string, unit?: string][] = [
    ['an orphan', 'ask < init!', IN_TERMINAL],
    ['an orphaned shell', 'ask < bash < init!', IN_TERMINAL],
    ['an orphan that the user’s service manager took in', 'ask < bash < systemd@10 < init!', IN_TERMINAL],
    ['an orphan with a pty', 'ask < bash < script < init!', IN_TERMINAL],
    ['an orphaned tmux', 'ask < bash < tmux@600 < init!', IN_TERMINAL],
    ['an orphaned terminal', 'ask < bash < xterm@600 < init!', IN_TERMINAL],
    ['something that calls itself a login', 'ask < sshd@600 < login@600 < init!', IN_SSH],
    ['a job of at', 'ask < sh < atd!@5 < init!', IN_TERMINAL],
    ['a job of cron with a pty', 'ask < script < sh < cron!@5 < init!', IN_TERMINAL],
    ['a unit of the service manager', 'ask < script < systemd@10 < init!', IN_SSH, OTHER_UNIT],
    ['su or sudo without a login', 'ask < sudo! < init!', IN_TERMINAL],
    ['an older process that nobody knows', 'ask < bash@50 < init!', IN_TERMINAL],
  ];
  for (const [what, asking, server, unit] of unknown) {
    it(`[PG33] is nobody’s if it leads to ${what}`, () => {
      assert.equal(isTracedToPerson(chain(asking, unit), view(server)), false);
    });
  }

  it('[PG33] ends where orphans go: what started the server too may have taken them in', () => {
    const server = 'acdeck@500 < bash@400 < keeper@300 < konsole@200 < init!';
    const asking = 'ask < keeper@300 < konsole@200 < init!';
    assert.equal(isTracedToPerson(chain(asking), view(server)), true);
    assert.equal(isTracedToPerson(chain(asking), view(server, 'keeper@300')), false);
  });

  it('[PG33] is a person’s if it came into the container from outside, and nobody’s if it breaks off', () => {
    const server = view('acdeck@500 < init!');
    assert.equal(isTracedToPerson(chain('ask < bash', OWN_UNIT, 0), server), true);
    assert.equal(isTracedToPerson(chain('ask < bash', OWN_UNIT, 4711), server), false);
    assert.equal(isTracedToPerson([], server), false);
    assert.equal(isTracedToPerson(chain('ask < bash', OWN_UNIT, 0), { own: [], adopters: [1] }), false);
  });

  it('[PG33] counts the login of root if it is older than the server', () => {
    const asRoot = (text: string) => chain(text).map((each) => ({ ...each, uid: 0 }));
    const server: Viewpoint = { own: asRoot('acdeck!@500 < bash!@400 < tmux!@300 < init!'), adopters: [1] };
    assert.equal(isTracedToPerson(asRoot('ask! < bash! < sshd!@690 < sshd!@5 < init!'), server), true);
    assert.equal(isTracedToPerson(asRoot('ask! < bash! < sshd!@690 < init!'), server), false);
  });

  it('[PG33] is read from ps where there is no /proc', () => {
    const lines = [
      '  501   400  1000 -zsh',
      '400 390 0 login -fp me',
      ' 390 1 1000 /Applications/iTerm.app/iTermServer x',
    ];
    const links = lines.map((line) => linkFromPs(line)!);
    assert.deepEqual(
      links.map(({ pid, parent, uid, name }) => [pid, parent, uid, name]),
      [
        [501, 400, 1000, 'zsh'],
        [400, 390, 0, 'login'],
        [390, 1, 1000, 'iTermServer'],
      ],
    );
    assert.equal(linkFromPs('77 1 0 sshd: me [priv]')?.name, 'sshd');
    assert.equal(linkFromPs('PID PPID'), null);
    const own = [linkFromPs('900 1 1000 node acdeck')!];
    assert.equal(isTracedToPerson(links, { own, adopters: [1] }), true);
    assert.equal(isTracedToPerson([links[0]!, links[2]!], { own, adopters: [1] }), false);
  });
});

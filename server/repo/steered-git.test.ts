import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { listGitKeys, sortKey } from '../git/config-keys.rig.js';
import { patienceMs } from '../testing/patience.rig.js';
import { someOf } from '../testing/seeded.rig.js';
import { RepoRig, troubleWith } from './changes.rig.js';
import { type GitHttp, serveGit } from './git-http.rig.js';
import { CERTIFICATE, type Stranger, serveProxy, serveTls } from './steering.rig.js';

const ACTS = ['push', 'fetch', 'pull'] as const;
type Act = (typeof ACTS)[number];
const TOKEN = 'me:PERSONS-TOKEN';
const MINE = '# mine\n';

/** What a repository's own settings may lead git to do on the way to a remote. */
interface Steer {
  readonly name: string;
  readonly keys: (scene: Scene) => readonly (readonly [key: string, value: string])[];
  /** The remote's address; the true server's by default. */
  readonly url?: (scene: Scene) => string;
  readonly hasFired: (scene: Scene) => boolean;
  /** Those that it has a part in. */
  readonly acts?: readonly Act[];
  /** Git is told otherwise in every call, so that nothing asks. */
  readonly isQuiet?: true;
}

/** A repository with a remote, a person with a password for it, and strangers who would like to have that. */
class Scene {
  readonly rig: RepoRig;
  readonly truth: GitHttp;
  readonly tls: Stranger;
  readonly proxy: Stranger;
  readonly marks: string;
  readonly victim: string;
  readonly bare: string;

  private constructor(rig: RepoRig, bare: string, truth: GitHttp, strangers: { tls: Stranger; proxy: Stranger }) {
    this.rig = rig;
    this.bare = bare;
    this.truth = truth;
    this.tls = strangers.tls;
    this.proxy = strangers.proxy;
    this.marks = join(rig.home, 'marks');
    this.victim = join(rig.home, '.bashrc');
    this.calm();
  }

  static async set(t: TestContext): Promise<Scene> {
    const rig = new RepoRig(t, {
      files: { 'a.txt': 'a\n', '.gitattributes': '*.txt filter=evil\n', 'cert.pem': CERTIFICATE },
    });
    const bare = join(rig.home, 'bare.git');
    rig.git('clone', '-q', '--bare', '.', bare);
    appendFileSync(join(bare, 'config'), '[http]\n\treceivepack = true\n');
    const truth = await serveGit(t, bare, TOKEN);
    const tls = await serveTls(t);
    const scene = new Scene(rig, bare, truth, { tls, proxy: await serveProxy(t, tls.port) });
    const helper = scene.program('helper', `cat >> ${rig.home}/asked\necho username=me; echo password=PERSONS-TOKEN`);
    // Written without git: a process for each line would be half of the time of these tests.
    appendFileSync(join(rig.home, '.gitconfig'), `[credential]\n\thelper = ${helper}\n`);
    const remote = `[remote "origin"]\n\turl = ${truth.url}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`;
    const branch = '[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n';
    appendFileSync(join(rig.folder, '.git/config'), remote + branch);
    mkdirSync(join(rig.folder, '.git/refs/remotes/origin'), { recursive: true });
    copyFileSync(join(rig.folder, '.git/refs/heads/main'), join(rig.folder, '.git/refs/remotes/origin/main'));
    return scene;
  }

  /** A program that leaves a mark and fails. */
  trap(name: string): string {
    return this.program(name, `: > ${this.marks}/${name}\nexit 1`);
  }

  program(name: string, text: string): string {
    const path = join(this.rig.home, name);
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  get hasMark(): boolean {
    return readdirSync(this.marks).length > 0;
  }

  get asked(): string {
    return readFileSync(join(this.rig.home, 'asked'), 'utf8');
  }

  /** Nothing has happened yet. */
  calm(): void {
    rmSync(this.marks, { recursive: true, force: true });
    mkdirSync(this.marks);
    writeFileSync(this.victim, MINE);
    writeFileSync(join(this.rig.home, 'asked'), '');
    for (const told of [this.tls.told, this.proxy.told, this.truth.headers]) told.length = 0;
  }

  /** There is something to bring, and for a push something to send. */
  goOn(act: Act): void {
    const { rig, bare } = this;
    const plain = ['-c', 'core.hooksPath=/dev/null'];
    const [at, name] = act === 'push' ? [[], 'HEAD'] : [['-C', bare], 'main'];
    const oid = rig.git(...at, ...plain, 'commit-tree', `${name}^{tree}`, '-p', name, '-m', 'more').trim();
    rig.git(...at, ...plain, 'update-ref', 'refs/heads/main', oid);
  }

  /** The remote has what is here. */
  settle(): void {
    this.rig.git('-C', this.bare, 'fetch', '-q', this.rig.folder, '+main:main');
  }

  /** As in a terminal. */
  inTerminal(act: Act): Promise<void> {
    const args = {
      fetch: ['fetch', 'origin'],
      pull: ['pull', '--ff-only', 'origin', 'main'],
      push: ['push', 'origin', 'main'],
    };
    const env = { PATH: process.env.PATH, HOME: this.rig.home, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' };
    return new Promise((done) => {
      execFile('git', args[act], { cwd: this.rig.folder, env, timeout: patienceMs() }, () => done());
    });
  }

  async begin(act: Act, ownSettings: boolean): Promise<{ taskId: string }> {
    const { branching } = this.rig.repo;
    const { actor } = this.rig;
    switch (act) {
      case 'fetch':
        return branching.fetch(actor, null, { ownSettings });
      case 'pull':
        return branching.pull(actor, 'forward', { ownSettings });
      case 'push':
        return branching.push(actor, { ownSettings });
      default:
        return act satisfies never;
    }
  }

  /** The words for how it ended in the page: `done`, `failed`, or why it was refused. */
  async inPage(act: Act, ownSettings: boolean): Promise<string> {
    const begun = await this.begin(act, ownSettings).catch((error) => error);
    if (!('taskId' in begun)) return (await troubleWith(Promise.reject(begun))).code;
    return (await this.rig.ended(begun.taskId)).state;
  }
}

/** As git lists it. */
const spelled = (key: string) => key.replace(/^[^.]+|[^.]+$/g, (part) => part.toLowerCase());
const gitHost = ({ truth }: Scene) => truth.url.replace('127.0.0.1', 'git.invalid');
const tlsUrl = ({ tls }: Scene) => `https://127.0.0.1:${tls.port}/repo.git`;
const proxyUrl = ({ proxy }: Scene) => `http://127.0.0.1:${proxy.port}`;
const cameToProxy = ({ proxy }: Scene) => proxy.told.length > 0;
const cameToTls = ({ tls }: Scene) => tls.told.length > 0;
const hasMark = (scene: Scene) => scene.hasMark;

const STEERS: readonly Steer[] = [
  { name: 'http.proxy', keys: (s) => [['http.proxy', proxyUrl(s)]], hasFired: cameToProxy },
  { name: 'http.<url>.proxy', keys: (s) => [[`http.${s.truth.url}.proxy`, proxyUrl(s)]], hasFired: cameToProxy },
  { name: 'remote.*.proxy', keys: (s) => [['remote.origin.proxy', proxyUrl(s)]], hasFired: cameToProxy },
  {
    name: 'url.*.insteadOf',
    keys: (s) => [[`url.${proxyUrl(s)}/.insteadOf`, s.truth.url.replace('repo.git', '')]],
    hasFired: cameToProxy,
  },
  {
    name: 'http.curloptResolve',
    keys: ({ truth }) => [['http.curloptResolve', `git.invalid:${new URL(truth.url).port}:127.0.0.1`]],
    url: gitHost,
    hasFired: ({ truth }) => truth.headers.length > 0,
  },
  {
    name: 'http.cookieFile',
    keys: ({ victim }) => [
      ['http.cookieFile', victim],
      ['http.saveCookies', 'true'],
    ],
    hasFired: ({ victim }) => readFileSync(victim, 'utf8') !== MINE,
  },
  {
    name: 'the person’s token by http.proxy and http.sslVerify',
    keys: (s) => [
      ['http.proxy', proxyUrl(s)],
      ['http.sslVerify', 'false'],
    ],
    url: () => 'https://git.invalid/repo.git',
    hasFired: ({ tls }) => tls.told.some((line) => line.includes(TOKEN)),
  },
  { name: 'http.sslVerify', keys: () => [['http.sslVerify', 'false']], url: tlsUrl, hasFired: cameToTls },
  { name: 'http.sslCAInfo', keys: () => [['http.sslCAInfo', 'cert.pem']], url: tlsUrl, hasFired: cameToTls },
  {
    name: 'http.extraHeader',
    keys: () => [['http.extraHeader', 'X-Evil: yes']],
    hasFired: ({ truth }) => truth.headers.some((each) => each['x-evil'] === 'yes'),
  },
  {
    name: 'http.userAgent',
    keys: () => [['http.userAgent', 'evil']],
    hasFired: ({ truth }) => truth.headers.some((each) => each['user-agent'] === 'evil'),
  },
  { name: 'credential.helper', keys: (s) => [['credential.helper', s.trap('stolen')]], hasFired: hasMark },
  {
    name: 'credential.useHttpPath',
    keys: () => [['credential.useHttpPath', 'true']],
    hasFired: ({ asked }) => asked.includes('path='),
  },
  {
    name: 'core.askPass',
    keys: (s) => [
      ['credential.helper', ''],
      ['core.askPass', s.trap('asks')],
    ],
    hasFired: hasMark,
  },
  {
    name: 'core.sshCommand',
    keys: (s) => [['core.sshCommand', s.trap('ssh')]],
    url: () => 'git@git.invalid:x',
    hasFired: hasMark,
  },
  {
    name: 'core.gitProxy',
    keys: (s) => [['core.gitProxy', s.trap('proxy')]],
    url: () => 'git://git.invalid/x',
    hasFired: hasMark,
  },
  {
    name: 'core.hooksPath',
    keys: (s) => {
      for (const hook of ['pre-push', 'reference-transaction']) s.trap(hook);
      return [['core.hooksPath', s.rig.home]];
    },
    hasFired: hasMark,
  },
  {
    name: 'core.alternateRefsCommand',
    keys: (s) => {
      writeFileSync(join(s.rig.folder, '.git/objects/info/alternates'), join(s.bare, 'objects'));
      return [['core.alternateRefsCommand', s.trap('alternate')]];
    },
    hasFired: hasMark,
    acts: ['fetch', 'pull'],
  },
  {
    name: 'url.ext::*.insteadOf',
    keys: (s) => [
      [`url.ext::${s.trap('ext')}.insteadOf`, 'safe:'],
      ['protocol.ext.allow', 'always'],
    ],
    url: () => 'safe:',
    hasFired: hasMark,
  },
  {
    name: 'remote.*.vcs',
    keys: () => [
      ['remote.origin.vcs', 'ext'],
      ['protocol.ext.allow', 'always'],
    ],
    url: (s) => s.trap('vcs'),
    hasFired: hasMark,
  },
  {
    name: 'remote.*.uploadpack and receivepack',
    keys: (s) => [
      ['remote.origin.uploadpack', s.trap('upload')],
      ['remote.origin.receivepack', s.trap('receive')],
    ],
    url: ({ bare }) => bare,
    hasFired: hasMark,
  },
  {
    name: 'core.fsmonitor',
    keys: (s) => [['core.fsmonitor', s.trap('monitor')]],
    hasFired: hasMark,
    acts: ['pull'],
    isQuiet: true,
  },
  {
    name: 'filter.*.clean',
    keys: (s) => {
      s.rig.write('a.txt', 'b\n');
      return [['filter.evil.clean', s.trap('clean')]];
    },
    hasFired: hasMark,
    acts: ['pull'],
  },
];

describe('the way to a remote', () => {
  for (const [n, steer] of STEERS.entries()) {
    const { name, keys, url, hasFired, acts = ACTS, isQuiet = false } = steer;
    it(`[GT37] isn’t steered by a repository that nobody trusts: ${name}`, async (t) => {
      const scene = await Scene.set(t);
      const { rig } = scene;
      if (url) rig.git('config', 'remote.origin.url', url(scene));
      const settings = keys(scene);
      for (const [key, value] of settings) rig.git('config', '--add', key, value);
      // One act for each setting, and another one for the next setting.
      const tried = someOf(t, acts, 1, n);
      const others = ACTS.filter((act) => !acts.includes(act));
      // First as git does it in a terminal.
      for (const act of tried) {
        scene.calm();
        scene.goOn(act);
        await scene.inTerminal(act);
        assert.ok(hasFired(scene), `git ${act} is steered in a terminal`);
      }
      scene.settle();
      // Then as the page does it: refused with the names, or with the person's own settings.
      for (const act of [...tried, ...someOf(t, others, 0)]) {
        scene.calm();
        if (!isQuiet && acts.includes(act)) {
          const trouble = await troubleWith(scene.begin(act, false));
          assert.ok(trouble.code === 'untrusted', `${act}: ${trouble.code}`);
          const named = settings.filter(([key]) => trouble.keys.includes(spelled(key)));
          assert.ok(named.length > 0, `${act} names ${trouble.keys.join(' ')}`);
        }
        const end = await scene.inPage(act, true);
        assert.ok(!hasFired(scene), `${act} with the person’s own settings isn’t steered, and ended as ${end}`);
        const isTrue = !url && !/filter|hooksPath/.test(name);
        if (isTrue) assert.equal(end, 'done', `${act} reaches the true server`);
        if (isTrue) assert.equal(scene.truth.lastAuth(), TOKEN);
      }
    });
  }

  it('[GT37] has git see none of the keys that could steer it, of all that it knows', async (t) => {
    const scene = await Scene.set(t);
    const { rig } = scene;
    const traces = join(rig.home, 'traces');
    mkdirSync(traces);
    rig.git('config', '--global', 'trace2.normalTarget', traces);
    rig.git('config', '--global', 'trace2.configParams', '*');
    const sorted = listGitKeys().flatMap((listed) => sortKey(listed) ?? []);
    // A wrong `core.worktree` is refused before anything is done, and an address is seen in any case.
    const steering = sorted.filter(
      ({ sort, key }) => sort !== 'harmless' && !/^core\.worktree$|^remote\.origin\.(push)?url$/i.test(key),
    );
    assert.ok(steering.length > 100);
    const config = join(rig.folder, '.git/config');
    for (const { key, value } of steering) {
      const [, section, sub, name] = /^([^.]+)\.(?:(.*)\.)?([^.]+)$/s.exec(key)!;
      writeFileSync(config, `[${section}${sub === undefined ? '' : ` "${sub}"`}]\n\t${name} = "${value}"\n`, {
        flag: 'a',
      });
    }
    /** The steering keys that git saw, but for the calls by which AcDeck itself looks at the settings. */
    const seen = () => {
      const found = new Set<string>();
      for (const file of readdirSync(traces)) {
        const text = readFileSync(join(traces, file), 'utf8');
        if (/ start \S+ .*(config --list -z --show-scope|rev-parse --(is-inside|show-toplevel)|--version$)/m.test(text))
          continue;
        // AcDeck's own value for a driver that nobody trusts, which leaves a conflict.
        for (const [, key] of text
          .replaceAll('merge.x.driver=false', '')
          .matchAll(/def_param scope:(?:local|worktree) ([^=]+)=/g))
          found.add(key!.toLowerCase());
      }
      for (const file of readdirSync(traces)) rmSync(join(traces, file));
      return [...new Set(steering.map(({ key }) => key.toLowerCase()))].filter((key) => found.has(key));
    };
    for (const act of ACTS) {
      await scene.inTerminal(act);
      assert.equal(
        seen().length,
        new Set(steering.map(({ key }) => key.toLowerCase())).size,
        `git ${act} sees all in a terminal`,
      );
    }
    for (const act of ACTS) {
      for (const ownSettings of [false, true]) {
        await scene.inPage(act, ownSettings);
        assert.deepEqual(seen(), [], `${act}, own settings: ${ownSettings}`);
      }
    }
    await rig.repo.status(0);
    await rig.repo.patch(false);
    await rig.repo.commitFacts('HEAD');
    await rig.repo.branching.remotes();
    assert.deepEqual(seen(), [], 'reading');
  });

  it('[GT38] can be taken with the person’s own settings, and the refusal names the host', async (t) => {
    const scene = await Scene.set(t);
    const { rig } = scene;
    const refusal = async (url: string, key: string) => {
      rig.git('config', 'remote.origin.url', url);
      rig.git('config', key, 'x');
      const trouble = await troubleWith(scene.begin('fetch', false));
      rig.git('config', '--unset', key);
      assert.ok(trouble.code === 'untrusted');
      return [trouble.keys, trouble.reach];
    };
    const there = { host: 'github.com', canGoWithout: true };
    assert.deepEqual(await refusal('https://github.com/a/b.git', 'http.proxy'), [['http.proxy'], there]);
    assert.deepEqual(await refusal('git@github.com:a/b.git', 'core.sshcommand'), [['core.sshcommand'], there]);
    const here = { host: null, canGoWithout: false };
    assert.deepEqual(await refusal(scene.bare, 'http.proxy'), [['remote.origin.url', 'http.proxy'], here]);
    // A push to another machine than the one that is shown asks, and goes to that one with the person's own settings.
    rig.git('config', 'remote.origin.url', scene.truth.url);
    rig.git('config', 'remote.origin.pushurl', 'https://git.invalid/x.git');
    const push = await troubleWith(scene.begin('push', false));
    assert.ok(push.code === 'untrusted' && push.keys.includes('remote.origin.pushurl'));
    assert.deepEqual(push.reach, { host: 'git.invalid', canGoWithout: true });
    assert.equal(await scene.inPage('push', true), 'done');
    rig.git('config', '--unset', 'remote.origin.pushurl');
    // Git pushes to each address that a remote has.
    rig.git('config', '--add', 'remote.origin.url', 'https://git.invalid/x.git');
    const both = await troubleWith(scene.begin('push', false));
    assert.ok(both.code === 'untrusted' && both.keys.includes('remote.origin.url'));
    assert.equal(await scene.inPage('push', true), 'done');
    rig.git('config', '--replace-all', 'remote.origin.url', scene.truth.url);
    // A setting for another remote has no part in it.
    rig.git('config', 'remote.origin.url', scene.truth.url);
    rig.git('config', 'remote.other.proxy', 'http://git.invalid');
    assert.equal(await scene.inPage('fetch', false), 'done');
  });

  it('[GT37] takes no objects from another remote that the repository names for that', async (t) => {
    const scene = await Scene.set(t);
    const { rig, proxy } = scene;
    const settings = [
      ['core.repositoryFormatVersion', '1'],
      ['extensions.partialClone', 'lazy'],
      ['remote.lazy.promisor', 'true'],
      ['remote.lazy.url', `${proxyUrl(scene)}/lazy`],
    ] as const;
    // A commit with a file that is nowhere; git would look for it once it knows where.
    rig.git('update-index', '--add', '--cacheinfo', `100644,${'1'.repeat(40)},missing.bin`);
    const tree = rig.git('write-tree', '--missing-ok').trim();
    const commit = rig.git('commit-tree', '-p', 'HEAD', '-m', 'missing', tree).trim();
    rig.git('update-ref', 'refs/heads/main', commit);
    for (const [key, value] of settings) rig.git('config', key, value);
    await scene.inTerminal('push');
    assert.ok(proxy.told.length > 0, 'git asks there in a terminal');
    for (const act of ACTS) {
      for (const ownSettings of [false, true]) {
        scene.calm();
        await scene.inPage(act, ownSettings);
        assert.deepEqual(proxy.told, [], act);
      }
    }
  });

  it('[GT38] is the repository’s own once it is trusted, unless the person goes without', async (t) => {
    const scene = await Scene.set(t);
    const { rig } = scene;
    rig.git('config', 'http.extraHeader', 'X-Own: yes');
    const { programs } = await rig.repo.status(0);
    assert.deepEqual(programs.keys, [{ key: 'http.extraheader', value: 'X-Own: yes' }]);
    await rig.repo.trustPrograms(programs.fingerprint, true);
    const sent = () => scene.truth.headers.some((each) => each['x-own'] === 'yes');
    assert.equal(await scene.inPage('fetch', false), 'done');
    assert.ok(sent());
    scene.calm();
    assert.equal(await scene.inPage('fetch', true), 'done');
    assert.ok(!sent());
  });

  it('[BR47] leads only to remotes that git takes for configured ones: a name that is a path is none', async (t) => {
    const scene = await Scene.set(t);
    const { rig } = scene;
    const evil = join(rig.folder, 'tools.git');
    rig.git('init', '-q', '--bare', evil);
    mkdirSync(join(evil, 'hooks'), { recursive: true });
    const hook = join(evil, 'hooks/post-receive');
    writeFileSync(hook, `#!/bin/sh\n: > ${scene.marks}/received\n`);
    chmodSync(hook, 0o755);
    const inGit = (name: string) => rig.git('push', '-q', name, 'HEAD:refs/heads/x');
    const names = [
      '/proc/self/cwd/tools.git',
      evil,
      './tools.git',
      'tools.git/',
      '../work/tools.git',
      '.',
      '..',
      '-u',
      'a b',
      'a..b',
      'x.lock',
    ];
    for (const name of names) {
      scene.calm();
      rig.git('config', '--remove-section', 'remote.origin');
      writeFileSync(
        join(rig.folder, '.git/config'),
        `[remote "${name}"]\n\turl = https://github.com/someone/project.git\n`,
        { flag: 'a' },
      );
      rig.git('config', 'branch.main.remote', name);
      if (name === names[0]) inGit(name);
      assert.equal(scene.hasMark, name === names[0], 'git takes such a name for a path');
      scene.calm();
      assert.deepEqual(await rig.repo.branching.remotes(), [], name);
      for (const act of ACTS) {
        const code = await scene.inPage(act, false);
        assert.ok(code === 'no_remote' || code === 'no_upstream', `${act} ${name}: ${code}`);
      }
      assert.equal(scene.hasMark, false, name);
      rig.git('config', '--remove-section', `remote.${name}`);
      rig.git('config', 'remote.origin.url', 'https://github.com/someone/project.git');
    }
    // In newer versions of git an empty address forgets those before it.
    rig.git('config', '--add', 'remote.origin.url', '');
    assert.deepEqual(
      (await rig.repo.branching.remotes()).map(({ name }) => name),
      ['origin'],
    );
  });
});

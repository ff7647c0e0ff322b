import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { helpText } from '../server/command/help-text.js';
import { type Reporter, reporterForPrograms } from '../server/command/reporter.js';
import { ROOT } from './project-root.js';
import { readSources } from './read-sources.js';
import { importsOf } from './source-imports.js';
import { freshBuild } from './test-run/fresh-build.js';

await freshBuild();
const run = promisify(execFile);
const dir = mkdtempSync(join(tmpdir(), 'acdeck-package-'));
after(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const json = (path: string) => JSON.parse(read(path));
const { dependencies, optionalDependencies, version } = json('package.json') as Record<
  'dependencies' | 'optionalDependencies',
  Record<string, string>
> & { version: string };
const lock = json('package-lock.json').packages as Record<string, LockedPackage>;

interface LockedPackage {
  /** Where it isn't the one that it is installed as. */
  name?: string;
  version?: string;
  resolved?: string;
  engines?: { node?: string };
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** The paths in the package, packed as it stands. */
async function pack(): Promise<{ file: string; paths: string[]; size: number }> {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', dir];
  const { stdout } = await run('npm', args, { cwd: ROOT, maxBuffer: 16 * 1024 * 1024 });
  const [packed] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[]; size: number }];
  return { file: join(dir, packed.filename), paths: packed.files.map(({ path }) => path), size: packed.size };
}

/** A checkout with the real `npm start` and a build that only counts: the command prints which build it is, and its arguments. */
class SmallCheckout {
  readonly #dir: string;
  /** Whole seconds apart, so that every file system tells them apart. */
  #seconds = 1_000_000_000;

  constructor(path: string) {
    this.#dir = path;
    const { scripts } = json('package.json') as { scripts: Record<string, string> };
    const build = 'node specs/count-build.mjs';
    this.write('package.json', JSON.stringify({ type: 'module', scripts: { start: scripts.start, build } }));
    for (const name of ['specs/build-if-stale.mjs', 'specs/stale-build.mjs']) this.write(name, read(name));
    for (const name of ['vite.config.ts', 'server/main.ts', 'webapp/index.html']) this.write(name);
    this.write('specs/count-build.mjs', COUNT_BUILD);
  }

  /** Writes a file, as the last that was changed. */
  write(path: string, text?: string): void {
    const file = join(this.#dir, path);
    mkdirSync(dirname(file), { recursive: true });
    if (text !== undefined || !existsSync(file)) writeFileSync(file, text ?? '');
    utimesSync(file, ++this.#seconds, this.#seconds);
  }

  remove(path: string): void {
    rmSync(join(this.#dir, path), { recursive: true });
  }

  async start(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const options = { cwd: this.#dir, env: { ...process.env, BUILT_AT: String(++this.#seconds) } };
    const npm = ['start', '--silent', '--', ...args];
    return await run('npm', npm, options).then(
      (said) => ({ code: 0, ...said }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );
  }
}

const COUNT_BUILD = `
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
if (existsSync('webapp/broken.ts')) {
  console.error('broken');
  process.exit(3);
}
const files = { server: 'dist/server/build.json', webapp: 'dist/webapp/index.html' };
const count = existsSync(files.server) ? Number(readFileSync(files.server, 'utf8')) + 1 : 1;
for (const [half, file] of Object.entries(files)) {
  mkdirSync('dist/' + half, { recursive: true });
  writeFileSync(file, String(count));
  utimesSync(file, Number(process.env.BUILT_AT), Number(process.env.BUILT_AT));
}
writeFileSync('dist/server/main.js', 'console.log(' + count + ', JSON.stringify(process.argv.slice(2)))');
`;

/** The names of the packages that a built file imports, or requires where it is no module. */
function packagesIn(path: string): string[] {
  const text = read(path);
  const required = [...text.matchAll(/createRequire\([\w.]+\)\(['"]([^'"]+)['"]\)/g)].map(([, name]) => name!);
  const imported = importsOf({ path, text }).flatMap(({ target, isOurs }) => (isOurs ? [] : [target]));
  return [...imported, ...required]
    .filter((name) => !name.startsWith('node:'))
    .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)![0]);
}

/** Whether a range of versions takes in 20.19.0, for the forms in which packages write theirs. */
function admitsNode20(range: string): boolean {
  const parts = range.replace(/([<>=^~])\s+/g, '$1').split('||');
  return parts.some((part) => part.trim().split(/\s+/).every(admits));
}

function admits(comparator: string): boolean {
  const [, sign = '', major = '', minor = '0'] = /^([<>=^~]*)v?(\d+|\*|x)?(?:\.(\d+|x))?/.exec(comparator) ?? [];
  if (major === '' || major === '*' || major === 'x') return true;
  const difference = 20 - Number(major) || 19 - (Number(minor) || 0);
  if (sign === '>=' || sign === '>') return difference >= 0;
  if (sign === '<' || sign === '<=') return difference < 0;
  return Number(major) === 20 && (sign === '^' ? difference >= 0 : /\.\d/.test(comparator) ? difference === 0 : true);
}

describe('the package', () => {
  let packing: ReturnType<typeof pack> | null = null;
  const packed = () => (packing ??= pack());

  it('[N1] holds what is needed to run, and nothing else', async () => {
    const { paths } = await packed();
    const known =
      /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|SECURITY\.md|dist\/server\/(build\.json|licences\.txt))$/;
    const server = /^dist\/server\/[a-z\d/-]+\.js$/;
    const webapp =
      /^dist\/webapp\/(index\.html|licences\.txt|[\w-]+\.(js|svg|png|webmanifest)|frame\/[\w-]+\.(html|js)|assets\/[\w.-]+\.(js|css|svg|png|woff2|wasm))(\.br|\.gz)?$/;
    assert.deepEqual(
      paths.filter((path) => !known.test(path) && !server.test(path) && !webapp.test(path)),
      [],
    );
    for (const name of ['README.md', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md', 'dist/server/build.json']) {
      assert.ok(paths.includes(name), name);
    }
    assert.deepEqual(
      paths.filter((path) => /test|rig/.test(path) && !/server\/testing\//.test(path)),
      [],
    );
  });

  it('[N131] is as large as CHANGELOG says', async () => {
    assertAbout(read('CHANGELOG.md'), /makes a package of (\d+) MB/, (await packed()).size);
  });

  it('[N2] depends on what its server imports', async () => {
    const scripts = (await packed()).paths.filter((path) => path.startsWith('dist/server/') && path.endsWith('.js'));
    const imported = new Set(scripts.flatMap(packagesIn));
    assert.deepEqual([...imported].sort(), Object.keys({ ...dependencies, ...optionalDependencies }).sort());
  });

  it('[N123] brings the licence of every package whose code is in it', async () => {
    const licences = read('dist/server/licences.txt') + read('dist/webapp/licences.txt');
    const isShipped = (path: string) =>
      path.endsWith('.ts') && !/(dev-assets|\.(rig|test|browser-test|d))\.ts$/.test(path);
    const imported = (await readSources(['server', 'webapp'], isShipped)).flatMap(importsOf);
    const names = imported.flatMap(({ target, isOurs, isTypeOnly }) => (isOurs || isTypeOnly ? [] : [target]));
    const packages = new Set(names.flatMap((name) => /^(?!node:)(?:@[\w-]+\/)?[\w-]+/.exec(name)?.[0] ?? []));
    const bundled = [...packages].filter((name) => !(name in dependencies) && !(name in optionalDependencies));
    assert.ok(bundled.length > 15, 'packages were found');
    for (const name of bundled)
      assert.match(licences, new RegExp(`^${name} [\\d.]+ \\(.+\\)\\n\\s*(?!-{80})\\S`, 'm'), name);
  });

  it('[N5] [N124] [N131] starts when it is installed elsewhere, without a warning of its scripts', async () => {
    const { file } = await packed();
    const flags = ['--prefer-offline', '--no-audit', '--no-fund'];
    const { stderr } = await run('npm', ['install', '-g', '--prefix', join(dir, 'elsewhere'), ...flags, file]);
    assert.doesNotMatch(stderr, /install-scripts|acdeck@/);
    assertAbout(read('README.md'), /The installed command takes about (\d+) MB/, diskUse(join(dir, 'elsewhere')));
    const command = join(dir, 'elsewhere', 'bin', 'acdeck');
    const env = { PATH: process.env.PATH, HOME: dir, XDG_DATA_HOME: join(dir, 'data'), XDG_CONFIG_HOME: dir };
    const server = spawn(command, [dir, '--json', '--no-open', '--port', '0', '--agent', 'demo'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const events: string[] = [];
    for await (const line of createInterface({ input: server.stdout! })) {
      const { event, url } = JSON.parse(line) as { event: string; url?: string };
      events.push(event);
      if (url) assert.match(await (await fetch(url)).text(), /<script type="module"/);
      if (event === 'ready' || event === 'failed') server.kill('SIGTERM');
    }
    if (server.exitCode === null) await once(server, 'exit');
    assert.deepEqual([events[0], events.at(-1), server.exitCode], ['listening', 'ready', 0]);
  });

  it('[N6] runs from a checkout with npx', async () => {
    assert.ok(statSync(join(ROOT, 'dist/server/main.js')).mode & 0o100, 'the command is a program');
    assert.match(read('dist/server/main.js'), /^#!\/usr\/bin\/env node\n/);
    const { stdout } = await run('npx', ['.', '--version'], { cwd: ROOT });
    assert.ok(stdout.startsWith(version));
  });

  it('[N124] has no script that an installation runs, and is built before it is packed', () => {
    const { scripts } = json('package.json') as { scripts: Record<string, string> };
    const atInstall = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];
    assert.deepEqual(
      atInstall.filter((name) => name in scripts),
      [],
    );
    assert.equal(scripts.prepack, 'npm run build');
  });

  it('[N9] has one version for its server and its web app', async () => {
    const { stdout } = await run(process.execPath, [join(ROOT, 'dist/server/main.js'), '--version']);
    const assets = join(ROOT, 'dist/webapp/assets');
    const scripts = readdirSync(assets).filter((name) => /^index-.*\.js$/.test(name));
    assert.ok(scripts.some((name) => readFileSync(join(assets, name), 'utf8').includes(stdout.trim())));
  });
});

describe('npm start', () => {
  const checkout = new SmallCheckout(join(dir, 'checkout'));

  it('[N126] builds a fresh checkout, says so in one line, and starts what it has built', async () => {
    const said = 'Building AcDeck: there is no build yet.\n';
    assert.deepEqual(await checkout.start('--agent', 'a "b'), {
      code: 0,
      stdout: '1 ["--agent","a \\"b"]\n',
      stderr: said,
    });
  });

  it('[N126] does not build again until something that goes into the build is newer', async () => {
    checkout.write('server/own.test.ts');
    checkout.write('specs/own.md');
    assert.deepEqual(await checkout.start(), { code: 0, stdout: '1 []\n', stderr: '' });
    let builds = 1;
    for (const path of ['server/protocol/own.ts', 'webapp/styles/own.css', 'vite.config.ts', 'package.json']) {
      checkout.write(path);
      const stderr = `Building AcDeck: ${path} is newer than the build.\n`;
      assert.deepEqual(await checkout.start(), { code: 0, stdout: `${++builds} []\n`, stderr });
    }
    checkout.remove('dist/webapp');
    assert.equal((await checkout.start()).stdout, `${++builds} []\n`);
  });

  it('[N126] starts nothing if the build fails', async () => {
    checkout.write('webapp/broken.ts');
    const { code, stdout, stderr } = await checkout.start();
    assert.deepEqual([code, stdout], [3, '']);
    assert.match(stderr, /^Building AcDeck: .*\nbroken\n/);
  });
});

describe('the lock file', () => {
  it('[N3] names no hosts and no platform twice', () => {
    assert.deepEqual(
      Object.entries(lock).filter(([, { resolved }]) => resolved !== undefined),
      [],
    );
    assert.doesNotMatch(read('package-lock.json'), /https?:\/\/[^"]*\.tgz/);
    const missing = Object.entries(lock).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isLocked(path, name)),
    );
    assert.deepEqual(missing, []);
  });

  it('[N127] skips what comes for nothing, and names nothing that does not come', () => {
    const { overrides } = json('package.json') as { overrides: Record<string, Record<string, string>> };
    const comesWith = (name: string) => Object.keys(lock[`node_modules/${name}`]?.dependencies ?? {}).sort();
    assert.deepEqual(Object.keys(overrides), ['mermaid', 'puppeteer-core']);
    assert.deepEqual(Object.keys(overrides.mermaid!).sort(), comesWith('mermaid'));
    for (const [name, skipped] of Object.entries(overrides)) {
      for (const [dependency, instead] of Object.entries(skipped)) {
        assert.ok(comesWith(name).includes(dependency), `${name} comes with ${dependency}`);
        assert.match(instead, /^npm:@favware\/skip-dependency@[\d.]+$/);
      }
    }
    const empty = Object.values(lock).filter(({ name }) => name === '@favware/skip-dependency');
    assert.equal(empty.length, Object.values(overrides).flatMap(Object.keys).length);
  });

  it('[N4] admits Node 20.19 in every package', () => {
    const refusing = Object.entries(lock).filter(([, { engines }]) => engines?.node && !admitsNode20(engines.node));
    assert.deepEqual(
      refusing.map(([path, { engines }]) => `${path} ${engines?.node}`),
      [],
    );
    for (const range of ['>=22', '^18 || >=21', '20.0.0', '>=20.20', '<20', '^22.12.0'])
      assert.ok(!admitsNode20(range), range);
    for (const range of ['^20.19.0 || >=22.12.0', '>= 18', '*', '20', '>=6 <21', '20 || >=22'])
      assert.ok(admitsNode20(range), range);
  });
});

describe('what a newcomer reads', () => {
  it('[N7] is what continuous integration runs', () => {
    assert.match(read('README.md'), /npm install && npm test/);
    const script = read('.ci/run');
    assert.match(script, /^#!\/usr\/bin\/env bash\nset -euo pipefail\n/);
    assert.match(script, /^npm ci --engine-strict\nnpm test\n/m);
    assert.ok(statSync(join(ROOT, '.ci/run')).mode & 0o100);
  });

  it('[N8] names the options that there are', () => {
    const optionsIn = (text: string) => [...new Set(text.match(/(?<![\w-])--[a-z][a-z-]+/g))].sort();
    const table = read('README.md')
      .split(/^## /m)
      .find((part) => part.startsWith('The command'));
    const help = helpText({ dataDir: '', configFile: '' });
    assert.deepEqual(optionsIn(table ?? ''), optionsIn(help.slice(0, help.indexOf('Examples:')).replace('--acp', '')));
  });

  it('[N120] describes every event of --json with its fields, and no other', () => {
    const said: Record<string, string[]> = {};
    const reporter = reporterForPrograms((line) => {
      const { event, ...fields } = JSON.parse(line) as { event: string };
      said[event] = Object.keys(fields);
    });
    const step = { stage: 'agent' as const, detail: { agent: 'Demo' }, percent: 1 };
    // One of each: what a reporter can tell and is not told here does not compile.
    const told: { [K in keyof Reporter]: Parameters<Reporter[K]> } = {
      listening: [{ url: 'u', port: 1, pid: 2 }],
      startup: [step],
      ready: [{ id: 'demo', name: 'Demo' }],
      failed: [{ stage: 'agent', message: 'It failed' }],
      untrusted: ['/a', { state: 'asked', fingerprint: 'f', isChanged: false, agents: [], mcpServers: [] }],
    };
    for (const [name, args] of Object.entries(told))
      (reporter[name as keyof Reporter] as (...args: unknown[]) => void)(...args);
    const section = read('README.md')
      .split(/^## /m)
      .find((part) => part.startsWith('How do other programs start AcDeck?'));
    const rows = [...(section ?? '').matchAll(/^\| `(\w+)` \|[^|]*\|([^|]*)\|$/gm)];
    const described = Object.fromEntries(
      rows.map(([, event, fields]) => [event, [...fields!.matchAll(/`(\w+)`/g)].map(([, field]) => field)]),
    );
    assert.deepEqual(described, said);
  });

  it('[N122] leads a contributor to files and scripts that there are', () => {
    const page = read('CONTRIBUTING.md');
    const paths = [...page.matchAll(/(?<![\w*./-])((?:server|webapp|specs)\/[\w./-]*\w\.(?:ts|md|mjs)|[A-Z]+\.md)/g)];
    assert.ok(paths.length > 20, 'the paths were found');
    assert.deepEqual(
      [...new Set(paths.map(([, path]) => path!))].filter((path) => !existsSync(join(ROOT, path))),
      [],
    );
    const { scripts } = json('package.json') as { scripts: Record<string, string> };
    const run = [...page.matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script!);
    assert.deepEqual(
      run.filter((script) => !(script in scripts)),
      [],
    );
  });

  it('[N121] names the version that there is', () => {
    assert.ok(read('README.md').includes(`\nnpm install -g ./acdeck-${version}.tgz\n`), 'the packed file');
    const [, supported] = /^\| the newest \(([\d.]+)\.x\) \| yes \|$/m.exec(read('SECURITY.md')) ?? [];
    assert.equal(supported, version.split('.').slice(0, 2).join('.'));
    assert.match(read('CHANGELOG.md'), new RegExp(`^## .*\\b${version.replaceAll('.', '\\.')}\\b`, 'm'));
  });
});

/** What a folder takes on the disk, as `du` counts it. */
function diskUse(path: string): number {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.map((entry) => lstatSync(join(entry.parentPath, entry.name)));
  return files.reduce((sum, { blocks }) => sum + blocks * 512, 0);
}

/** Compares a size that a page tells, in megabytes, with the real one. */
function assertAbout(page: string, told: RegExp, bytes: number): void {
  const megabytes = Number(told.exec(page)?.[1]);
  const real = bytes / (1024 * 1024);
  assert.ok(Math.abs(megabytes - real) <= Math.max(0.5, real / 10), `it is ${real.toFixed(1)} MB`);
}

/** Whether a package finds a dependency where Node would look for it. */
function isLocked(path: string, name: string): boolean {
  for (let at = path; ; at = at.slice(0, at.lastIndexOf('node_modules/')).replace(/\/$/, '')) {
    if (lock[`${at ? `${at}/` : ''}node_modules/${name}`]) return true;
    if (!at) return false;
  }
}

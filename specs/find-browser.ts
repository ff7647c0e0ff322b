import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { unpackBrowser } from './packaged-browser.js';

/** A browser that tests can start: its program, and what must be in the environment for it to run. */
export interface TestBrowser {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

const NAMES = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome', 'microsoft-edge'];
const MAC_APPS = ['Google Chrome', 'Chromium', 'Google Chrome for Testing', 'Microsoft Edge'];
/** What our pages need of a browser (`toSorted`, `Array.prototype.with`, Trusted Types) is older than this. */
const OLDEST = 120;

/**
 * The browser named by CHROME_PATH, else an installed one, else the one that comes as a package;
 * `CHROME_PATH=packaged` asks for the last one even where another is installed.
 */
export async function findBrowser(): Promise<TestBrowser> {
  const named = process.env.CHROME_PATH;
  if (named && named !== 'packaged') {
    if (await versionOf(named)) return installed(named);
    throw new Error(`CHROME_PATH is ${named}, which does not run as a Chrome or Chromium ${OLDEST} or newer.`);
  }
  for (const candidate of named ? [] : candidates()) {
    if (await versionOf(candidate)) return installed(candidate);
  }
  const { executablePath, env } = await unpackBrowser();
  // It has no sandbox program of its own, and it only ever opens pages of ours.
  return { executablePath, args: [...QUIET, '--no-sandbox'], env };
}

/** It shall draw our pages and call nobody. */
const QUIET = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

function installed(executablePath: string): TestBrowser {
  const cannotSandbox = process.getuid?.() === 0 || Boolean(process.env.CI);
  return { executablePath, args: cannotSandbox ? [...QUIET, '--no-sandbox'] : QUIET, env: {} };
}

function candidates(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  if (process.platform !== 'darwin') return onPath;
  const places = ['/Applications', join(homedir(), 'Applications')];
  return [
    ...places.flatMap((place) => MAC_APPS.map((app) => join(place, `${app}.app/Contents/MacOS/${app}`))),
    ...onPath,
  ];
}

/** The major version if the program is there, starts, and is new enough; some distributions install a mere hint. */
async function versionOf(program: string): Promise<number | null> {
  try {
    await access(program, constants.X_OK);
    const { stdout } = await promisify(execFile)(program, ['--version'], { timeout: 20_000 });
    const major = Number(/(\d+)\.\d+\.\d+/.exec(stdout)?.[1]);
    return major >= OLDEST ? major : null;
  } catch {
    return null;
  }
}

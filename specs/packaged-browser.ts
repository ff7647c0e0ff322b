import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Where an unpacked browser lies, and what it needs to find its own libraries and fonts. */
export interface UnpackedBrowser {
  executablePath: string;
  env: Record<string, string>;
}

const PARTS = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
const CACHE = fileURLToPath(new URL('../node_modules/.cache/acdeck-browser', import.meta.url));

/** Unpacks the browser of `@sparticuz/chromium` with its libraries, once, into a folder of our own. */
export async function unpackBrowser(): Promise<UnpackedBrowser> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No Chrome or Chromium was found. Install one, or name its program in CHROME_PATH.');
  }
  const source = dirname(dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'))));
  const { version } = createRequire(import.meta.url)(join(source, 'package.json')) as { version: string };
  const home = join(CACHE, version);
  const executablePath = join(home, 'chromium');
  if (!existsSync(executablePath)) await unpackInto(home, source);
  return {
    executablePath,
    env: {
      LD_LIBRARY_PATH: [join(home, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_FILE: join(home, 'fonts.conf'),
    },
  };
}

/** Unpacks beside the place and moves it there whole, so that a torn or a doubled run leaves nothing half done. */
async function unpackInto(home: string, source: string): Promise<void> {
  await mkdir(CACHE, { recursive: true, mode: 0o700 });
  const scratch = await mkdtemp(join(CACHE, 'unpack-'));
  try {
    await inflateAll(source, scratch);
    await writeFile(join(scratch, 'fonts.conf'), fontsConf(home));
    // A browser that was still running when its folder was removed may have left its fonts there.
    if (!existsSync(join(home, 'chromium'))) await rm(home, { recursive: true, force: true });
    await rename(scratch, home).catch((error) => {
      if (!existsSync(join(home, 'chromium'))) throw error;
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The package's own unpacker writes to the system's temp folder, which others can write to: point it elsewhere. */
async function inflateAll(source: string, target: string): Promise<void> {
  const unpacker = pathToFileURL(join(source, 'build/esm/lambdafs.js')).href;
  const { inflate } = (await import(unpacker)) as { inflate(file: string): Promise<string> };
  const before = process.env.TMPDIR;
  process.env.TMPDIR = target;
  // The target is read when the call is made, not when it ends.
  const running = PARTS.map((part) => inflate(join(source, 'bin', part)));
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  await Promise.all(running);
}

/** The fonts of the package, and those of the system if there are any. */
function fontsConf(home: string): string {
  const folders = [join(home, 'fonts/fonts'), '/usr/share/fonts', '/usr/local/share/fonts', join(homedir(), '.fonts')];
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((folder) => `  <dir>${folder}</dir>`).join('\n')}
  <cachedir>${join(home, 'font-cache')}</cachedir>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family><family>Open Sans</family></prefer></alias>
</fontconfig>
`;
}

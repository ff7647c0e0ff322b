/** An opener that still runs after this time has its browser before it, in the foreground. */
const OPENED_AFTER_MS = 3_000;

/**
 * Opens a page of ours, a file, in the person's browser; false where that cannot be. The page is asked for only then. Its
 * path is readable by every user of the machine while the opener runs; what it holds is not.
 */
export async function openBrowser(page: () => Promise<string>): Promise<boolean> {
  if (!hasScreen(process.platform, process.env)) return false;
  const { default: open } = await import('open');
  try {
    const opener = await open(await page());
    return await new Promise((resolve) => {
      const timer = setTimeout(() => resolve(true), OPENED_AFTER_MS);
      opener.once('exit', (code) => {
        clearTimeout(timer);
        resolve(code === 0);
      });
    });
  } catch {
    return false;
  }
}

/** On Linux a browser needs a display, or a `BROWSER` that does without one. */
export function hasScreen(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  if (platform !== 'linux') return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.BROWSER || env.WSL_DISTRO_NAME);
}

/** An opener that still runs after this time has its browser before it, in the foreground. */
const OPENED_AFTER_MS = 3_000;

/**
 * Opens an address in the person's browser; false where that cannot be. The address is readable by
 * every user of the machine while the opener runs, so it must not hold a lasting secret.
 */
export async function openBrowser(url: string): Promise<boolean> {
  if (!hasScreen(process.platform, process.env)) return false;
  const { default: open } = await import('open');
  try {
    const opener = await open(url);
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

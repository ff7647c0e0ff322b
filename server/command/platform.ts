const [MAJOR, MINOR] = [20, 19];

/** Why AcDeck cannot run here, as a sentence, or null. */
export function unsupported(platform: NodeJS.Platform, nodeVersion: string): string | null {
  if (platform === 'win32') return "AcDeck doesn't support Windows yet. It runs on Linux, macOS and in WSL.";
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  if (major > MAJOR || (major === MAJOR && minor >= MINOR)) return null;
  return `AcDeck needs Node ${MAJOR}.${MINOR} or newer; this is Node ${nodeVersion}.`;
}

import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where a person's data and settings live unless the command says otherwise. */
export interface Places {
  readonly dataDir: string;
  readonly configFile: string;
}

interface Surroundings {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  home: string;
}

/** The platform's usual places; the XDG variables are honoured everywhere they are set. */
export function defaultPlaces(surroundings?: Surroundings): Places {
  const { platform, env, home } = surroundings ?? { platform: process.platform, env: process.env, home: homedir() };
  const isMac = platform === 'darwin';
  const library = join(home, 'Library', 'Application Support');
  const data = absolute(env.XDG_DATA_HOME) ?? (isMac ? library : join(home, '.local', 'share'));
  const config = absolute(env.XDG_CONFIG_HOME) ?? (isMac ? library : join(home, '.config'));
  return { dataDir: join(data, 'acdeck'), configFile: join(config, 'acdeck', 'config.yaml') };
}

/** The XDG standard has relative paths ignored. */
function absolute(path: string | undefined): string | null {
  return path && isAbsolute(path) ? path : null;
}

import type { AppLog } from './sessions/app-log.js';
import type { SettingsFile } from './settings/settings-file.js';

const BANNER = 'settings';

/** Tells tabs what becomes of the settings, also by hand in the file; the returned function ends that. */
export function tellSettings(settings: SettingsFile, app: AppLog): () => void {
  settings.onChange((change) => {
    if (change.kind === 'invalid') {
      app.append({ type: 'banner_raised', banner: { id: BANNER, severity: 'warning', message: change.message } });
      return;
    }
    if (app.current.banners.some(({ id }) => id === BANNER)) app.append({ type: 'banner_lowered', bannerId: BANNER });
    if (change.state.revision !== app.current.settings.revision) {
      app.append({ type: 'settings_changed', ...change.state });
    }
  });
  settings.watch();
  return () => settings.close();
}

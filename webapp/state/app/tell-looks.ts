import { isConnected } from '../server/connection-store.js';
import type { AppContext } from './contexts.js';

/** Says to the server what a person has before their eyes; what happens there is then seen on every device. */
export function tellLooks(context: AppContext, lookAt: (sessionIds: readonly string[]) => Promise<unknown>): void {
  const { app, connection } = context.server;
  const { view, settings, visibility } = context.page;
  let told: string | null = null;
  const look = () => {
    if (!isConnected(connection.value)) told = null;
    if (!app.value || !isConnected(connection.value)) return;
    const ids = visibility.value && settings.value === null ? view.shown : [];
    if (ids.join(' ') === told) return;
    told = ids.join(' ');
    // The connection was lost; the next one is told anew.
    void lookAt(ids).catch(() => {});
  };
  app.observe((state) => state !== null, look);
  for (const store of [connection, view, view.beside, settings, visibility]) store.subscribe(look);
}

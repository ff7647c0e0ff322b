import { html } from 'lit';
import type { SessionEvent } from '../../../server/protocol/session/session-event.js';
import { prompt } from '../../../server/protocol/transcript/transcript.rig.js';
import { AppRig } from '../../state/app/app.rig.js';
import '../page/ac-app.js';
import '../conversation/transcript-view.js';
import '../page/toast-region.js';
import { mount, until } from '../../ui/mount.rig.js';
import { OpenFileEvent } from '../../ui/open-file-event.js';
import { inTheme } from '../../ui/theme.rig.js';
import type { AcApp } from '../page/ac-app.js';

export interface FilesPlan {
  readonly events?: SessionEvent[];
  readonly theme?: 'light' | 'dark';
  /** Of the whole page; below about 1300 px the tree and a file are two pages. */
  readonly width?: number;
  /** What else is so before the files are shown. */
  prepare?(rig: AppRig): void;
}

/** The app with these files, at the files of the work panel. */
export async function showFiles(files: Record<string, string>, plan: FilesPlan = {}) {
  const rig = await new AppRig().connect();
  for (const [path, text] of Object.entries(files)) rig.server.repo.write(path, text);
  rig.server.repo.tellsStatus = true;
  plan.prepare?.(rig);
  rig.server.append('s1', plan.events ?? [prompt('go')]);
  const width = plan.width ?? 1200;
  const app = await mount<AcApp>(
    html`<ac-app .context=${rig.context} style="display: block; width: ${width}px; height: 700px; container: shell / inline-size"></ac-app>`,
    (template) => inTheme(plan.theme ?? 'light', template),
  );
  app.commands!.act({ type: 'show_work', tab: 'files' });
  const find = <E extends HTMLElement>(selector: string) => app.querySelector<E>(selector)!;
  await until(() => find('files-view')?.querySelector('.tree-row'), 'the tree');
  await until(() => find('work-panel').contains(document.activeElement), 'the focus is in the panel');
  return {
    rig,
    app,
    find,
    opens: (path: string, line: number | null) => app.dispatchEvent(new OpenFileEvent(path, line)),
  };
}

export const words = (element: Element | null) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();

/** Presses a key, perhaps with others held. */
export function press(target: Element, key: string, held: Partial<KeyboardEventInit> = {}): void {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true, ...held });
  target.dispatchEvent(event);
}

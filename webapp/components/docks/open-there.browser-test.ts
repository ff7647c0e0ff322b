import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { SessionHome } from '../../../server/protocol/api/session-list.js';
import { AppRig } from '../../state/app/app.rig.js';
import { FakeServer } from '../../state/app/fake-server.rig.js';
import { mount, until } from '../../ui/mount.rig.js';
import '../page/ac-app.js';
import { openThereWords as words } from './open-there-words.js';

const FOLDER = "/work/it's b";

/** The page with a session of another folder on screen. */
async function elsewhere(home: SessionHome) {
  const server = new FakeServer('s1', 's2');
  server.home = home;
  server.app = {
    ...server.app,
    sessions: server.app.sessions.map((session) => ({ ...session, cwd: FOLDER, writable: false })),
  };
  const rig = await new AppRig(server).connect();
  const app = await mount(
    html`<ac-app .context=${rig.context} style="display: block; width: 1200px; height: 700px"></ac-app>`,
  );
  const root = () => app.querySelector('open-there')?.shadowRoot ?? null;
  await until(() => root()?.querySelector('[role=status]')?.textContent, 'where it belongs');
  return { rig, app, root: root()!, element: app.querySelector('open-there')! };
}

describe('<open-there>', () => {
  it('[SL23] leads to the server that runs there, by its address alone and in a page of its own', async () => {
    const { root, element } = await elsewhere({ folder: FOLDER, state: 'running', port: 18081 });
    const link = root.querySelector('a')!;
    expect(link.textContent!.trim()).to.equal(words.open);
    const address = new URL(link.href);
    expect([address.origin, address.search]).to.deep.equal(['http://127.0.0.1:18081', '']);
    expect(address.hash).to.match(/^#\/s\/s\d$/);
    expect([link.target, link.rel]).to.deep.equal(['_blank', 'noopener noreferrer']);
    expect(root.textContent).to.contain(FOLDER).and.to.contain(words.states.running);
    expect(root.querySelector('code')).to.equal(null);
    await expect(element).to.be.accessible();
  });

  it('[SL23] says the command that starts it there, quoted for a shell, and copies it', async () => {
    const { rig, root, element } = await elsewhere({ folder: FOLDER, state: 'stopped' });
    expect(root.querySelector('a')).to.equal(null);
    const command = "cd '/work/it'\\''s b' && acdeck";
    expect(root.querySelector('code')!.textContent).to.equal(command);
    [...root.querySelectorAll('button')].find((button) => button.textContent!.includes(words.copy))!.click();
    await until(() => rig.copied.length > 0, 'the copy');
    expect(rig.copied).to.deep.equal([command]);
    await expect(element).to.be.accessible();
  });

  it('[SL23] looks again when somebody asks, and says that a folder is gone', async () => {
    const { rig, root } = await elsewhere({ folder: FOLDER, state: 'gone' });
    expect(root.textContent).to.contain(words.states.gone);
    expect(root.querySelector('code, a')).to.equal(null);
    rig.server.home = { folder: FOLDER, state: 'running', port: 18090 };
    [...root.querySelectorAll('button')].find((button) => button.textContent!.includes(words.again))!.click();
    await until(() => root.querySelector('a'), 'the way there');
  });

  it('[SL23] offers no command for a folder whose name could not be typed', async () => {
    const { element, root } = await elsewhere({ folder: FOLDER, state: 'stopped' });
    element.folder = '/work/a\nrm -rf b';
    await element.updateComplete;
    expect(root.querySelector('code')).to.equal(null);
  });

  it('[SL23] is not there for a session of this folder', async () => {
    const rig = await new AppRig().connect();
    const app = await mount(html`<ac-app .context=${rig.context} style="display: block; height: 700px"></ac-app>`);
    await until(() => app.querySelector('prompt-composer'), 'the session');
    expect(app.querySelector('open-there')).to.equal(null);
  });
});

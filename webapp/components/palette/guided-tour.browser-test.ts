import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { prompt } from '../../../server/protocol/transcript/transcript.rig.js';
import { AppRig } from '../../state/app/app.rig.js';
import { FakeServer } from '../../state/app/fake-server.rig.js';
import { mount, until } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import '../page/ac-app.js';
import type { AcApp } from '../page/ac-app.js';
import { tourWords } from './tour-words.js';

async function firstVisit(theme: 'light' | 'dark' = 'light') {
  const server = new FakeServer('s1');
  const rig = await new AppRig(server).connect();
  for (const session of server.app.sessions) {
    server.appendApp({ type: 'session_changed', session: { ...session, empty: true } });
  }
  const app = await mount<AcApp>(
    html`<ac-app .context=${rig.context} style="display: block; height: 700px"></ac-app>`,
    (template) => inTheme(theme, template),
  );
  const offer = () => app.querySelector('welcome-view')?.shadowRoot?.querySelector('.tour');
  const press = (name: string, root: ParentNode | null | undefined) =>
    [...(root?.querySelectorAll<HTMLElement>('button') ?? [])].find((one) => one.textContent?.trim() === name)!.click();
  const tour = () => app.querySelector('guided-tour:popover-open')?.shadowRoot ?? null;
  const title = () => tour()?.querySelector('h2')?.textContent;
  return { rig, app, offer, press, tour, title };
}

describe('the tour', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[FR5] [FR6] is offered once and goes through the parts of the page, in the ${theme} theme`, async () => {
      const { rig, app, offer, press, tour, title } = await firstVisit(theme);
      await until(offer, 'the offer');
      press('Take a tour', offer());
      await until(() => tour(), 'the tour');
      expect(rig.context.preferences.value.isTourDone).to.equal(true);
      await until(() => !offer(), 'the end of the offer');
      await until(() => tour()?.activeElement?.textContent?.trim() === tourWords.next, 'the focus');
      await expect(app.querySelector('guided-tour')!).to.be.accessible();
      const seen = [title()];
      for (let n = 1; n < 6; n++) {
        press(tourWords.next, tour());
        await until(() => title() !== seen.at(-1), 'the next step');
        seen.push(title());
      }
      expect(seen).to.deep.equal(Object.values(tourWords.steps).map((step) => step.title));
      press(tourWords.back, tour());
      await until(() => title() === seen.at(-2), 'the step before');
      await until(() => tour()?.activeElement?.textContent?.trim() === tourWords.next, 'the focus');
      tour()!.activeElement!.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }),
      );
      await until(() => !tour(), 'the end');
      await until(() => app.querySelector('prompt-composer')?.contains(document.activeElement), 'the message field');
    });
  }

  it('[FR5] is not offered after a no, nor to anyone who has written', async () => {
    const { rig, offer, press } = await firstVisit();
    await until(offer, 'the offer');
    press('Skip', offer());
    await until(() => !offer(), 'the end of the offer');
    expect(rig.context.preferences.value.isTourDone).to.equal(true);
    const other = await firstVisit();
    await until(other.offer, 'the offer');
    other.rig.server.append('s1', [prompt('hi')]);
    other.press('Take a tour', other.offer());
    await until(() => other.tour(), 'the tour');
  });

  it('[FR7] leaves what is typed to the message field', async () => {
    const { app, offer, press, tour } = await firstVisit();
    await until(offer, 'the offer');
    press('Take a tour', offer());
    await until(() => tour()?.activeElement, 'the focus');
    tour()!.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'h', bubbles: true, composed: true }));
    await until(() => app.querySelector('prompt-composer')?.contains(document.activeElement), 'the message field');
    expect(tour()).not.to.equal(null);
  });
});

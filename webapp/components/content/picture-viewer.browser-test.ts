import type { ContentBlock } from '@agentclientprotocol/sdk';
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html } from 'lit';
import { mount, until } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import { renderContentBlock } from './content-block.js';
import type { OpenPictureEvent } from './open-picture-event.js';
import { type PictureViewer, viewPictures } from './picture-viewer.js';

/** An image of so many pixels. */
function paint(width: number, height: number): string {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  return canvas.toDataURL('image/png').split(',')[1]!;
}

const picture = (width: number, height: number, uri?: string): ContentBlock => ({
  type: 'image',
  mimeType: 'image/png',
  data: paint(width, height),
  ...(uri && { uri }),
});

async function show(): Promise<HTMLElement> {
  const markdown = `![A **chart**](data:image/png;base64,${paint(30, 20)})`;
  const blocks: ContentBlock[] = [
    picture(3000, 2000, 'file:///w/my%20map.png'),
    { type: 'text', text: markdown },
    picture(40, 30),
  ];
  const box = await mount<HTMLElement>(html`<div>${blocks.map((block) => renderContentBlock(block, 'agent'))}</div>`);
  box.addEventListener('open-picture', ({ image }: OpenPictureEvent) => void viewPictures(box, image));
  return box;
}

const viewer = () => document.querySelector<PictureViewer>('picture-viewer');
const inViewer = <T extends Element>(selector: string) => viewer()!.shadowRoot!.querySelector<T>(selector)!;
const title = () => inViewer('h2').textContent;
const isOpen = () => viewer()?.shadowRoot?.querySelector('dialog')?.open && viewer()!.shadowRoot!.activeElement;

describe('images, large', () => {
  afterEach(() => viewer()?.remove());

  it('[W43] opens the image that was pressed, leads to the others and gives the focus back', async () => {
    const box = await show();
    const buttons = [...box.querySelectorAll<HTMLElement>('button')].filter((button) => button.querySelector('img'));
    expect(buttons.map((button) => button.getAttribute('aria-label'))).to.deep.equal([
      'Enlarge my map.png',
      'Enlarge A chart',
      'Enlarge Image from the message',
    ]);
    buttons[1]!.focus();
    buttons[1]!.click();
    await until(isOpen, 'open');
    expect([title(), inViewer('[role=status]').textContent]).to.deep.equal(['A chart', '2 of 3']);
    await sendKeys({ press: 'ArrowLeft' });
    await until(() => title() === 'my map.png', 'the one before');
    await sendKeys({ press: 'ArrowLeft' });
    await sendKeys({ press: 'ArrowRight' });
    await sendKeys({ press: 'ArrowRight' });
    await until(() => title() === 'Image from the message', 'the last one');
    await sendKeys({ press: 'Escape' });
    await until(() => viewer() === null, 'closed');
    expect(document.activeElement).to.equal(buttons[1]);
  });

  it('[W43] fits a large image into the window, and zooms', async () => {
    const box = await show();
    box.querySelector<HTMLElement>('button')!.click();
    await until(isOpen, 'open');
    await until(() => inViewer('.note').textContent === '3,000 × 2,000', 'its size');
    const width = () => inViewer('img').getBoundingClientRect().width;
    const fitting = width();
    expect(fitting).to.be.at.most(innerWidth);
    await sendKeys({ press: '+' });
    await until(() => inViewer('.scale').textContent !== 'Fit', 'larger');
    await until(() => width() > fitting, 'wider');
    inViewer<HTMLElement>('.scale').click();
    await until(() => inViewer('.scale').textContent === 'Fit', 'fits');
    inViewer<HTMLElement>('img').click();
    await until(() => width() === 3000, 'as it is');
    await sendKeys({ press: '0' });
    await until(() => width() <= innerWidth, 'fits again');
  });

  it('[W43] passes axe in both themes', async () => {
    for (const theme of ['light', 'dark'] as const) {
      const shown = await mount<HTMLElement>(
        html`<picture-viewer .pictures=${[{ src: `data:image/png;base64,${paint(9, 9)}`, name: 'a.png' }]}></picture-viewer>`,
        (template) => inTheme(theme, template),
      );
      const element = shown.querySelector<PictureViewer>('picture-viewer') ?? (shown as PictureViewer);
      await element.show();
      await expect(element).to.be.accessible();
      element.remove();
    }
  });
});

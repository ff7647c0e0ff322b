import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { LoadImageEvent } from './load-image-event.js';
import { mount, until } from './mount.rig.js';
import './markdown-view.js';

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

async function show(text: string): Promise<HTMLElement> {
  return mount<HTMLElement>(html`<div><markdown-view .text=${text}></markdown-view></div>`);
}

describe('<remote-image>', () => {
  it('[W23] names the host and fetches nothing by itself', async () => {
    const box = await show('![a chart](https://img.example/a.png) ![](//h.example/b.gif)');
    const hosts = [...box.querySelectorAll('.md-remote')].map((shown) =>
      shown.textContent!.replace(/\s+/g, ' ').trim(),
    );
    expect(hosts).to.deep.equal(['a chart (img.example) Load', 'Image (h.example) Load']);
    expect(box.querySelector('img')).to.equal(null);
  });

  it('[W23] shows the copy that someone fetched for it', async () => {
    const box = await show('![a](https://img.example/a.png)');
    box.addEventListener('load-image', (event: LoadImageEvent) => event.respondWith(Promise.resolve(PIXEL)));
    box.querySelector<HTMLElement>('.md-load')!.click();
    await until(() => box.querySelector('img')?.src === PIXEL, 'the copy');
    expect(box.querySelector('img')!.alt).to.equal('a');
  });

  it('[W23] leaves a link when it could not be fetched', async () => {
    const box = await show('![a](https://img.example/a.png)');
    box.addEventListener('load-image', (event: LoadImageEvent) => event.respondWith(Promise.reject(new Error('no'))));
    box.querySelector<HTMLElement>('.md-load')!.click();
    await until(() => box.querySelector('a')?.href === 'https://img.example/a.png', 'a link');
    expect(box.querySelector('a')!.rel).to.equal('noopener noreferrer nofollow');
  });

  it('[W24] is not needed for images that are in the page, nor for files', async () => {
    const box = await show(`![dot](${PIXEL}) ![logo](docs/logo.png) ![no](javascript:alert(1))`);
    expect(box.querySelector('img')?.src).to.equal(PIXEL);
    expect(box.querySelector<HTMLElement>('.md-path')?.dataset.path).to.equal('docs/logo.png');
    expect(box.querySelector('.md-no-image')?.textContent).to.equal('no');
  });

  it('[W20] [W21] [W22] shares its care with links', async () => {
    const box = await show('[git\u200bhub.com](https://evil.example) [x](javascript:alert(1)) <https://a.example>');
    const [bad, good] = [...box.querySelectorAll('a')];
    expect([bad!.textContent, good!.textContent]).to.deep.equal(['github.com (evil.example)', 'https://a.example']);
    expect([bad!.target, bad!.rel]).to.deep.equal(['_blank', 'noopener noreferrer nofollow']);
    expect(box.querySelectorAll('a').length).to.equal(2);
  });
});

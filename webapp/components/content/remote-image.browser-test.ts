import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { mount, until } from '../../ui/mount.rig.js';
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

  it('[W23] is shown by a frame when a person asks, and leaves a link when that fails', async () => {
    const box = await show('![a](https://img.example/a.png)');
    box.querySelector<HTMLElement>('.md-load')!.click();
    await until(() => box.querySelector('iframe')?.title === 'a', 'the frame');
    const frame = box.querySelector('iframe')!;
    expect([frame.sandbox.value, frame.referrerPolicy]).to.deep.equal(['allow-scripts', 'no-referrer']);
    const failed = new MessageEvent('message', {
      source: frame.contentWindow,
      data: { type: 'failed', message: 'no' },
    });
    dispatchEvent(new MessageEvent('message', { source: window, data: { type: 'failed', message: 'a lie' } }));
    expect(box.querySelector('iframe')).to.equal(frame);
    dispatchEvent(failed);
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

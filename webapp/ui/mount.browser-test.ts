import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { endMotion, mount, until } from './mount.rig.js';

describe('what is measured in a page', () => {
  it('[TR27] has come to the end of its motion, unless it moves for ever', async () => {
    const box = await mount<HTMLElement>(html`<div style="width: 10px; height: 10px"></div>`);
    const inner = box.attachShadow({ mode: 'open' }).appendChild(document.createElement('p'));
    const moves = [{ transform: 'translateX(-100px)' }, { transform: 'none' }];
    box.animate(moves, { duration: 60_000, delay: 1_000, fill: 'both' });
    inner.animate(moves, 60_000);
    const turning = inner.animate([{ rotate: '0deg' }, { rotate: '360deg' }], {
      duration: 1_000,
      iterations: Infinity,
    });
    const place = () => [box, inner].map((element) => new DOMMatrix(getComputedStyle(element).transform).e);
    expect(place()[0]).to.be.lessThan(0);
    endMotion();
    expect(place()).to.deep.equal([0, 0]);
    expect(turning.playState).to.equal('running');
  });

  it('[TR27] has the contrast that it fades in to', async () => {
    const text = await mount<HTMLElement>(html`<p style="color: #000; background: #fff">Words</p>`);
    text.animate([{ opacity: 0.1 }, { opacity: 1 }], 1e6);
    await expect(text).to.be.accessible();
  });
});

describe('a wait in a page', () => {
  const realNow = performance.now;
  afterEach(() => {
    performance.now = realNow;
  });

  it('[TR22] that is in vain says what it waited for and what was there', async () => {
    const field = await mount<HTMLElement>(html`<button aria-label="Send">Send it</button>`);
    field.focus();
    // A minute passes with every look at the clock.
    let minutes = 0;
    performance.now = () => realNow.call(performance) + 60_000 * minutes++;
    const failed = await until(() => undefined, 'an answer').then(
      () => null,
      (error: Error) => error.message,
    );
    expect(failed).to.match(
      /^an answer, but there was undefined after \d+ s, the focus at button “Send”, and this: Send it/,
    );
  });
});

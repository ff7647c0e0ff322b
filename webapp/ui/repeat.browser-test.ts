import { expect } from '@open-wc/testing';
import { html, render } from 'lit';
import { repeat } from './repeat.js';

function list() {
  const host = document.createElement('div');
  const show = (keys: readonly number[]) =>
    render(
      repeat(
        keys,
        (key) => key,
        (key) => html`<p>${key}</p>`,
      ),
      host,
    );
  return { host, show, words: () => [...host.querySelectorAll('p')].map(({ textContent }) => Number(textContent)) };
}

const from = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);

describe('a list whose rows come and go', () => {
  it('[SP20] has as many nodes after a thousand rows as after the first', () => {
    const { host, show, words } = list();
    show(from(0, 10));
    const [nodes, kept] = [host.childNodes.length, host.querySelectorAll('p')[9]];
    for (let first = 5; first <= 1_000; first += 5) show(from(first, 10));
    expect(words()).to.deep.equal(from(1_000, 10));
    expect(host.childNodes.length).to.equal(nodes);
    expect(kept!.isConnected).to.equal(false);
    show([]);
    show([3]);
    expect(words()).to.deep.equal([3]);
  });

  it('[SP20] keeps the elements of rows that stay, wherever they go', () => {
    const { host, show, words } = list();
    show([1, 2, 3, 4, 5]);
    const three = host.querySelectorAll('p')[2];
    for (const keys of [[3, 9], [9, 3, 1], [7, 8, 3], [3]]) {
      show(keys);
      expect(words()).to.deep.equal(keys);
      expect(host.contains(three!)).to.equal(true);
    }
    // Two comments mark each row, and two the list.
    expect(host.childNodes.length).to.be.at.most(5);
  });
});

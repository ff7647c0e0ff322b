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

  it('[SP20] moves what has gone to another place, and nothing that it has passed', async () => {
    const rows = from(0, 20);
    const orders = [
      [19, ...rows.slice(0, 19)],
      [...rows.slice(1), 0],
      [1, 0, ...rows.slice(2)],
      [...rows.slice(0, 10), 99, ...rows.slice(10)],
      [...rows.slice(0, 10), ...rows.slice(11)],
    ];
    for (const order of orders) {
      const { host, show, words } = list();
      show(rows);
      const touched = new Set<Node>();
      const watch = new MutationObserver((records) => {
        for (const { addedNodes, removedNodes } of records)
          for (const node of [...addedNodes, ...removedNodes]) if (node instanceof Element) touched.add(node);
      });
      watch.observe(host, { childList: true });
      show(order);
      await Promise.resolve();
      watch.disconnect();
      expect(words()).to.deep.equal(order);
      expect(touched.size, order.join()).to.equal(1);
    }
  });

  it('[SP20] has the rows in any order that comes, each with its own element, and twice what is there twice', () => {
    const { host, show, words } = list();
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let n = 0; n < 300; n += 1) {
      // Of two that are the same the first one stays.
      const drawn = [...host.querySelectorAll('p')].reverse();
      const before = new Map(drawn.map((row) => [Number(row.textContent), row]));
      const keys = Array.from({ length: random(12) }, () => random(16));
      show(keys);
      expect(words()).to.deep.equal(keys);
      const rows = [...host.querySelectorAll('p')];
      for (const [key, row] of before) if (keys.includes(key)) expect(rows).to.include(row);
      expect(host.childNodes.length).to.be.at.most(3 * keys.length + 2);
    }
  });
});

import { expect } from '@open-wc/testing';
import { html, LitElement } from 'lit';
import { mount } from '../../ui/mount.rig.js';
import { follow } from './follow.js';
import { SharedStore, Store } from './store.js';

class Counter extends Store<number> {
  count(): void {
    this.set(this.value + 1);
  }
}

class FollowingElement extends LitElement {
  numbers = new Counter(0);
  drawn = 0;
  readonly #number = follow(this, () => this.numbers);

  protected override render() {
    this.drawn += 1;
    return html`${this.#number.value}`;
  }
}
customElements.define('following-element', FollowingElement);

class Shop extends SharedStore<{ readonly name: string; readonly open: boolean }> {
  change(change: { name?: string; open?: boolean }): void {
    this.set({ ...this.value, ...change });
  }
}

class ShopSign extends LitElement {
  readonly shop = new Shop({ name: 'Ada', open: true });
  drawn = 0;
  readonly #name = follow(
    this,
    () => this.shop,
    ({ name }) => name,
  );

  /** Never called: the compiler says what is wrong with it. */
  followAll(): unknown {
    // @ts-expect-error A shared store is followed with a selector.
    return follow(this, () => this.shop);
  }

  protected override render() {
    this.drawn += 1;
    return html`${this.#name.value}`;
  }
}
customElements.define('shop-sign', ShopSign);

describe('an element that follows a store', () => {
  it('[U93] follows nothing once it is removed, also if it waited to be drawn', async () => {
    const element = await mount<FollowingElement>(html`<following-element></following-element>`);
    const { numbers } = element;
    numbers.count();
    element.remove();
    await element.updateComplete;
    const { drawn } = element;
    numbers.count();
    await element.updateComplete;
    expect(element.drawn).to.equal(drawn);
    const others = new Counter(1);
    element.numbers = others;
    element.requestUpdate();
    await element.updateComplete;
    others.count();
    await element.updateComplete;
    expect(element.drawn, 'drawn once more, for nobody').to.equal(drawn + 1);
    document.body.append(element);
    await element.updateComplete;
    expect(element.shadowRoot!.textContent).to.equal('2');
    element.remove();
  });

  it('[X51] is not redrawn by another part of a shared one', async () => {
    const element = await mount<ShopSign>(html`<shop-sign></shop-sign>`);
    const { drawn } = element;
    element.shop.change({ open: false });
    await element.updateComplete;
    expect(element.drawn).to.equal(drawn);
    element.shop.change({ name: 'Bo' });
    await element.updateComplete;
    expect(element.shadowRoot!.textContent).to.equal('Bo');
  });
});

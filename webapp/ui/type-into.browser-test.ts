import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html } from 'lit';
import { mount } from './mount.rig.js';
import { typeInto } from './type-into.js';

describe('typeInto', () => {
  it('[CH47] types in its own field, and the browser’s Undo takes it back', async () => {
    const field = await mount<HTMLTextAreaElement>(html`<textarea>one two</textarea>`);
    typeInto(field, 'three', [4, 7]);
    expect(field.value).to.equal('one three');
    typeInto(field, '');
    expect(field.value).to.equal('');
    await sendKeys({ down: 'Control' });
    await sendKeys({ press: 'z' });
    await sendKeys({ up: 'Control' });
    expect(field.value).to.equal('one three');
  });

  it('[CH47] writes in no other field where its own can’t take the focus', async () => {
    const other = await mount<HTMLTextAreaElement>(html`<textarea>a draft</textarea>`);
    const hidden = await mount<HTMLInputElement>(html`<input hidden value="old" />`);
    const gone = document.createElement('input');
    const off = await mount<HTMLInputElement>(html`<input disabled />`);
    for (const field of [hidden, gone, off]) {
      other.focus();
      let heard = 0;
      field.addEventListener('input', () => heard++);
      typeInto(field, 'written');
      expect([field.value, heard, other.value]).to.deep.equal(['written', 1, 'a draft']);
    }
  });
});

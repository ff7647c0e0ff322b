import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { mount } from './mount.rig.js';
import { holdKeys, typeInto } from './typing.js';

/** A field that has the focus, and what was done in it with Enter. */
async function mountField(): Promise<{ field: HTMLTextAreaElement; sent: string[] }> {
  const sent: string[] = [];
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') sent.push((event.target as HTMLTextAreaElement).value);
  };
  const field = await fixture<HTMLTextAreaElement>(html`<textarea aria-label="Message" @keydown=${onKey}></textarea>`);
  field.focus();
  return { field, sent };
}

async function typeWords(): Promise<void> {
  await sendKeys({ type: 'hello' });
  await sendKeys({ press: 'Enter' });
}

describe('keys that wait for what they are meant for', () => {
  it('[CM26] are typed there when it has come', async () => {
    const { field, sent } = await mountField();
    let arrive = () => {};
    const typed = holdKeys(new Promise<void>((resolve) => (arrive = resolve)));
    await typeWords();
    expect(field.value).to.equal('');
    arrive();
    await typed;
    expect(field.value).to.match(/^hello/);
    expect(sent).to.deep.equal(['hello']);
  });

  it('[CM29] send nothing to what has the focus if it does not come', async () => {
    const { field, sent } = await mountField();
    let refuse = () => {};
    const typed = holdKeys(new Promise<void>((_, reject) => (refuse = () => reject(new Error('refused')))));
    await typeWords();
    refuse();
    await typed;
    expect(field.value).to.equal('hello');
    expect(sent).to.deep.equal([]);
  });
});

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

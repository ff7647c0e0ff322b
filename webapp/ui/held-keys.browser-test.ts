import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { holdKeys } from './held-keys.js';

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

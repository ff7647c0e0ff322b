import { expect } from '@open-wc/testing';
import { AppRig } from '../../state/app/app.rig.js';
import { appWords } from '../../state/app/words.js';
import { until } from '../../ui/mount.rig.js';
import { ComposerRig } from './composer.rig.js';
import { composerWords } from './words.js';

/** A picture of one colour, of this size. */
async function picture(width = 8, height = 8, name = 'shot.png'): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')!.fillRect(0, 0, width, height);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' });
}

const pills = (rig: ComposerRig) => [...(rig.strip?.querySelectorAll('li') ?? [])].map((item) => rig.textOf(item));

describe('<composer-strip>', () => {
  it('[CO1] [CO5] makes a chip of a pasted picture and sends a block for it', async () => {
    const rig = await ComposerRig.open();
    expect(await rig.paste('', await picture())).to.equal(false);
    await until(() => rig.strip?.querySelector('upload-image'), 'the picture');
    await expect(rig.element).to.be.accessible();
    await rig.press('Enter');
    await rig.app.clock.passSettled(500);
    expect(rig.app.server.callsOf('AcpBridge.prompt')[0]![2]).to.deep.equal([
      {
        type: 'image',
        data: '',
        mimeType: 'image/png',
        uri: 'acdeck-upload:00000000000000000000000000000001#shot.png',
      },
    ]);
    expect(rig.element.chips).to.deep.equal([]);
  });

  it('[CO1] takes files that are dropped anywhere, and shows that they can be', async () => {
    const rig = await ComposerRig.open();
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['notes'], 'notes.md', { type: 'text/markdown' }));
    const drag = (type: string) =>
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    drag('dragenter');
    await rig.element.updateComplete;
    const drop = rig.element.shadowRoot!.querySelector('.drop')!;
    expect(drop.matches(':popover-open')).to.equal(true);
    expect(drag('drop')).to.equal(false);
    await until(() => pills(rig).join() === 'notes.md 5 bytes', 'the chip');
    expect(drop.matches(':popover-open')).to.equal(false);
    rig.button('Remove notes.md', rig.strip)!.click();
    expect(rig.element.chips).to.deep.equal([]);
    expect(rig.app.uploads.discarded).to.have.length(1);
  });

  it('[CO1] takes files from the plus', async () => {
    const rig = await ComposerRig.open();
    const field = rig.element.shadowRoot!.querySelector<HTMLInputElement>('.attach input:not([accept])')!;
    const chosen = new DataTransfer();
    chosen.items.add(new File(['x'], 'a.txt'));
    field.files = chosen.files;
    field.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => pills(rig).join() === 'a.txt 1 byte', 'the chip');
  });

  it('[CO2] shows an upload on its way, sends nothing meanwhile, and lets a failed one be tried again', async () => {
    const app = new AppRig();
    let release = () => {};
    app.uploads.gate = new Promise((resolve) => {
      release = resolve;
    });
    app.uploads.failure = 'The disk is full.';
    const rig = await ComposerRig.open({}, app);
    await rig.type('look');
    await rig.paste('', new File(['x'], 'a.bin', { type: 'application/x' }));
    await until(() => rig.strip?.querySelector('progress')?.value === 50, 'progress');
    await rig.press('Enter');
    expect(rig.actsOf('send_prompt')).to.deep.equal([]);
    expect(rig.element.shadowRoot!.querySelector('.hint')?.textContent).to.equal(composerWords.stillUploading);
    release();
    await until(() => pills(rig).join().includes('The disk is full.'), 'the reason');
    await expect(rig.element).to.be.accessible();
    app.uploads.failure = null;
    rig.button('Try again', rig.strip)!.click();
    await until(() => rig.element.chips.length === 1, 'the chip');
  });

  it('[CO3] makes a chip of a long paste, which can be read and put back', async () => {
    const rig = await ComposerRig.open();
    const long = Array.from({ length: 84 }, (_, n) => `line ${n}`).join('\n');
    expect(await rig.paste('short')).to.equal(true);
    expect(await rig.paste('x'.repeat(2_000))).to.equal(true);
    expect(await rig.paste(long)).to.equal(false);
    await until(() => pills(rig)[0] === 'Pasted 84 lines', 'the chip');
    rig.button('Pasted 84 lines', rig.strip)!.click();
    await until(() => rig.strip?.querySelector('pre')?.textContent === long, 'the text');
    await expect(rig.element).to.be.accessible();
    rig.field.focus();
    rig.button(composerWords.insertAsText, rig.strip)!.click();
    await rig.element.updateComplete;
    expect([rig.field.value, rig.element.chips.length]).to.deep.equal([long, 0]);
    await rig.paste('y'.repeat(5_000));
    await until(() => pills(rig)[0] === composerWords.pastedCharacters(5_000), 'the other chip');
  });

  it('[CO3] sends a very long paste as a file', async () => {
    const rig = await ComposerRig.open();
    await rig.paste('z'.repeat(100_001));
    await until(() => rig.element.chips.length === 1, 'the chip');
    expect(rig.app.uploads.sent).to.deep.equal([{ name: 'pasted.txt', sessionId: 's1', size: 100_001 }]);
  });

  it('[CO7] says that the agent takes no images', async () => {
    const rig = await ComposerRig.open({ can: { image: false, audio: false, embedded: false } });
    await rig.paste('', await picture());
    await until(
      () => rig.strip?.querySelector('.note')?.textContent?.includes(composerWords.noImages('Demo agent')),
      'the note',
    );
    rig.element.can = { image: true, audio: false, embedded: false };
    await rig.element.updateComplete;
    await until(() => !rig.strip?.querySelector('.note'), 'no note');
  });

  it('[CO1] takes ten files at most', async () => {
    const rig = await ComposerRig.open();
    await rig.paste('', ...Array.from({ length: 12 }, (_, n) => new File(['x'], `${n}.bin`)));
    await until(() => rig.element.chips.length === 10, 'ten chips');
    expect(rig.app.context.notices.toasts.value.map(({ text }) => text)).to.deep.equal([appWords.tooManyFiles('10')]);
  });

  it('[MN5] [MN6] shows how much a mentioned session carries, and what', async () => {
    const rig = await ComposerRig.open();
    const chip = { kind: 'session', key: '#s2', sessionId: '<b>s2', title: 'Whales' } as const;
    rig.app.context.composer.drafts.attach(rig.element.sessionId!, chip);
    await until(() => /^Whales \d+ bytes/.test(pills(rig)[0] ?? ''), 'the size');
    rig.strip!.querySelector<HTMLElement>('.open')!.click();
    await until(() => rig.strip!.querySelector('pre'), 'what the agent gets');
    expect(rig.strip!.querySelector('pre')!.textContent).to.contain('# <b>s2');
    expect(rig.strip!.querySelector('.paste .note')!.textContent).to.contain('The agent gets the last message.');
    await expect(rig.element).to.be.accessible();
  });
});

import type { ContentBlock } from '@agentclientprotocol/sdk';
import { expect, oneEvent } from '@open-wc/testing';
import { html } from 'lit';
import { mount, until } from '../../ui/mount.rig.js';
import type { OpenFileEvent } from '../../ui/open-file-event.js';
import { renderContentBlock } from './content-block.js';

const show = (block: ContentBlock) => mount<HTMLElement>(html`<div>${renderContentBlock(block, 'agent')}</div>`);

describe('a block of content', () => {
  it('[F31] has its colours where a tool printed for a terminal, with or without a fence around it', async () => {
    const coloured = '\u001b[32mok\u001b[0m 1\nnext';
    for (const text of [coloured, `\`\`\`console\n${coloured}\n\`\`\``]) {
      const box = await mount<HTMLElement>(html`<div>${renderContentBlock({ type: 'text', text }, 'tool')}</div>`);
      await until(() => box.querySelector('.ansi-fg') !== null, 'drawn');
      expect(box.querySelector('.ansi-fg')!.textContent).to.equal('ok');
      expect(box.querySelector('.term-body')!.textContent).to.equal('ok 1\nnext\n');
    }
  });

  it('[U94] names a picture that could freeze the page, and does not draw it', async () => {
    const head = String.fromCharCode(...new Array<number>(16).fill(0), 0, 0, 62, 128, 0, 0, 62, 128);
    const box = await show({ type: 'image', mimeType: 'image/png', data: btoa(head) });
    expect(box.querySelector('img')).to.equal(null);
    expect(box.textContent).to.contain('could freeze the page');
  });

  it('[U57] is a player for a sound, which waits to be pressed', async () => {
    const box = await show({ type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' });
    const sound = box.querySelector('audio')!;
    expect([sound.controls, sound.autoplay, sound.paused]).to.deep.equal([true, false, true]);
    expect(sound.getAttribute('aria-label')).to.contain('audio/wav');
  });

  it('[U57] is only named where its type is no sound', async () => {
    const box = await show({ type: 'audio', mimeType: 'text/html', data: 'PHNjcmlwdD4=' });
    expect(box.querySelector('audio')).to.equal(null);
    expect(box.textContent).to.contain('text/html');
  });

  it('[U57] opens a linked file beside the conversation', async () => {
    const box = await show({ type: 'resource_link', name: 'notes', uri: 'file:///w/my%20notes.md' });
    const button = box.querySelector('button')!;
    setTimeout(() => button.click());
    const { path } = (await oneEvent(box, 'open-file')) as unknown as OpenFileEvent;
    expect(path).to.equal('/w/my notes.md');
  });

  for (const uri of ['file://host/a', 'javascript:alert(1)', 'vscode://x', 'file:///%ff']) {
    it(`[U57] only tells ${uri}`, async () => {
      const box = await show({ type: 'resource_link', name: 'x', uri });
      expect(box.querySelector('a, button')).to.equal(null);
      expect(box.textContent).to.contain('x');
    });
  }
});

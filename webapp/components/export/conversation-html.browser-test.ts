import type { ContentBlock } from '@agentclientprotocol/sdk';
import { expect } from '@open-wc/testing';
import { LIMITS } from '../../../server/protocol/limits.js';
import {
  chunk,
  ended,
  entriesAfter,
  prompt,
  someone,
  text,
  thought,
  tool,
} from '../../../server/protocol/transcript/transcript.rig.js';
import { HOSTILE_MARKDOWN } from '../../markdown/hostile-markdown.rig.js';
import { AppRig } from '../../state/app/app.rig.js';
import { conversationHtml } from './conversation-html.js';
import { allEntries, exportConversation } from './export-conversation.js';
import { exportParts } from './export-parts.js';
import { exportWords } from './words.js';

const TAGS = new Set(
  `html head meta title style body header main section h1 h2 h3 h4 h5 h6 p b strong em del code pre br hr ul ol li a img
   table thead tbody tr th td blockquote details summary div time`.split(/\s+/),
);
const ATTRIBUTES = new Set([
  'lang',
  'charset',
  'http-equiv',
  'content',
  'name',
  'class',
  'dir',
  'href',
  'rel',
  'src',
  'alt',
  'start',
  'datetime',
]);
const ID = 'c'.repeat(32);
const PIXEL = 'data:image/png;base64,iVBORw0KGgo=';

/** What a page of this HTML would have that it may not. */
function dangersIn(html: string): string[] {
  const page = new DOMParser().parseFromString(html, 'text/html');
  return [...page.querySelectorAll('*')].flatMap((element) => {
    const names = element.getAttributeNames().filter((name) => !ATTRIBUTES.has(name));
    const link = element.getAttribute('href');
    const source = element.getAttribute('src');
    return [
      ...(TAGS.has(element.localName) ? [] : [element.localName]),
      ...names,
      ...(link !== null && !/^(?:https?|mailto):/.test(link) ? [link] : []),
      ...(source !== null && !source.startsWith('data:image/') ? [source] : []),
    ];
  });
}

describe('a conversation as HTML', () => {
  it('[EX3] has no script, no handler and nothing to ask for, whatever was said', () => {
    for (const hostile of HOSTILE_MARKDOWN) {
      const output = { type: 'content', content: text(hostile) };
      const image: ContentBlock = { type: 'image', data: hostile, mimeType: hostile };
      const entries = entriesAfter(
        { type: 'prompt_sent', promptId: 'p', content: [text(hostile), image], by: someone },
        ...[thought(hostile), tool('t', { title: hostile, content: [output] }), chunk(hostile), ended()],
      );
      const html = conversationHtml(hostile, hostile, exportParts(entries, { agentName: hostile, folder: '/w' }));
      expect(dangersIn(html), hostile).to.deep.equal([]);
    }
  });

  it('[EX3] forbids everything by its policy, and has the pictures in it', () => {
    const image: ContentBlock = { type: 'image', data: '', mimeType: 'image/png', uri: `acdeck-upload:${ID}` };
    const entries = entriesAfter({ type: 'prompt_sent', promptId: 'p', content: [text('See'), image], by: someone });
    const html = conversationHtml(
      'A',
      'B',
      exportParts(entries, { agentName: 'X', folder: '' }),
      new Map([[ID, PIXEL]]),
    );
    const page = new DOMParser().parseFromString(html, 'text/html');
    const policy = page.querySelector('meta[http-equiv]')!;
    expect(policy.getAttribute('content')).to.match(/^default-src 'none'; img-src data:;/);
    expect(page.querySelector('img')!.getAttribute('src')).to.equal(PIXEL);
    expect(page.querySelectorAll('script').length).to.equal(0);
  });
});

describe('an export', () => {
  it('[EX1] has the whole conversation, also what isn’t loaded', async () => {
    const rig = new AppRig();
    const turns = LIMITS.snapshotTurns + 20;
    for (let n = 0; n < turns; n++)
      rig.server.append('s1', [prompt(`Question ${n}`, `p${n}`), chunk(`Answer ${n}`), ended()]);
    await rig.connect();
    const store = rig.context.sessions.stores.open('s1');
    expect(store.value.transcript.entries.first > 0).to.equal(true);
    expect((await allEntries(rig.context, store)).length).to.equal(turns * 2);
    await exportConversation(rig.context, 'copy');
    const [copied] = rig.copied;
    for (const words of ['Question 0', 'Answer 0', `Answer ${turns - 1}`]) expect(copied).to.contain(words);
    expect(rig.context.notices.toasts.value.at(-1)?.text).to.equal(exportWords.copied);
  });
});

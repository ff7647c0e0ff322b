import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import type { SessionEvent } from '../../../server/protocol/session/session-event.js';
import {
  asked,
  chunk,
  ended,
  prompt,
  queued,
  text,
  thought,
  tool,
  update,
} from '../../../server/protocol/transcript/transcript.rig.js';
import { AppRig } from '../../state/app/app.rig.js';
import { FakeServer } from '../../state/app/fake-server.rig.js';
import './ac-app.js';
import '../conversation/transcript-view.js';
import './signed-out-screen.js';
import './toast-region.js';
import { errorText } from '../../codes/error-words.js';
import { mount, until } from '../../ui/mount.rig.js';
import type { AcApp } from './ac-app.js';
import { frameWords } from './words.js';
import '../../ui/near-all.rig.js';
import { inTheme } from '../../ui/theme.rig.js';

const PLAN = update({
  sessionUpdate: 'plan',
  entries: [
    { content: 'Read', priority: 'medium', status: 'completed' },
    { content: 'Write', priority: 'medium', status: 'in_progress' },
  ],
});

/** Something of every kind, and a question at the end. */
const EVERYTHING: SessionEvent[] = [
  prompt('Do it all'),
  thought('Let me see.'),
  chunk('# Sure\n\nSome *words* and `code`.'),
  tool('t1', { kind: 'read', status: 'completed', title: 'Read a.ts', locations: [{ path: '/home/me/orbit/a.ts' }] }),
  tool('t2', {
    kind: 'execute',
    status: 'failed',
    rawInput: { command: 'npm test' },
    rawOutput: { exitCode: 1, output: 'no' },
  }),
  PLAN,
  {
    type: 'notice_shown',
    severity: 'warning',
    notice: { code: 'agent_notice', title: 'Mind the gap', description: 'It is wide.' },
  },
  queued('afterwards'),
  update({ sessionUpdate: 'usage_update', used: 90_000, size: 100_000 }),
  asked('q1', { toolCallId: 't3', title: 'rm -rf dist', rawInput: { command: 'rm -rf dist' } }),
];

async function page(rig: AppRig, theme: 'light' | 'dark' = 'light'): Promise<AcApp> {
  return mount<AcApp>(
    html`<ac-app .context=${rig.context} style="display: block; height: 700px"></ac-app>`,
    (template) => inTheme(theme, template),
  );
}

/** Everything that is written on the page, also inside shadow roots. */
function words(root: Element | ShadowRoot): string {
  const inner = [...root.querySelectorAll('*')].map((element) => (element.shadowRoot ? words(element.shadowRoot) : ''));
  return `${root.textContent} ${inner.join(' ')}`;
}

const shows = (app: AcApp, sentence: string) => until(() => words(app).includes(sentence), sentence);

describe('<ac-app>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[U40] is accessible in the ${theme} theme, empty and full`, async () => {
      const rig = await new AppRig().connect();
      const app = await page(rig, theme);
      await shows(app, 'Try the demo agent');
      await expect(app).to.be.accessible();
      rig.server.append('s1', EVERYTHING);
      await shows(app, 'Mind the gap');
      await until(() => !app.querySelector<HTMLButtonElement>('.permission-options button')?.disabled, 'armed');
      await expect(app).to.be.accessible();
    });
  }

  it('[U41] shows the transcript as a log named Conversation, an article with a heading per entry', async () => {
    const rig = await new AppRig().connect();
    rig.server.append('s1', [prompt('Hello'), chunk('Good **day**.'), ended()]);
    const app = await page(rig);
    const log = app.querySelector('[role=log]')!;
    expect([log.ariaLabel, log.getAttribute('aria-live')]).to.deep.equal(['Conversation', 'off']);
    const articles = [...log.querySelectorAll('[role=article]')];
    await until(() => articles[1]!.querySelector('strong'), 'markdown');
    expect(articles.map((article) => article.querySelector('h3')?.textContent?.split(',')[0])).to.deep.equal([
      'You',
      'Demo agent',
    ]);
  });

  it('[U41] has the log before anything was said', async () => {
    const app = await page(await new AppRig().connect());
    expect([...app.querySelectorAll('[role=log]')].map((log) => log.ariaLabel)).to.deep.equal(['Conversation']);
  });

  it('[U41] draws only what has changed', async () => {
    const rig = await new AppRig().connect();
    rig.server.append('s1', [prompt('Hello'), chunk('One'), tool('t', { status: 'completed' }), chunk('Two')]);
    const app = await page(rig);
    const [first] = app.querySelectorAll('markdown-view');
    const before = first!.firstElementChild;
    rig.server.append('s1', [chunk(' and more')]);
    await shows(app, 'Two and more');
    expect(first!.firstElementChild === before).to.equal(true);
  });

  it('[U42] sends a suggestion with one press', async () => {
    const rig = await new AppRig().connect();
    const app = await page(rig);
    await shows(app, 'Try the demo agent');
    app.querySelector('welcome-view')!.shadowRoot!.querySelector<HTMLElement>('.card')!.click();
    await until(() => rig.server.callsOf('AcpBridge.prompt').length === 1, 'the prompt');
    await until(() => app.querySelector('[role=log]')?.textContent?.includes('Tell me what you can do.'), 'the words');
  });

  it('[DL31] offers to watch a delegation only while agents may delegate', async () => {
    const rig = await new AppRig().connect();
    const app = await page(rig);
    await shows(app, 'Try the demo agent');
    const offered = () =>
      app.querySelector('welcome-view')!.shadowRoot!.textContent!.includes(frameWords.scenes.delegate);
    expect(offered()).to.equal(true);
    rig.server.changeSettings({ delegation: 'off' });
    await until(() => !offered(), 'the scene to go');
  });

  it('[U45] puts the oldest open request into the dock and answers it', async () => {
    const rig = await new AppRig().connect();
    rig.server.append('s1', [
      prompt('x'),
      asked('q1', { toolCallId: 'a', title: 'One' }),
      asked('q2', { toolCallId: 'b', title: 'Two' }),
    ]);
    const app = await page(rig);
    const dock = () => app.querySelector('permission-dock');
    expect(dock()!.querySelector('.dock-title')!.textContent).to.equal('Allow “One”?');
    expect(dock()!.textContent).to.contain('1 of 2');
    await until(() => !dock()!.querySelector<HTMLButtonElement>('.permission-options button')!.disabled, 'armed');
    dock()!.querySelector<HTMLElement>('.permission-options button')!.click();
    await until(() => dock()?.querySelector('.dock-title')?.textContent === 'Allow “Two”?', 'the next question');
    expect(rig.server.callsOf('AcpBridge.answer_permission')[0]?.slice(1)).to.deep.equal([
      ...['s1', 'q1', 'yes'],
      { digest: '' },
    ]);
  });

  it('[U13] shows a refused prompt with the reason and what can be done', async () => {
    const rig = await new AppRig().connect();
    const app = await page(rig);
    const refusal = new RpcError('too_large', 'too large', { code: 'message_too_large', mebibytes: 10 });
    rig.server.refuse('AcpBridge.prompt', refusal);
    await rig.context.outbox.sendPrompt('s1', [text('big words')]);
    await shows(app, errorText(refusal));
    const dock = app.querySelector('outbox-dock')!.shadowRoot!;
    const names = [...dock.querySelectorAll('button')].map((button) => button.ariaLabel ?? button.textContent?.trim());
    expect([dock.querySelector('.dock-note')!.textContent, ...names]).to.deep.equal([
      'Not sent',
      'Retry',
      'Copy',
      'Discard',
    ]);
  });

  it('[U2] tells a browser that is not let in how to open the app', async () => {
    const rig = new AppRig();
    rig.app.listener.onStatus({ state: 'refused', message: 'This browser is not signed in.' });
    const app = await page(rig);
    await shows(app, 'Open AcDeck from your terminal');
    expect(app.querySelector('prompt-composer')).to.equal(null);
    await expect(app).to.be.accessible();
  });

  it('[U7] tells of a lost connection and keeps the composer usable', async () => {
    const rig = await new AppRig().connect();
    const app = await page(rig);
    rig.disconnect();
    await rig.clock.passSettled(3_500);
    await shows(app, 'Reconnecting…');
    expect(app.querySelector('prompt-composer')!.shadowRoot!.querySelector('textarea')!.disabled).to.equal(false);
  });

  it('[FB8] shows that what was asked for is under way when it takes its time', async () => {
    const rig = await new AppRig().connect();
    const app = await page(rig);
    const release = rig.server.hold();
    app.commands!.act({ type: 'new_session', agentId: null });
    await rig.clock.passSettled(500);
    await until(() => app.querySelector('[role=progressbar][aria-label="Waiting for the server"]'), 'progress');
    release();
    await until(() => !app.querySelector('[role=progressbar][aria-label="Waiting for the server"]'), 'done');
  });

  it('[U8] offers to load the new version', async () => {
    const rig = await new AppRig().connect();
    const app = await page(rig);
    rig.server.version = '0.2.0';
    await rig.connect();
    await shows(app, 'A new version of AcDeck is running');
  });

  it('[U49] takes a press on another session, and on New session', async () => {
    const rig = await new AppRig(new FakeServer('s1', 's2')).connect();
    const app = await page(rig);
    rig.server.append('s2', [prompt('in the second')]);
    rig.context.page.view.show('s2');
    await shows(app, 'in the second');
    expect(location.hash).to.equal('');
    expect(rig.server.callsOf('Sessions.open')).to.deep.equal([['s2']]);
  });

  it('[U50] shows hostile words as words, wherever an agent can put them', async () => {
    const evil = '<img src=x onerror="window.pwned = 1"><b>bold</b>';
    const rig = await new AppRig().connect();
    const app = await page(rig);
    rig.server.append('s1', [
      prompt(evil),
      chunk(evil),
      thought(evil),
      tool('t1', { title: evil, status: 'failed', kind: 'other', content: [{ type: 'content', content: text(evil) }] }),
      tool('t2', { title: '', kind: 'execute', rawInput: { command: evil }, status: 'in_progress' }),
      update({ sessionUpdate: 'plan', entries: [{ content: evil, priority: 'low', status: 'in_progress' }] }),
      { type: 'notice_shown', severity: 'error', notice: { code: 'agent_notice', title: evil, description: evil } },
      { type: 'turn_failed', trouble: { code: 'said', text: evil } },
      prompt('again', 'p2'),
      {
        type: 'question_asked',
        questionId: 'q',
        question: { mode: 'form', message: evil, schema: { properties: { [evil]: { title: evil, enum: [evil] } } } },
      },
    ]);
    await until(() => app.querySelector('question-dock'), 'the question');
    const found = [...everyElement(app)].filter((element) => element.matches('img, b'));
    expect(found.map(({ outerHTML }) => outerHTML)).to.deep.equal([]);
    expect(Reflect.get(window, 'pwned')).to.equal(undefined);
  });

  it('[U51] is never wider than its window, with words that have no end', async () => {
    const long = 'x'.repeat(400);
    const rig = await new AppRig().connect();
    const app = await page(rig);
    app.style.width = '320px';
    rig.server.append('s1', [
      prompt(long),
      chunk(`${long}\n\n\`${long}\`\n\n\`\`\`\n${long}\n\`\`\``),
      tool('t', {
        title: long,
        kind: 'execute',
        rawInput: { command: long },
        status: 'failed',
        rawOutput: { output: long },
      }),
      { type: 'notice_shown', severity: 'info', notice: { code: 'agent_notice', title: long } },
      queued(long),
      asked('q', { toolCallId: 'u', title: long, rawInput: { command: long } }),
    ]);
    await until(() => app.querySelector('permission-dock .command'), 'the question');
    const edge = app.getBoundingClientRect().right + 1;
    const wide = [...everyElement(app)].filter((element) => {
      const isCut = element.closest('pre, .options, .tool-target, .dock-text, toast-region, [class*=code]');
      return !isCut && element.checkVisibility() && element.getBoundingClientRect().right > edge;
    });
    expect(wide.map(({ tagName, className }) => `${tagName}.${className}`)).to.deep.equal([]);
  });
});

function* everyElement(root: Element | ShadowRoot): Generator<Element> {
  for (const element of root.querySelectorAll('*')) {
    yield element;
    if (element.shadowRoot) yield* everyElement(element.shadowRoot);
  }
}

import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { Question } from '../../../server/protocol/events.js';
import type { QuestionEntry } from '../../../server/protocol/transcript/entries.js';
import { entriesAfter, prompt } from '../../../server/protocol/transcript/transcript.rig.js';
import { sessionCommand, type UserAct } from '../../state/app/acts.js';
import { mount } from '../../ui/mount.rig.js';
import './question-dock.js';
import { inTheme } from '../../ui/theme.rig.js';
import type { QuestionDock } from './question-dock.js';
import { formWords } from './words.js';

const FORM: Question = {
  mode: 'form',
  message: 'Tell me about <b>it</b>',
  schema: {
    properties: {
      name: { type: 'string', title: 'Name', minLength: 1 },
      colour: { type: 'string', title: 'Colour', enum: ['blue', 'red'], default: 'blue' },
      pages: { type: 'integer', title: 'Pages', minimum: 1 },
      isPublic: { type: 'boolean', title: 'Public' },
      parts: { type: 'array', title: 'Parts', items: { enum: ['Docs', 'Tests'] } },
    },
    required: ['name'],
  },
};

async function dockFor(question: Question, theme: 'light' | 'dark' = 'light') {
  const asked = { type: 'question_asked' as const, questionId: 'q1', question };
  const entry = entriesAfter(prompt('hi'), asked).at(-1) as QuestionEntry;
  const acts: UserAct[] = [];
  const dock = await mount<QuestionDock>(html`<question-dock .entry=${entry}></question-dock>`, (template) =>
    inTheme(theme, template),
  );
  dock.addEventListener('user-act', ({ act }) => acts.push(act));
  const root = dock.shadowRoot!;
  const press = (name: string) =>
    [...root.querySelectorAll('button')].find((button) => button.textContent?.trim() === name)!.click();
  return { dock, acts, root, press };
}

function fill(input: HTMLInputElement, value: string): void {
  input.value = value;
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

describe('<question-dock>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[U40] is accessible in the ${theme} theme, also with mistakes in it`, async () => {
      const { dock, press } = await dockFor(FORM, theme);
      await expect(dock).to.be.accessible();
      press('Answer');
      await dock.updateComplete;
      await expect(dock).to.be.accessible();
    });
  }

  it('[U47] is a group named Question that says what is wrong instead of sending it', async () => {
    const { dock, acts, root, press } = await dockFor(FORM);
    expect(root.querySelector('[role=group]')!.ariaLabel).to.equal('Question');
    press('Answer');
    await dock.updateComplete;
    await Promise.resolve();
    expect(acts).to.deep.equal([]);
    expect(root.querySelector('[role=alert]')!.textContent).to.equal(formWords.fillIn);
    expect(root.activeElement === root.querySelector('input')).to.equal(true);
  });

  it('[U47] answers with what was filled in', async () => {
    const { dock, acts, root, press } = await dockFor(FORM);
    const [name, pages] = root.querySelectorAll<HTMLInputElement>('input:not([type=checkbox])');
    fill(name!, 'Orbit');
    fill(pages!, '4');
    const [isPublic, docs] = root.querySelectorAll<HTMLInputElement>('input[type=checkbox]');
    isPublic!.click();
    docs!.click();
    await dock.updateComplete;
    press('Answer');
    const content = { name: 'Orbit', colour: 'blue', pages: 4, isPublic: true, parts: ['Docs'] };
    expect(acts).to.deep.equal([sessionCommand('AcpBridge', 'answer_question', 'q1', 'accept', content)]);
  });

  it('[U47] can be declined and cancelled', async () => {
    for (const [name, action] of [
      ['Decline', 'decline'],
      ['Cancel', 'cancel'],
    ] as const) {
      const { acts, press } = await dockFor(FORM);
      press(name);
      expect(acts).to.deep.equal([sessionCommand('AcpBridge', 'answer_question', 'q1', action, null)]);
    }
  });

  it('[U47] shows the whole address that it asks to open, and opens nothing by itself', async () => {
    const url = 'https://good.test@evil.test/login?next=1';
    const { root } = await dockFor({ mode: 'url', message: 'Sign in', url, elicitationId: 'e1' });
    expect(root.querySelector('.url')!.textContent).to.equal(url);
    expect(root.querySelector('.hint strong')!.textContent).to.equal('evil.test');
    expect(root.querySelector('a')).to.equal(null);
  });

  it('[U47] does not open what is no web page', async () => {
    const { acts, press } = await dockFor({
      mode: 'url',
      message: 'x',
      url: 'javascript:alert(1)',
      elicitationId: 'e1',
    });
    press('Open in a new tab');
    expect(acts).to.deep.equal([]);
  });
});

import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { Question } from '../../../server/protocol/events.js';
import type { QuestionEntry } from '../../../server/protocol/transcript/entries.js';
import { entriesAfter, prompt } from '../../../server/protocol/transcript/transcript.rig.js';
import { sessionCommand, type UserAct } from '../../state/app/acts.js';
import { mount, until } from '../../ui/mount.rig.js';
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

  const choice = (choices: readonly string[], more: object = {}): Question => ({
    mode: 'form',
    message: 'Which one?',
    schema: {
      properties: { answer: { type: 'string', title: 'Answer', enum: choices, ...more } },
      required: ['answer'],
    },
  });

  for (const theme of ['light', 'dark'] as const) {
    it(`[U95] has a button for each of a few choices, which answers at once, in the ${theme} theme`, async () => {
      for (const choices of [
        ['Yes', 'No'],
        ['Keep both', 'Keep mine', 'Keep theirs', 'Stop'],
      ]) {
        const { dock, acts, root, press } = await dockFor(choice(choices), theme);
        expect([...root.querySelectorAll('button')].map((button) => button.textContent?.trim())).to.deep.equal([
          ...choices,
          'Decline',
          'Cancel',
        ]);
        expect(root.querySelector('.field[role=group]')!.ariaLabel).to.equal('Answer');
        await expect(dock).to.be.accessible();
        press(choices[1]!);
        expect(acts).to.deep.equal([], 'it has only just been shown');
        await until(() => {
          press(choices[1]!);
          return acts.length > 0;
        }, 'answered');
        press(choices[0]!);
        const content = { answer: choices[1] };
        expect(acts).to.deep.equal([sessionCommand('AcpBridge', 'answer_question', 'q1', 'accept', content)]);
      }
    });
  }

  it('[U95] takes the focus, keys and titles of its choices, and marks the usual one', async () => {
    const titled = {
      oneOf: [
        { const: 'a', title: 'First' },
        { const: 'b', title: 'Second' },
      ],
      enum: undefined,
    };
    const { dock, acts, root } = await dockFor(
      choice([], { ...titled, title: 'Strategy', default: 'b', description: 'Pick' }),
    );
    const buttons = [...root.querySelectorAll<HTMLButtonElement>('.choices button')];
    expect(buttons.map((button) => button.classList.contains('primary'))).to.deep.equal([false, true]);
    expect(root.querySelector('.fields')!.textContent).to.match(/Strategy.*First.*Second.*Pick/s);
    dock.focus();
    expect(root.activeElement === buttons[0]).to.equal(true);
    await until(() => {
      (root.activeElement as HTMLButtonElement).click();
      return acts.length > 0;
    }, 'answered');
    expect(acts).to.deep.equal([sessionCommand('AcpBridge', 'answer_question', 'q1', 'accept', { answer: 'a' })]);
  });

  it('[U95] can still be declined', async () => {
    const { acts, press } = await dockFor(choice(['Yes', 'No']));
    press('Decline');
    expect(acts).to.deep.equal([sessionCommand('AcpBridge', 'answer_question', 'q1', 'decline', null)]);
  });

  it('[U95] is a list where a button wouldn’t do', async () => {
    const two = choice(['Yes', 'No']) as Extract<Question, { mode: 'form' }> & { schema: object };
    const fields = (two.schema as { properties: object }).properties;
    const others: Record<string, Question> = {
      'five choices': choice(['1', '2', '3', '4', '5']),
      'one choice': choice(['Yes']),
      'a long choice': choice(['Yes', 'x'.repeat(31)]),
      'two that look alike': choice(['Yes', 'Yes ']),
      'an empty one': choice(['Yes', '']),
      'nothing is needed': { ...two, schema: { properties: fields } },
      'something else to fill in': {
        ...two,
        schema: { properties: { ...fields, why: { type: 'string' } }, required: ['answer'] },
      },
    };
    for (const [what, question] of Object.entries(others)) {
      const { root } = await dockFor(question);
      expect(root.querySelectorAll('.choices').length, what).to.equal(0);
      expect(root.querySelectorAll('select').length, what).to.equal(1);
      expect(root.querySelector('[type=submit]')!.textContent!.trim(), what).to.equal('Answer');
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

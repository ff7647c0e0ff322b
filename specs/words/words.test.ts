import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SETTING_LIST } from '../../server/protocol/features/settings-table.js';
import { readSources } from '../read-sources.js';
import { BANNED, faultsIn, NOT_ON_SCREEN } from './banned-words.js';
import { catalogueSentences, phrasesInCode, type Said, sentencesInCode, sentencesInPage } from './read-words.js';
import { wordsInTemplates } from './words-in-templates.js';

const catalogues = await catalogueSentences();
const names = [...new Set(catalogues.map(({ at }) => at.split('.')[0]!))];
/** Questions that an agent asks with a form are questions. */
const FORMS = new Set(['conversationWords.names.question', 'formWords.question']);

/** Pages and terminals have straight apostrophes, and a page may ask a question. */
const NOT_ON_PAGES = NOT_ON_SCREEN.filter(({ name }) => !/apostrophe|question/.test(name));

const isShipped = (path: string) => path.endsWith('.ts') && !/test\.ts$|\.rig\.ts$/.test(path);
const faultsOf = (said: readonly Said[], banned = BANNED) =>
  said.flatMap(({ at, text }) => faultsIn(text, banned).map((fault) => `${at}: ${fault} in “${text}”`));

describe('what people read', () => {
  it('[WD4] has been found', () => {
    assert.ok(names.length >= 20, `${names.length} catalogues`);
    assert.ok(catalogues.length > 1_000, `${catalogues.length} sentences`);
  });

  for (const name of names) {
    it(`[WD4] has no banned phrase in ${name}`, () => {
      const said = catalogues.filter(({ at }) => at.startsWith(`${name}.`) && !FORMS.has(at));
      assert.deepEqual(faultsOf(said, [...BANNED, ...NOT_ON_SCREEN]), []);
      const untidy = said.filter(({ text }) => / {2}|^\s.*\s$|\.\.\.|\w \.$/.test(text));
      assert.deepEqual(untidy, []);
    });
  }

  it('[WD4] has no banned phrase in the sentences for codes', async () => {
    const files = await readSources(['webapp'], (path) => isShipped(path) && /^webapp\/codes\/|-words\.ts$/.test(path));
    const said = files.flatMap(sentencesInCode);
    assert.ok(said.length > 100, `${said.length} sentences`);
    assert.deepEqual(faultsOf(said, [...BANNED, ...NOT_ON_SCREEN]), []);
  });

  it('[WD4] has no banned phrase in errors and help', async () => {
    // The demo agent speaks to show how agents do.
    const files = await readSources(['server'], (path) => isShipped(path) && !/^server\/(?:testing|demo)\//.test(path));
    const said = files.flatMap(sentencesInCode);
    assert.ok(said.length > 100, `${said.length} sentences`);
    assert.deepEqual(faultsOf(said), []);
  });

  it('[WD4] has no banned phrase in what the README says of settings', () => {
    const said = SETTING_LIST.flatMap(([at, { note }]) => (note ? [{ at, text: note }] : []));
    assert.ok(said.length > 10, `${said.length} notes`);
    assert.deepEqual(faultsOf(said, [...BANNED, ...NOT_ON_PAGES]), []);
  });

  it('[WD4] has no banned phrase on the command line', async () => {
    const files = await readSources(['server/command', 'server/start'], isShipped);
    const said = files.flatMap(phrasesInCode);
    assert.ok(said.length > 60, `${said.length} phrases`);
    assert.deepEqual(faultsOf(said, [...BANNED, ...NOT_ON_PAGES]), []);
  });

  it('[WD4] has no banned phrase in README, SECURITY and CHANGELOG', async () => {
    const pages = await readSources(['.'], (path) => /^(?:README|SECURITY|CHANGELOG)\.md$/.test(path));
    assert.equal(pages.length, 3);
    assert.deepEqual(faultsOf(pages.flatMap(sentencesInPage), [...BANNED, ...NOT_ON_PAGES]), []);
  });

  it('[WD4] has no banned phrase in the rules and on pages for contributors', async () => {
    const pages = await readSources(['.'], (path) => path === 'CONTRIBUTING.md' || /^specs\/[\w-]+\.md$/.test(path));
    assert.ok(pages.length > 40, `${pages.length} pages`);
    assert.deepEqual(faultsOf(pages.flatMap(sentencesInPage)), []);
  });

  it('[WD8] is in no template', async () => {
    const files = await readSources(['webapp'], isShipped);
    assert.ok(files.length > 200);
    assert.deepEqual(files.flatMap(wordsInTemplates), []);
  });

  it('[WD8] would be found in a template', () => {
    const filled = (name: string) => ['$', '{', name, '}'].join('');
    const planted = [
      `const a = html\`<p>Hello ${filled('name')}</p>\`;`,
      `const b = html\`<p>${filled('one')} and ${filled('two')}</p>\`;`,
      'const c = html`<button aria-label="Close it"></button>`;',
      `const d = html\`<b title="${filled('count')} files"></b>\`;`,
      `const fine = html\`<p class="a b" aria-label=${filled('words.a')}>${filled('words.b')} · <kbd>F</kbd></p>\`;`,
    ].join('\n');
    assert.deepEqual(
      wordsInTemplates({ path: 'webapp/components/page/planted.ts', text: planted }).map(
        (found) => found.split(': ')[1],
      ),
      ['Hello', 'and', 'aria-label="Close it', 'title=" files'],
    );
  });
});

/** A sentence for each ban, and one like it that is fine. */
const EXAMPLES: Readonly<Record<string, readonly [caught: string, passes: string]>> = {
  '“no more”': ['This session is no more.', 'This session no longer exists.'],
  '“of its own”': ['The agent has a folder of its own.', 'The agent has its own folder.'],
  '“stands” for “is”': ['Its name stands in the list.', 'Its name is in the list.'],
  '“lies” for “is”': ['The file lies in the folder.', 'The file is in the folder.'],
  '“tells” for “says” or “reports”': ['The agent tells what it does.', 'The agent says what it does.'],
  '“whatever” and its like': ['Whoever has the link gets in.', 'Anyone with the link gets in.'],
  '“so” as a connector': ['It was taken, so another one is used.', 'Nothing was sent so far.'],
  'a relative clause as the subject': ['What is queued waits.', 'What should the agent do instead?'],
  '“shall”': ['What shall we do?', 'What should we do?'],
  '“is no” for “isn’t a”': ['This is no picture.', 'This is no longer a picture.'],
  '“called off”': ['It was called off.', 'It was cancelled.'],
  '“in the place of”': ['A rule answers in your place.', 'A rule answers for you.'],
  'an exclamation mark': ['All done!', 'Start with ! for a shell.'],
  'an apology or cuteness': ['Oops, that failed.', 'That failed.'],
  '“turn” for a reply': ['Changes of this turn', 'Turn it off in Settings, or turn on “Allow all”.'],
  '“entry”': ['An older entry', 'An older message'],
  '“question” for a request': ['Every question is answered.', 'Every request is answered.'],
  '“epoch”': ['Another epoch', 'Another start'],
  '“desk”': ['The rule desk', 'The rules'],
  '“reject” for “deny”': ['Rejected by a rule', 'Denied by a rule'],
  '“transcript” for the conversation': ['It is in the transcript.', 'It is in the conversation.'],
  '“answer” for a reply': ['Copy the last answer', 'Copy the last reply'],
  'a straight apostrophe': ["It didn't work.", 'It didn’t work.'],
};

describe('the bans', () => {
  for (const { name, pattern } of [...BANNED, ...NOT_ON_SCREEN]) {
    it(`[WD5] catch ${name} and nothing else`, () => {
      const [caught, passes] = EXAMPLES[name]!;
      assert.match(caught, pattern);
      assert.deepEqual(faultsIn(passes, [...BANNED, ...NOT_ON_SCREEN]), []);
    });
  }
});

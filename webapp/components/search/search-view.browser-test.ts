import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html } from 'lit';
import type { FileHit, SearchPage, SearchQuery } from '../../../server/protocol/api/search.js';
import { AppRig } from '../../state/app/app.rig.js';
import { refused } from '../../state/changes/fake-git.rig.js';
import { mount, until } from '../../ui/mount.rig.js';
import '../page/ac-app.js';
import '../../ui/near-all.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import type { AcApp } from '../page/ac-app.js';

const hit = (path: string, line: number): FileHit => ({ path, line, text: 'a needle here', ranges: [[2, 8]] });
const HITS = [hit('src/a.ts', 1), hit('src/a.ts', 2), hit('b.md', 7)];

async function page(theme: 'light' | 'dark' = 'light') {
  const rig = await new AppRig().connect();
  const { answers } = rig.server;
  answers.set('Repo.search_files', () => ({ searchId: 's' }));
  answers.set('Repo.stop_search', () => null);
  // One hit at a time.
  answers.set('Repo.get_search_hits', ([, after]): SearchPage => {
    const next = (after as number) + 1;
    return { hits: HITS.slice(next - 1, next), next, isEnd: next === HITS.length, isCut: false, engine: 'git' };
  });
  const app = await mount<AcApp>(
    html`<ac-app .context=${rig.context} style="display: block; width: 1400px; height: 800px; container: shell / inline-size"></ac-app>`,
    (template) => inTheme(theme, template),
  );
  app.commands!.act({ type: 'show_work', tab: 'search' });
  await until(() => app.querySelector('search-view')?.shadowRoot?.querySelector('.search-field'), 'the field');
  const view = app.querySelector('search-view')!.shadowRoot!;
  const find = async (text: string) => {
    view.querySelector<HTMLElement>('.search-field')!.focus();
    await sendKeys({ type: text });
  };
  return { rig, app, view, find };
}

const words = (element: Element | null | undefined) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
const queries = (rig: AppRig) => rig.server.callsOf('Repo.search_files').map(([query]) => query as SearchQuery);

describe('<search-view>', () => {
  it('[SE20] shows hits by file, with what was found marked', async () => {
    const { view, find } = await page();
    await find('needle');
    await until(() => words(view.querySelector('.search-sum')) === '3 lines in 2 files', 'all hits');
    expect([...view.querySelectorAll('section')].map((file) => file.getAttribute('aria-label'))).to.deep.equal([
      'src/a.ts, 2 lines',
      'b.md, 1 line',
    ]);
    expect([...view.querySelectorAll('mark')].map(words)).to.deep.equal(['needle', 'needle', 'needle']);
    const lines = [...view.querySelectorAll('.search-text')].map(({ textContent }) => textContent);
    expect(lines).to.deep.equal(HITS.map(({ text }) => text));
  });

  it('[SE21] asks for what was chosen, and says why an expression is wrong', async () => {
    const { rig, view, find } = await page();
    await find('needle');
    for (const [name, option] of [
      ['Match case', 'isCase'],
      ['Whole words', 'isWord'],
      ['Regular expression', 'isRegex'],
    ] as const) {
      expect(queries(rig).some((query) => query[option])).to.equal(false);
      view.querySelector<HTMLElement>(`[aria-label="${name}"]`)!.click();
      await until(() => queries(rig).at(-1)?.[option], name);
    }
    const [include, exclude] = view.querySelectorAll<HTMLInputElement>('.search-globs input');
    include!.focus();
    await sendKeys({ type: 'src/**, *.{ts,md}' });
    exclude!.focus();
    await sendKeys({ type: 'dist' });
    await until(() => queries(rig).at(-1)?.exclude.join() === 'dist', 'the patterns');
    expect(queries(rig).at(-1)?.include).to.deep.equal(['src/**', '*.{ts,md}']);
    rig.server.answers.set('Repo.search_files', () => {
      throw refused({ code: 'bad_pattern', said: 'no end' });
    });
    await find('(');
    const said = 'This expression can’t be searched for: no end';
    await until(() => words(view.querySelector('[role="alert"]')) === said, 'what is wrong');
  });

  it('[SE22] [SE23] leads by keys to a hit, opens it, and puts it into the message', async () => {
    const { rig, view, find } = await page();
    rig.server.repo.write('src/a.ts', 'one\na needle here\n');
    await find('needle');
    await until(() => view.querySelectorAll('.search-go').length === 3, 'the hits');
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'ArrowDown' });
    await until(() => (view.activeElement as HTMLElement)?.dataset.line === '2', 'the second hit');
    await sendKeys({ press: 'a' });
    const draft = () => JSON.stringify(rig.context.composer.drafts.value);
    await until(() => draft().includes('@src/a.ts#L2'), 'the mention');
    view.querySelectorAll<HTMLElement>('.search-go')[1]!.click();
    await until(() => rig.context.work.panel.value.tab === 'files', 'the files');
    const { path, line } = rig.context.work.panel.value.file!;
    expect([path, line]).to.deep.equal(['src/a.ts', 2]);
  });

  for (const theme of ['light', 'dark'] as const) {
    it(`[SE23] is accessible in the ${theme} theme`, async () => {
      const { app, view, find } = await page(theme);
      await find('needle');
      await until(() => view.querySelectorAll('.search-go').length === 3, 'the hits');
      await expect(app.querySelector('work-panel')!).to.be.accessible();
    });
  }
});

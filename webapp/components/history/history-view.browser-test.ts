import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html } from 'lit';
import type { CommitPage, GraphRow, GraphWish } from '../../../server/protocol/api/history.js';
import { AppRig } from '../../state/app/app.rig.js';
import { mount, until } from '../../ui/mount.rig.js';
import '../page/ac-app.js';
import '../../ui/near-all.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import type { AcApp } from '../page/ac-app.js';
import { ROW_PX } from './render-lanes.js';

const HEIGHT_PX = 800;
/** What fits on the screen, and as much again above and below it. */
const MOST_DRAWN = 3 * Math.ceil(HEIGHT_PX / ROW_PX);

const commit = (n: number): GraphRow => {
  return { oid: `c${n}`, parents: [`c${n + 1}`], subject: `Commit ${n}`, author: 'Ada', at: 0, refs: [] };
};

/** A page with a history of so many commits, of which some are asked for at a time. */
async function page(count: number, theme: 'light' | 'dark' = 'light') {
  const rig = await new AppRig().connect();
  const { answers } = rig.server;
  let wanted: GraphRow[] = [];
  let at = 0;
  const next = (limit: number): CommitPage => {
    const rows = wanted.slice(at, at + limit);
    at += rows.length;
    return { rows, walkId: at < wanted.length ? 'w' : null };
  };
  answers.set('Repo.get_commit_graph', ([wish, limit]) => {
    const { query = '' } = wish as GraphWish;
    wanted = Array.from({ length: count }, (_, n) => commit(n)).filter(({ subject }) => subject.includes(query));
    at = 0;
    return next(limit as number);
  });
  answers.set('Repo.get_more_commits', ([, limit]) => next(limit as number));
  answers.set('Repo.get_commit', ([oid]) => ({
    ...{ oid, parents: [], author: { name: 'Ada', email: 'ada@example.org', at: 0 }, committedAt: 0 },
    ...{ subject: `Commit ${String(oid).slice(1)}`, message: `Commit ${String(oid).slice(1)}\n\nWhy.`, pushedTo: [] },
  }));
  answers.set('Repo.get_commit_files', ([oid]) => ({ oid, parent: 'p', files: [], total: 0, leftOut: 0 }));
  const app = await mount<AcApp>(
    html`<ac-app .context=${rig.context} style="display: block; width: 1400px; height: ${HEIGHT_PX}px; container: shell / inline-size"></ac-app>`,
    (template) => inTheme(theme, template),
  );
  app.commands!.act({ type: 'show_work', tab: 'history' });
  await until(() => app.querySelector('.graph-row'), 'the first rows');
  return { rig, app, graph: app.querySelector<HTMLElement>('.graph')! };
}

type Page = Awaited<ReturnType<typeof page>>;

const drawn = ({ app }: Page) => [...app.querySelectorAll<HTMLElement>('.graph-row')];
const known = ({ app }: Page) => app.querySelector<HTMLElement>('.graph-rows')!.offsetHeight / ROW_PX;
const numberOf = (row: HTMLElement) => Number(row.id.replace('graph-row-', ''));

/** Scrolls, and waits for the rows of that place. A page that isn't in front gets no event of its own. */
async function scrollTo(shown: Page, top: number): Promise<void> {
  const { graph } = shown;
  graph.scrollTop = top;
  graph.dispatchEvent(new Event('scroll'));
  await until(() => {
    const numbers = drawn(shown).map(numberOf);
    const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
    const isLast = last === known(shown) - 1;
    return first * ROW_PX <= graph.scrollTop && (isLast || (last + 1) * ROW_PX >= graph.scrollTop + graph.clientHeight);
  }, `the rows at ${top} px`);
}

describe('<history-view>', () => {
  it('[HI21] keeps only the rows near those in sight in the page, however many were scrolled past', async () => {
    const count = 40_000;
    const shown = await page(count);
    const { graph, rig } = shown;
    let most = 0;
    while (known(shown) < count) {
      const before = known(shown);
      await scrollTo(shown, graph.scrollHeight);
      most = Math.max(most, drawn(shown).length);
      await until(() => known(shown) > before, `more than ${before} rows`);
    }
    expect(rig.server.callsOf('Repo.get_more_commits').length).to.equal(Math.ceil((count - 200) / 1_000));
    for (const part of [1, 0.5, 0.25, 0.999, 0]) {
      await scrollTo(shown, part * (graph.scrollHeight - graph.clientHeight));
      const rows = drawn(shown);
      most = Math.max(most, rows.length);
      for (const row of rows) expect(row.textContent).to.contain(`Commit ${numberOf(row)}`);
      if (part === 1) expect(numberOf(rows.at(-1)!)).to.equal(count - 1);
    }
    expect(most).to.be.within(Math.ceil(graph.clientHeight / ROW_PX), MOST_DRAWN);
  });

  it('[HI21] reads no further than somebody scrolls', async () => {
    const shown = await page(40_000);
    await scrollTo(shown, 10 * ROW_PX);
    await until(() => known(shown) === 1_200, 'the next rows');
    await scrollTo(shown, 500 * ROW_PX);
    expect(shown.rig.server.callsOf('Repo.get_more_commits').length).to.equal(1);
  });

  it('[HI23] is searched, walked through and opened by keys', async () => {
    const shown = await page(3_000);
    const { app } = shown;
    app.querySelector<HTMLElement>('history-view input[type="search"]')!.focus();
    await sendKeys({ type: 'Commit 29' });
    await until(() => known(shown) === 111, 'the commits with these words');
    app.querySelector<HTMLElement>('.graph-rows')!.focus();
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    await until(() => app.querySelector('commit-view h3')?.textContent?.includes('Commit 291'), 'the third of them');
    await sendKeys({ press: 'Escape' });
    await until(() => document.activeElement?.matches('.graph-rows'), 'the list again');
    await sendKeys({ press: 'End' });
    await sendKeys({ press: 'Enter' });
    await until(() => app.querySelector('commit-view h3')?.textContent?.includes('Commit 2999'), 'the last of them');
    await sendKeys({ press: 'Escape' });
    await until(() => !app.querySelector('commit-view'), 'the commit is closed');
    expect(app.querySelector('work-panel')).to.not.equal(null);
  });

  it('[HI26] shows a commit as a page where the screen is small, and goes back to the place in the list', async () => {
    expect(matchMedia('(max-height: 620px), (max-width: 699px)').matches, 'the screen of this run is small').to.equal(
      true,
    );
    const shown = await page(300);
    const { app, graph } = shown;
    await scrollTo(shown, 50 * ROW_PX);
    app.querySelector<HTMLElement>('#graph-row-52')!.click();
    await until(() => app.querySelector('commit-view h3')?.textContent?.includes('Commit 52'), 'the commit');
    await until(() => document.activeElement?.matches('.commit-back'), 'the way back has the focus');
    expect(getComputedStyle(graph).visibility).to.equal('hidden');
    const [view, commitView] = ['history-view', 'commit-view'].map((name) => app.querySelector(name)!);
    expect(commitView!.getBoundingClientRect().top).to.equal(view!.getBoundingClientRect().top);
    app.querySelector<HTMLElement>('.commit-back')!.click();
    await until(() => document.activeElement?.matches('.graph-rows'), 'the list has the focus');
    expect([getComputedStyle(graph).visibility, graph.scrollTop]).to.deep.equal(['visible', 50 * ROW_PX]);
  });

  for (const theme of ['light', 'dark'] as const) {
    it(`[HI23] is accessible in the ${theme} theme, with a commit open`, async () => {
      const { app } = await page(300, theme);
      await expect(app.querySelector('work-panel')!).to.be.accessible();
      app.querySelector<HTMLElement>('#graph-row-3')!.click();
      await until(() => app.querySelector('commit-view h3')?.textContent?.includes('Commit 3'), 'the commit');
      await expect(app.querySelector('work-panel')!).to.be.accessible();
    });
  }
});

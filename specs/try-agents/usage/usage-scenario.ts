import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../e2e/eventually.rig.js';
import { expect } from '../checks.js';
import type { Conversation } from '../conversation.js';
import { sentences } from '../directives.js';
import { PageTrial } from '../page/page-trial.js';
import { readTrace } from '../wire-trace.js';
import { type Tokens, tokensOf, USUAL_TOKENS } from '../wires/wire.js';
import { shownReply, shownSessionCost, UsagePage } from './page-usage.js';
import { type ShownUsage, usageTable } from './usage-table.js';
import { wireReplies } from './wire-usage.js';

/** Counts that grow and fall, so that a sum is never taken for a reply, nor a reply for a sum. */
const BEFORE_KILL = [115, 511, 424, 818, 0];
const AFTER_KILL = [115, 130, 117, 1];
const ELSEWHERE = [207, 93];
const TICKS = 20;

/** Tokens and costs of each reply, session and day are on the page what they are on the wire, also after a kill -9. */
export async function usage({ trial, agent }: PageTrial): Promise<string> {
  const page = await PageTrial.open(trial.at(trial.place.another('usage')));
  try {
    const watch = new UsageWatch(page);
    await watch.replies(BEFORE_KILL);
    await page.restart('SIGKILL');
    await watch.replies(AFTER_KILL);
    await watch.slowReply();
    await watch.replyWithCall();
    await watch.repliesElsewhere(await page.trial.secondSession(), ELSEWHERE);
    const { text, faults } = await watch.table();
    writeFileSync(join(trial.out, `${agent.id}-usage.md`), `${text}\n`);
    expect(faults.length === 0, `${faults.length} numbers differ: ${faults.slice(0, 3).join('; ')}\n${text}`);
    return `equal\n${text}`;
  } finally {
    await page.close();
  }
}

/** Reads the page after each reply. */
class UsageWatch {
  readonly #page: PageTrial;
  readonly #shown: ShownUsage[] = [];
  readonly #agentSessions = new Set<string>();
  readonly #faults: string[] = [];

  constructor(page: PageTrial) {
    this.#page = page;
  }

  async replies(counts: readonly number[]): Promise<void> {
    const settings = await UsagePage.open(this.#page);
    for (const count of counts) {
      const { talk } = this.#page.trial;
      await this.#page.turn(sentences.sayFor('done', count), 'Deny');
      const reply = await shownReply(this.#page, talk.transcript.turn.n);
      const sessionCost = await shownSessionCost(this.#page);
      await this.#note(talk, settings, { session: 'A', model: tokensOf(count).tokens!, reply, sessionCost });
    }
    await settings.close();
  }

  /** A session of another tab counts for the day. */
  async repliesElsewhere(talk: Conversation, counts: readonly number[]): Promise<void> {
    const settings = await UsagePage.open(this.#page);
    for (const count of counts) {
      await talk.turn(sentences.sayFor('done', count));
      const model = tokensOf(count).tokens!;
      await this.#note(talk, settings, { session: 'B', model, reply: null, sessionCost: '' });
    }
    await settings.close();
  }

  /** What a session has cost stays in sight while the agent works. */
  async slowReply(): Promise<void> {
    const [page, { talk }] = [this.#page, this.#page.trial];
    const before = await shownSessionCost(page);
    const n = await page.begin(sentences.count(TICKS, 'tick'));
    await talk.tab.until(() => talk.turnOf(n).text.includes('tick-5'));
    const during = await shownSessionCost(page);
    await talk.tab.until(() => talk.isIdle);
    if (during !== before) this.#faults.push(`while it works, the meter says “${during}” instead of “${before}”`);
    await this.#noteHere(n, USUAL_TOKENS);
  }

  /** The model answers twice: with the call, and when that is done. Some agents report only the last answer. */
  async replyWithCall(): Promise<void> {
    await this.#page.turn(sentences.run('touch two.txt'), 'Allow');
    const { input, output } = USUAL_TOKENS;
    await this.#noteHere(this.#page.trial.talk.transcript.turn.n, { input: 2 * input, output: 2 * output });
  }

  async #noteHere(n: number, model: Tokens): Promise<void> {
    const settings = await UsagePage.open(this.#page);
    const [reply, sessionCost] = [await shownReply(this.#page, n), await shownSessionCost(this.#page)];
    await this.#note(this.#page.trial.talk, settings, { session: 'A', model, reply, sessionCost });
    await settings.close();
  }

  async #note(talk: Conversation, settings: UsagePage, known: Omit<ShownUsage, 'totals'>): Promise<void> {
    this.#agentSessions.add(talk.transcript.agentSessionId ?? '');
    const { sessions } = await talk.tab.api.Sessions.get_usage(7);
    const place = sessions.findIndex(({ sessionId }) => sessionId === talk.sessionId);
    this.#shown.push({ ...known, totals: await settings.totals(this.#shown.length + 1, place) });
  }

  /** The wire is written down a moment after the page has drawn what came. */
  async table(): Promise<ReturnType<typeof usageTable>> {
    const wire = await eventually(
      () => wireReplies(readTrace(this.#page.trial.place), this.#agentSessions),
      (replies) => replies.length === this.#shown.length,
      'Each reply should be on the wire',
    );
    const { text, faults } = usageTable(this.#shown, wire, this.#page.agent.sumsTokens === true);
    return { text, faults: [...this.#faults, ...faults] };
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../command/usage-error.js';
import { LIMITS } from '../protocol/limits.js';
import { own } from '../protocol/own.js';
import type { LoggedEvent } from '../protocol/session/session-event.js';
import { ApiFailure, type StreamMessage } from './api-client.js';
import type { AskOptions, OnAsk } from './client-options.js';
import { EXIT, FollowedTurn, SIGNED_OUT, type TurnNews, type TurnOutcome } from './follow-turn.js';
import { type Deck, knownPlace, reachDeck, startDeck } from './reach-deck.js';
import type { ReplyPrinter } from './reply-printer.js';
import { requestLine } from './request-line.js';

interface SessionCard {
  readonly id: string;
  readonly title: string;
  readonly agentId: string;
  readonly writable: boolean;
}

/** A message that was sent, and where its events begin. */
interface SentPrompt {
  readonly session: SessionCard;
  readonly promptId: string;
  readonly lastEventId: string;
}

interface OpenRequest {
  readonly kind: 'permission' | 'question';
  readonly id: string;
  readonly digest?: string;
  readonly decided?: string;
  readonly options?: readonly { readonly optionId: string; readonly kind: string }[];
}

/** How long an agent that was stopped may take to say so. */
const STOP_MS = 10_000;
const LOOK_AGAIN_MS = 1_000;

/** Sends a message and prints what comes of it; gives the exit code. */
export async function ask(options: AskOptions, printer: ReplyPrinter, interrupted: AbortSignal): Promise<number> {
  const text = await promptOf(options);
  const place = knownPlace(options);
  const running = await reachDeck(place, () => printer.note('Waiting for someone to choose Allow in AcDeck’s page.'));
  if (!running && !options.waits) {
    throw new UsageError('AcDeck isn’t running in this folder. Start acdeck first: the reply continues there.');
  }
  if (!running && options.isKnownSession)
    throw new UsageError('AcDeck isn’t running in this folder. Start acdeck first.');
  const deck = running ?? (await startDeck(place, options));
  try {
    const sent = await send(deck, { ...options, agent: running ? options.agent : null }, text);
    printer.sent(sent.session.id, sent.promptId);
    if (!options.waits) {
      printer.accepted();
      return EXIT.done;
    }
    const call = new AskCall(deck, sent, options.onAsk ?? (deck.isOwn ? 'reject' : 'wait'), printer);
    const { exit, sentence } = await call.run(interrupted);
    printer.end(exit, sentence);
    return exit;
  } finally {
    await deck.close();
  }
}

async function promptOf({ prompt, readsStdin }: AskOptions): Promise<string> {
  if (!readsStdin) return prompt!;
  let read = '';
  for await (const part of process.stdin.setEncoding('utf8')) {
    read += String(part);
    if (read.length > LIMITS.promptBytes) throw new UsageError('The message on stdin is too long (over 2 MB).');
  }
  const text = [prompt, read.trimEnd()].filter(Boolean).join('\n\n');
  if (text.trim() === '') throw new UsageError('There was no message on stdin.');
  return text;
}

async function send({ api }: Deck, options: AskOptions, text: string): Promise<SentPrompt> {
  const { agent, session: name, isKnownSession } = options;
  const known = name === null ? null : await findSession(api, name);
  if (known) {
    if (agent !== null && known.agentId !== agent) {
      throw new UsageError(`The session "${name}" belongs to the agent ${known.agentId}. Leave out --agent.`);
    }
    return {
      session: known,
      ...(await api.post<Omit<SentPrompt, 'session'>>(`/sessions/${known.id}/prompts`, { text })),
    };
  }
  if (isKnownSession) {
    throw new Error(`There is no session "${name}" in this folder. Run acdeck sessions to see them.`);
  }
  const title = name === null ? {} : { title: name };
  try {
    const body = { agentId: agent, prompt: { text }, ...title };
    const { session, prompt } = await api.post<{ session: SessionCard; prompt: Omit<SentPrompt, 'session'> }>(
      '/sessions',
      body,
    );
    return { session, ...prompt };
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.reason !== 'no_agent') throw error;
    const { agents } = await api.get<{ agents: { id: string }[] }>('/agents');
    throw new UsageError(`There is no agent "${agent}" here. Choose one of ${agents.map(({ id }) => id).join(', ')}.`);
  }
}

async function findSession(api: Deck['api'], name: string): Promise<SessionCard | null> {
  const { sessions } = await api.get<{ sessions: SessionCard[] }>('/sessions');
  const ours = sessions.filter(({ writable }) => writable);
  return ours.find(({ id }) => id === name) ?? ours.find(({ title }) => title === name) ?? null;
}

/** One message, from sending it to its end. */
class AskCall {
  readonly #deck: Deck;
  readonly #sent: SentPrompt;
  readonly #onAsk: OnAsk;
  readonly #printer: ReplyPrinter;
  readonly #turn: FollowedTurn;
  readonly #over = new AbortController();
  #wasRejected = false;

  constructor(deck: Deck, sent: SentPrompt, onAsk: OnAsk, printer: ReplyPrinter) {
    this.#deck = deck;
    this.#sent = sent;
    this.#onAsk = onAsk;
    this.#printer = printer;
    this.#turn = new FollowedTurn(sent.promptId);
  }

  async run(interrupted: AbortSignal): Promise<TurnOutcome> {
    try {
      const isStopped = onAbort(interrupted, this.#over.signal).then(() => this.#stop());
      const isGone = this.#deck.ended.then(() => GONE);
      const outcome = await Promise.race([this.#follow(), this.#watchAgent(), isStopped, isGone]);
      return interrupted.aborted ? INTERRUPTED : outcome;
    } finally {
      this.#over.abort();
    }
  }

  /** Reads events to the end of the turn; a cut connection goes on where it was. */
  async #follow(): Promise<TurnOutcome> {
    let { lastEventId } = this.#sent;
    for (;;) {
      try {
        for await (const message of this.#deck.api.events(this.#sent.session.id, lastEventId, this.#over.signal)) {
          lastEventId = message.id ?? lastEventId;
          const outcome = await this.#take(message);
          if (outcome) return outcome;
        }
      } catch (error) {
        if (error instanceof ApiFailure) throw error;
      }
      if (this.#over.signal.aborted) return GONE;
      await sleep(LOOK_AGAIN_MS);
    }
  }

  async #take({ event, data }: StreamMessage): Promise<TurnOutcome | null> {
    if (event === 'gone') return { exit: EXIT.stopped, sentence: 'The session was deleted.' };
    if (event !== 'message') return { exit: EXIT.failed, sentence: 'The session was replaced. Open it in AcDeck.' };
    this.#printer.event(data as LoggedEvent);
    const news = this.#turn.take(data as LoggedEvent);
    if (news.text) this.#printer.text(news.text.words, news.text.isNew);
    if (news.asks) return this.#answer(news.asks);
    if (news.outcome?.exit === EXIT.done && this.#wasRejected) return REJECTED;
    return news.outcome ?? null;
  }

  /** A rule may have answered already; what still waits is dealt with as the person wants. */
  async #answer({ kind, id, title }: NonNullable<TurnNews['asks']>): Promise<TurnOutcome | null> {
    const path = `/sessions/${this.#sent.session.id}`;
    const { requests } = await this.#deck.api.get<{ requests: OpenRequest[] }>(path);
    const open = requests.find((each) => each.id === id);
    if (!open) return null;
    const about = requestLine(title, open.decided);
    if (this.#onAsk === 'wait') {
      this.#printer.note(`The agent asks: ${about} — answer it in AcDeck’s page.`);
      return null;
    }
    if (this.#onAsk === 'fail')
      return { exit: EXIT.asked, sentence: `The agent asks: ${about} — it waits in AcDeck’s page.` };
    const no = open.options?.find((option) => option.kind === 'reject_once');
    if (kind === 'permission' && !no) {
      await this.#deck.api.post(`${path}/cancel`);
      return {
        exit: EXIT.asked,
        sentence: `The agent asks: ${about} — it can’t be denied once only. The agent was stopped.`,
      };
    }
    this.#wasRejected = true;
    this.#printer.note(`Denied: ${about}`);
    const answer = no ? { optionId: no.optionId, digest: open.digest } : { action: 'decline' };
    await this.#deck.api.post(`${path}/${kind}s/${id}`, answer).catch((error: unknown) => {
      // Somebody was faster, or the agent changed it, which comes as a further event.
      if (!(error instanceof ApiFailure) || error.status !== 409) throw error;
    });
    return null;
  }

  /** A message that waits for an agent that cannot run would wait for ever. */
  async #watchAgent(): Promise<TurnOutcome> {
    const { agentId } = this.#sent.session;
    while (!this.#over.signal.aborted) {
      await sleep(LOOK_AGAIN_MS, null, { signal: this.#over.signal }).catch(() => {});
      if (!this.#turn.isQueued || this.#over.signal.aborted) continue;
      const { agents } = await this.#deck.api.get<{ agents: { id: string; name: string; state: string }[] }>('/agents');
      const agent = agents.find(({ id }) => id === agentId);
      if (agent?.state === 'needs_login') return SIGNED_OUT;
      const why = own(UNUSABLE, agent?.state ?? '');
      if (agent && why)
        return { exit: EXIT.failed, sentence: `${agent.name} ${why} Open AcDeck in this folder to see more.` };
    }
    return GONE;
  }

  async #stop(): Promise<TurnOutcome> {
    if (!this.#over.signal.aborted) {
      await this.#deck.api.post(`/sessions/${this.#sent.session.id}/cancel`).catch(() => {});
      await Promise.race([this.#isIdle(), sleep(STOP_MS)]);
    }
    return INTERRUPTED;
  }

  async #isIdle(): Promise<void> {
    for (;;) {
      const { session } = await this.#deck.api.get<{ session: { status: string } }>(
        `/sessions/${this.#sent.session.id}`,
      );
      if (session.status === 'idle') return;
      await sleep(50);
    }
  }
}

const GONE: TurnOutcome = {
  exit: EXIT.failed,
  sentence: 'AcDeck stopped, or signed this program out, before the reply was complete.',
};
const INTERRUPTED: TurnOutcome = { exit: EXIT.interrupted, sentence: 'Stopped.' };
const REJECTED: TurnOutcome = {
  exit: EXIT.asked,
  sentence: 'A request of the agent was denied. Use --on-ask wait to answer in the page, or add a rule there.',
};

const UNUSABLE: Readonly<Record<string, string>> = {
  missing: 'isn’t installed.',
  crashed: 'couldn’t start.',
  untrusted: 'comes with this folder, which nobody has trusted yet.',
};

function onAbort(signal: AbortSignal, end: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true, signal: end }));
}

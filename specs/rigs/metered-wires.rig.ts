import type { TurnTokens } from '../../server/protocol/events.js';
import { say } from './agent-words.rig.js';

/** What an answer of a model has used. Amounts of money are exact in binary, so that sums can be compared. */
export interface ModelAnswer {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly cost: number;
}

/** A reply: the answers of the model in it, and whether the agent's process is killed after it. */
export interface MeteredReply {
  readonly answers: readonly ModelAnswer[];
  readonly dies?: true;
}

/** A turn as an agent plays it. */
export interface MeteredTurn {
  readonly updates: readonly object[];
  readonly result: object;
  readonly after: readonly object[];
  readonly dies?: true;
}

/** What is known of one reply: all of it, in the end, from the wire. */
export interface MeteredFacts {
  readonly tokens?: TurnTokens;
  readonly costs?: Record<string, number>;
}

/** How one agent tells what a reply has used: in which lines, and what those lines say of the reply. */
export interface MeteredWire {
  readonly id: string;
  /** In the catalog, where that isn't the same. */
  readonly catalogId?: string;
  tell(replies: readonly MeteredReply[], n: number): Omit<MeteredTurn, 'dies'>;
  facts(reply: MeteredReply): MeteredFacts;
}

const sum = (answers: readonly ModelAnswer[], kind: keyof ModelAnswer) =>
  answers.reduce((total, answer) => total + answer[kind], 0);
const answersOf = (replies: readonly MeteredReply[]) => replies.flatMap(({ answers }) => answers);
/** The replies since the process began, up to number `n`. */
const ofLife = (replies: readonly MeteredReply[], n: number) => {
  const before = replies.slice(0, n);
  return replies.slice(before.findLastIndex(({ dies }) => dies) + 1, n + 1);
};
const context = (more: object = {}) => ({ sessionUpdate: 'usage_update', used: 110, size: 100_000, ...more });
const price = (amount: number) => ({ cost: { amount, currency: 'USD' } });
const END = { stopReason: 'end_turn' };

/** Input without what was cached, and that by itself, as Anthropic's models count. */
const apart = (answers: readonly ModelAnswer[]): Required<TurnTokens> => {
  const [input, output, cached] = [sum(answers, 'input'), sum(answers, 'output'), sum(answers, 'cached')];
  return { input, output, cached, total: input + output + cached };
};
const plain = (answers: readonly ModelAnswer[]): TurnTokens => {
  const [input, output] = [sum(answers, 'input'), sum(answers, 'output')];
  return { input, output, total: input + output };
};
const named = ({ input, output, total }: TurnTokens) => ({
  inputTokens: input,
  outputTokens: output,
  totalTokens: total,
});
const silent = (id: string, turn: Partial<MeteredTurn> = {}, catalogId?: string): MeteredWire => ({
  id,
  ...(catalogId ? { catalogId } : {}),
  tell: () => ({ updates: [say('Done.')], result: END, after: [], ...turn }),
  facts: () => ({}),
});

/** The eleven agents that are tried, each as it was seen to speak. */
export const METERED_WIRES: readonly MeteredWire[] = [
  {
    id: 'copilot',
    // All turns since the session was opened.
    tell: (replies, n) => {
      const usage = { ...named(plain(answersOf(ofLife(replies, n)))), cachedReadTokens: 0, cachedWriteTokens: 0 };
      return { updates: [context(), say('Done.')], result: { ...END, usage }, after: [] };
    },
    facts: ({ answers }) => ({ tokens: { ...plain(answers), cached: 0 } }),
  },
  {
    id: 'claude',
    // Tokens of the turn; the cost since its process began, and updates without one in between.
    tell: (replies, n) => {
      const { answers } = replies[n]!;
      const { cached, ...counts } = apart(answers);
      const usage = { ...named(counts), cachedReadTokens: cached, cachedWriteTokens: 0 };
      const total = price(sum(answersOf(ofLife(replies, n)), 'cost'));
      return { updates: [context(), say('Done.'), context(total)], result: { ...END, usage }, after: [context()] };
    },
    facts: ({ answers }) => ({ tokens: apart(answers), costs: { USD: sum(answers, 'cost') } }),
  },
  {
    id: 'gemini',
    // Under a name of its own.
    tell: (replies, n) => {
      const { input, output } = plain(replies[n]!.answers);
      const quota = { token_count: { input_tokens: input, output_tokens: output }, model_usage: [] };
      return { updates: [say('Done.')], result: { ...END, _meta: { quota } }, after: [] };
    },
    facts: ({ answers }) => {
      const { total: _total, ...tokens } = plain(answers);
      return { tokens };
    },
  },
  {
    id: 'codex',
    tell: (replies, n) => {
      const { cached, ...counts } = apart(replies[n]!.answers);
      const usage = { ...named(counts), cachedReadTokens: cached, cachedWriteTokens: 0, thoughtTokens: 0 };
      return { updates: [say('Done.'), context()], result: { ...END, usage }, after: [] };
    },
    facts: ({ answers }) => ({ tokens: apart(answers) }),
  },
  silent('codex-zed', { updates: [say('Done.'), context()] }, 'codex'),
  {
    id: 'opencode',
    // Of the last answer only; the cost of the whole session, which it keeps.
    tell: (replies, n) => {
      const usage = named(plain(replies[n]!.answers.slice(-1)));
      const total = price(sum(answersOf(replies.slice(0, n + 1)), 'cost'));
      return { updates: [say('Done.'), context(total)], result: { ...END, usage, _meta: {} }, after: [] };
    },
    facts: ({ answers }) => ({ tokens: plain(answers.slice(-1)), costs: { USD: sum(answers, 'cost') } }),
  },
  {
    id: 'qwen',
    // With each answer of its model, beside an empty piece of text.
    tell: (replies, n) => {
      const told = replies[n]!.answers.map((answer) => {
        const usage = { ...named(plain([answer])), thoughtTokens: 0, cachedReadTokens: answer.cached };
        return { ...say(''), _meta: { usage, durationMs: 5 } };
      });
      return { updates: [say('Done.'), ...told], result: END, after: [] };
    },
    facts: ({ answers }) => ({ tokens: { ...plain(answers), cached: sum(answers, 'cached') } }),
  },
  silent('cline'),
  {
    id: 'goose',
    tell: (replies, n) => {
      const usage = named(plain(replies[n]!.answers.slice(-1)));
      return { updates: [say('Done.'), context()], result: { ...END, usage }, after: [context()] };
    },
    facts: ({ answers }) => ({ tokens: plain(answers.slice(-1)) }),
  },
  silent('kimi', { after: [context()] }),
  silent('pi', { updates: [say('Done.'), context()] }),
];

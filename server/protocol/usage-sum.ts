import type { Shaped, ShapeKit } from './event-shape.js';

/** An amount in a currency, or in another unit such as credits. */
export interface Cost {
  readonly amount: number;
  readonly currency: string;
}

export type Costs = Readonly<Record<string, number>>;

/** What a reply has used so far, of what is counted while it runs. */
export interface WorkSum {
  readonly calls: number;
  readonly costs?: Costs;
}

/** What replies have used, added up. Numbers that no agent has reported are not there; they are never taken for zero. */
export const usageSum = ({ z, number, count }: ShapeKit) =>
  z.object({
    replies: number.min(0),
    /** How long they took, in milliseconds. */
    ms: number.min(0),
    calls: number.min(0),
    input: count,
    output: count,
    total: count,
    /** By currency. */
    costs: z.record(z.string().max(20), number.min(0)).exactOptional(),
  });
export type UsageSum = Readonly<Shaped<typeof usageSum>>;

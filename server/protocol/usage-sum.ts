/** An amount in a currency, or in another unit such as credits. */
export interface Cost {
  readonly amount: number;
  readonly currency: string;
}

export type Costs = Readonly<Record<string, number>>;

/** What an agent has used with one event, as the server counted it when that was recorded. */
export interface Used {
  readonly calls?: number;
  readonly cost?: Cost;
  /** No reply ran: the agent worked by itself. */
  readonly isIdle?: true;
}

/** What a reply has used so far, of what is counted while it runs. */
export interface WorkSum {
  readonly calls: number;
  readonly costs?: Costs;
}

/** What replies have used, added up. Numbers that no agent has reported are not there; they are never taken for zero. */
export interface UsageSum {
  readonly replies: number;
  /** How long they took, in milliseconds. */
  readonly ms: number;
  readonly calls: number;
  readonly input?: number;
  readonly output?: number;
  readonly total?: number;
  /** By currency. */
  readonly costs?: Costs;
}

/** A program that shows an agent in a web page: ours, the floor, or another one to compare with. One file each. */
export interface WebClient {
  readonly name: string;
  /** Starts it in an empty folder with this agent, and waits until it can be opened. */
  start(place: ClientPlace): Promise<RunningClient>;
  readonly page: PageParts;
}

/** Where and with whom a client is started. */
export interface ClientPlace {
  readonly folder: string;
  readonly dataDir: string;
  /** The agent's program and its arguments; it takes no part of a shell's language. */
  readonly agent: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface RunningClient {
  /** What a person opens, with whatever lets them in. */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Where things are in its page, as paths that may lead through shadow roots: `prompt-composer >>> textarea`. A page that
 * changes its parts while it loads names both, with a comma in between.
 */
export interface PageParts {
  /** Where one types; it is there only once it takes words. */
  readonly field: string;
  /** What holds the conversation's text. */
  readonly log: string;
}

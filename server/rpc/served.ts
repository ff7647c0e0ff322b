/** An API as the server implements it: an answer that is there at once is given at once, before anything else is sent. */
export type Served<Api> = {
  [Method in keyof Api]: Api[Method] extends (...args: infer Args) => Promise<infer Result>
    ? (...args: Args) => Result | Promise<Result>
    : never;
};

import { printable } from './printable.js';

/** Says what happens, on stderr. Lines never hold a secret that was named with `hide`. */
export interface Log {
  /** Worth saying always. */
  say(sentence: string): void;
  /** Worth saying with `--verbose`. */
  detail(sentence: string): void;
  /** Keeps a secret out of every line from now on. */
  hide(secret: string): void;
}

/** A log that writes lines; details only if wanted. */
export function lineLog(write: (text: string) => void, options: { verbose: boolean }): Log {
  const secrets: string[] = [];
  const line = (sentence: string) => {
    const text = secrets.reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), sentence);
    write(`acdeck: ${printable(text)}\n`);
  };
  return {
    say: line,
    detail: options.verbose ? line : () => {},
    hide: (secret) => void secrets.push(secret),
  };
}

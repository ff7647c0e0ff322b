import { hideSecrets, redactText } from '../diagnostics/redact-text.js';
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

export interface LogOptions {
  /** Whether details are written too. */
  verbose: boolean;
  /** Takes every line and detail, written or not, for anyone who asks for it later. */
  keep?: (kind: 'say' | 'detail', sentence: string) => void;
}

/** A log that writes lines; details only if wanted. */
export function lineLog(write: (text: string) => void, { verbose, keep }: LogOptions): Log {
  const line = (sentence: string) => write(`acdeck: ${printable(redactText(sentence))}\n`);
  return {
    say: (sentence) => {
      keep?.('say', sentence);
      line(sentence);
    },
    detail: (sentence) => {
      keep?.('detail', sentence);
      if (verbose) line(sentence);
    },
    hide: (secret) => hideSecrets([secret]),
  };
}

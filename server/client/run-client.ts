import { hideSecretsOf } from '../diagnostics/redact-text.js';
import { ask } from './ask.js';
import { CLIENT_HELP } from './client-help.js';
import { parseClient } from './client-options.js';
import { EXIT } from './follow-turn.js';
import { listSessions } from './list-sessions.js';
import { changeTokens, tellTokens } from './manage-tokens.js';
import { knownPlace } from './reach-deck.js';
import { ReplyPrinter } from './reply-printer.js';

const out = (text: string) => void process.stdout.write(text);
const err = (text: string) => void process.stderr.write(text);
const onWaiting = () => err('acdeck: Waiting for someone to choose Allow in AcDeck’s page.\n');

/** Does what `acdeck ask`, `send`, `sessions` or `token` was asked for; gives the exit code. */
export async function runClient(name: string, args: readonly string[]): Promise<number> {
  hideSecretsOf(process.env);
  const command = parseClient(name, args);
  switch (command.kind) {
    case 'help':
      out(CLIENT_HELP);
      return EXIT.done;
    case 'ask':
      return ask(command.options, new ReplyPrinter(command.options.format, { out, err }), interruption());
    case 'sessions':
      return listSessions(knownPlace(command.place), command.format, { out, err });
    case 'token_add': {
      const { label, role, days, place } = command;
      return tellTokens(await changeTokens(knownPlace(place), { act: 'add', label, role, days }, onWaiting), 'text', {
        out,
        err,
      });
    }
    case 'token_list':
      return tellTokens(await changeTokens(knownPlace(command.place), { act: 'list' }, onWaiting), command.format, {
        out,
        err,
      });
    case 'token_remove':
      return tellTokens(
        await changeTokens(knownPlace(command.place), { act: 'remove', which: command.which }, onWaiting),
        ...(['text', { out, err }] as const),
      );
  }
}

/** The first Ctrl-C stops the agent; the second ends us at once. Nor does it work on for a reader that has gone. */
function interruption(): AbortSignal {
  const stop = new AbortController();
  process.stdout.once('error', () => stop.abort());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(EXIT.interrupted);
      stop.abort();
    });
  }
  return stop.signal;
}

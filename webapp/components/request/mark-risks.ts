/** A piece of a command; `isRisky` if a person should look twice. */
export interface CommandPiece {
  readonly text: string;
  readonly isRisky: boolean;
}

/** Words that destroy, that act for the whole machine, or that run what comes from elsewhere. */
const RISKS = new RegExp(
  [
    String.raw`(?<![\w.-])(?:sudo|doas|rm|rmdir|dd|mkfs\S*|shred|shutdown|reboot|killall|pkill|chown|chmod|eval)(?![\w.-])`,
    String.raw`(?<![\w-])(?:--force|--force-with-lease|--hard|--no-verify|--no-preserve-root|-rf|-fr)(?![\w-])`,
    String.raw`(?<![\w.-])(?:curl|wget)(?![\w.-])`,
    String.raw`\|\s*(?:sudo\s+)?(?:sh|bash|zsh|python3?|node|perl|ruby)(?![\w.-])`,
    String.raw`(?<![\w.-])(?:npm|pnpm|yarn|cargo) publish(?![\w-])`,
    String.raw`(?<![\w.])\.\.\/\S*|(?<![\w.:/-])(?:~\/|\/(?:etc|usr|bin|boot|dev(?!\/null)|root|var|System)\/)\S*`,
    String.raw`>{1,2}\s*\/dev\/(?!null)\S*`,
  ].join('|'),
  'g',
);

/** Takes a command apart where it does one thing after another, each part with its risky words; nothing is left out. */
export function markRisks(command: string): CommandPiece[][] {
  return splitParts(command).map((part) => {
    const pieces: CommandPiece[] = [];
    let end = 0;
    for (const match of part.matchAll(RISKS)) {
      if (match.index > end) pieces.push({ text: part.slice(end, match.index), isRisky: false });
      pieces.push({ text: match[0], isRisky: true });
      end = match.index + match[0].length;
    }
    if (end < part.length) pieces.push({ text: part.slice(end), isRisky: false });
    return pieces;
  });
}

/** Cuts after `;`, `&&`, `||` and line ends outside of quotes; a pipe stays whole, because its halves are one deed. */
function splitParts(command: string): string[] {
  const parts: string[] = [];
  let [start, quote] = [0, ''];
  for (let n = 0; n < command.length; n++) {
    const char = command[n]!;
    if (quote !== '') {
      if (char === '\\' && quote === '"') n++;
      else if (char === quote) quote = '';
    } else if (char === '\\') n++;
    else if (char === '"' || char === "'") quote = char;
    else if (char === ';' || char === '\n' || /^(&&|\|\|)/.test(command.slice(n, n + 2))) {
      n += char === ';' || char === '\n' ? 0 : 1;
      // A line that ends there is no deed of its own.
      if (char !== '\n') n += /^[ \t]*\n/.exec(command.slice(n + 1, n + 200))?.[0].length ?? 0;
      parts.push(command.slice(start, n + 1));
      start = n + 1;
    }
  }
  return start < command.length ? [...parts, command.slice(start)] : parts;
}

/** Whether a path fits patterns: `*.ts` anywhere, `src/**` from the root on; `{a,b}`, `?` and `[a-z]` as in a shell. */
export function globFilter(include: readonly string[], exclude: readonly string[]): (path: string) => boolean {
  const [wanted, unwanted] = [include.map(globPattern), exclude.map(globPattern)];
  return (path) =>
    (wanted.length === 0 || wanted.some((pattern) => pattern.test(path))) &&
    !unwanted.some((pattern) => pattern.test(path));
}

/** A pattern without a slash is about names, also of folders, one with a slash about the path from the root. */
export function globPattern(glob: string): RegExp {
  const plain = glob.replace(/^\.?\//, '').replace(/\/$/, '/**');
  const isAnywhere = !plain.includes('/');
  const body = translate(plain);
  return new RegExp(`^${isAnywhere ? '(?:.*/)?' : ''}${body}(?:/.*)?$`, 's');
}

function translate(glob: string): string {
  let pattern = '';
  let depth = 0;
  for (let at = 0; at < glob.length; at++) {
    const sign = glob[at]!;
    if (sign === '*' && glob[at + 1] === '*') {
      const isFolder = glob[at + 2] === '/';
      pattern += isFolder ? '(?:.*/)?' : '.*';
      at += isFolder ? 2 : 1;
    } else if (sign === '*') pattern += '[^/]*';
    else if (sign === '?') pattern += '[^/]';
    else if (sign === '[' && glob.indexOf(']', at + 2) > 0) {
      const end = glob.indexOf(']', at + 2);
      const inside = glob
        .slice(at + 1, end)
        .replace(/^[!^]/, '^')
        .replace(/[\\[]/g, '\\$&');
      pattern += isOrdered(inside) ? `[${inside}]` : quoted(glob.slice(at, end + 1));
      at = end;
    } else if (sign === '{' && glob.indexOf('}', at) > 0) {
      depth += 1;
      pattern += '(?:';
    } else if (sign === '}' && depth > 0) {
      depth -= 1;
      pattern += ')';
    } else if (sign === ',' && depth > 0) pattern += '|';
    else pattern += quoted(sign);
  }
  return pattern + ')'.repeat(depth);
}

/** Whether the signs between brackets make a pattern, which `z-a` does not. */
function isOrdered(inside: string): boolean {
  try {
    new RegExp(`[${inside}]`);
    return true;
  } catch {
    return false;
  }
}

function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

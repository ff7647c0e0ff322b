/** Runs `cat-file --batch` with this input. */
export type CatFile = (input: Buffer) => Promise<Buffer>;

/** What git has under each of these names, which hold no line break; null for a name that it does not know. */
export async function readBatch(cat: CatFile, names: readonly string[]): Promise<(Buffer | null)[]> {
  const output = await cat(Buffer.from(names.map((name) => `${name}\n`).join('')));
  const found: (Buffer | null)[] = [];
  for (let at = 0; found.length < names.length; ) {
    const end = output.indexOf(10, at);
    if (end < 0) throw new Error('git said less than it was asked for');
    const size = /^[0-9a-f]+ \w+ (\d+)$/.exec(output.subarray(at, end).toString('latin1'))?.[1];
    at = end + 1;
    found.push(size === undefined ? null : output.subarray(at, at + Number(size)));
    if (size !== undefined) at += Number(size) + 1;
  }
  return found;
}

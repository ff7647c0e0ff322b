import type { Diff } from '@agentclientprotocol/sdk';
import type { PatchedFile, PatchHunk } from '../../../server/protocol/transcript/parse-patch.js';

type Change = Pick<PatchHunk, 'oldText' | 'newText'>;

/** Lines of a patch that say more than which lines change: a program becomes executable, a file gets another name. */
const MORE =
  /^(?:(?:old|new) mode |(?:new|create) file mode 100(?!644)|deleted file mode |rename |copy |\*\*\* Move to:)/m;

/** Whether a patch says nothing that changes which are drawn don't show: each of its files changes there in the same way. */
export function repeatsDiffs(
  patch: string,
  files: readonly PatchedFile[],
  diffs: readonly Diff[],
  isSameFile: (patched: string, drawn: string) => boolean,
): boolean {
  if (MORE.test(patch)) return false;
  return files.every((file) => diffs.some((diff) => isSameFile(file.path, diff.path) && isSameChange(file, diff)));
}

function isSameChange({ hunks }: PatchedFile, { oldText, newText }: Diff): boolean {
  const drawn = { oldText: oldText ?? '', newText };
  const [only, ...others] = hunks;
  if (only && others.length === 0 && isNear(only, drawn) && isSameText(bareChange(only), bareChange(drawn)))
    return true;
  return hunks.length > 0 && applied(hunks, drawn.oldText) === ended(newText);
}

/** Whether one of two changes shows all that is around the other. */
function isNear({ oldText: one }: Change, { oldText: other }: Change): boolean {
  return ended(one).includes(ended(other)) || ended(other).includes(ended(one));
}

/** A text after the hunks of a patch, one below the other; null if one of them has no place there. */
function applied(hunks: readonly Change[], before: string): string | null {
  let [rest, done] = [ended(before), ''];
  for (const { oldText, newText } of hunks) {
    const at = oldText === '' && rest === '' ? 0 : lineIndexOf(rest, oldText);
    if (at < 0) return null;
    done += rest.slice(0, at) + newText;
    rest = rest.slice(at + oldText.length);
  }
  return done + rest;
}

/** Where lines begin in a text; -1 if they aren't there, or would fit in two places. */
function lineIndexOf(text: string, lines: string): number {
  if (lines === '') return -1;
  const at = `\n${text}`.indexOf(`\n${lines}`);
  return at >= 0 && `\n${text}`.indexOf(`\n${lines}`, at + 1) < 0 ? at : -1;
}

/** A change without the lines around it that stay. */
function bareChange({ oldText, newText }: Change): Change {
  const [before, after] = [ended(oldText).split('\n'), ended(newText).split('\n')];
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const cut = (lines: readonly string[]) => lines.slice(start, lines.length - end).join('\n');
  return { oldText: cut(before), newText: cut(after) };
}

function isSameText(one: Change, other: Change): boolean {
  return one.oldText === other.oldText && one.newText === other.newText;
}

/** Patches end each line; a text may leave out the last end. */
function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

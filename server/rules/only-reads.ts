import { resolve } from 'node:path';
import type { AskedCall } from '../protocol/api/permission-rule.js';
import { type CallFacts, factsOf } from './call-facts.js';

/** First words of titles that say the opposite of reading, no matter what else is said. */
const DEED =
  /^\W*(writ|edit|creat|delet|remov|mov|renam|run|exec|append|overwrit|replac|insert|patch|sav|updat|modif|instal|chang)/i;

/** How an agent asks for a file of the prompt itself, without an input: by these sentences, which name it twice. */
const ASKED_BY_TITLE = /^Allow access to absolute path: (\/.+)$/;
const askedByText = (path: string) => `The Agent needs access to read an attached file outside your workspace: ${path}`;

/**
 * The files and folders that a call reads, if it does nothing else as far as anyone can tell: every field of it is
 * understood and none of them writes, runs or fetches. Null for any other call.
 */
export function onlyReads(call: AskedCall): string[] | null {
  const facts = factsOf(call);
  if (!isRead(call, facts) || goesUp(call)) return null;
  if (facts.paths.length > 0) return [...facts.paths];
  const path = pathInTitle(call);
  return path === null ? null : [path];
}

function isRead({ toolCall, entry }: AskedCall, facts: CallFacts): boolean {
  const { kind, kinds, commands, maybeCommands, urls, workdir, writes, isUnderstood, isTooLong } = facts;
  if (kind !== 'read' || kinds.some((other) => other !== 'read')) return false;
  if (writes || !isUnderstood || isTooLong || workdir !== null) return false;
  if (commands.length + maybeCommands.length + urls.length > 0) return false;
  const content = [...(toolCall.content ?? []), ...(entry?.content ?? [])];
  if (content.some((item) => item.type !== 'content')) return false;
  return ![toolCall.title, entry?.title].some((title) => title && DEED.test(title));
}

/** Whether a path is written so that it leads elsewhere where a folder on its way is a link. */
function goesUp({ toolCall, entry }: AskedCall): boolean {
  const said = [toolCall.rawInput, entry?.rawInput, toolCall.locations, entry?.locations];
  return /(?:^|[/\\"])\.\.(?:[/\\"]|$)/.test(JSON.stringify(said));
}

function pathInTitle({ toolCall, entry }: AskedCall): string | null {
  const tellings = [toolCall, ...(entry ? [entry] : [])];
  const paths = tellings.map(({ title, content, rawInput, locations }) => {
    const [, path] = ASKED_BY_TITLE.exec(title ?? '') ?? [];
    const [item, ...others] = content ?? [];
    const text = item?.type === 'content' && item.content.type === 'text' ? item.content.text : null;
    const isAlone = others.length === 0 && rawInput == null && (locations ?? []).length === 0;
    return path && isAlone && text === askedByText(path) && resolve(path) === path ? path : null;
  });
  const [path = null] = paths;
  return paths.every((other) => other === path) ? path : null;
}

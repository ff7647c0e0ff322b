import type { BannerSubject, HistoryNews, NamedSessions } from '../../../server/protocol/api/app-state.js';
import type { DoorNews } from '../../../server/protocol/api/door.js';
import { agentChangeText } from '../../codes/agent-words.js';
import { budgetBannerText } from '../../codes/budget-words.js';
import { codeWords, wordsFor } from '../../codes/by-code.js';
import { settingsProblemText, storageText } from '../../codes/storage-words.js';
import { troubleText } from '../../codes/trouble-words.js';
import { catalogue } from '../../ui/catalogue.js';
import { list, plural } from '../../ui/format.js';
import { label } from '../../ui/visible-text.js';
import { frameWords } from './words.js';

/** What news of the whole app say, and what can be done about them. */
export const newsWords = catalogue({
  unknown: 'AcDeck has a message that this page can’t show. Reload the page.',
  copyPath: 'Copy path',
  signEveryoneOut: 'Sign everyone out',
  allowProgram: 'Allow',
  denyProgram: 'Deny',
  changeBudget: 'Change budget',
  door: {
    reused: (first: string, again: string) =>
      `A sign-in link was used twice: by ${first}, then by ${again}. If that wasn’t you, someone else may be signed in and could act as you.`,
    portTaken: (port: string) =>
      `Another program took port ${port}, which this folder used last time. Browsers signed in there are now signed out, in case that program poses as AcDeck.`,
    impostor: (device: string) =>
      `While AcDeck was away, another program posed as AcDeck at this address (${device} noticed). It got nothing from this page. If you reloaded a page meanwhile, sign everyone out.`,
    foreignWorker:
      'Another server left a background script at this address. It’s being removed. If you don’t know what it was, someone may have posed as AcDeck here.',
  },
  history: {
    deleted: 'The history file was deleted.',
    replaced: 'The history file was replaced.',
    truncated: 'The history file was cut short.',
    damaged: 'The history file was damaged.',
    deletedLive: 'The history file was deleted while AcDeck was running.',
    replacedLive: 'The history file was replaced while AcDeck was running.',
    truncatedLive: 'The history file was cut short while AcDeck was running.',
    damagedLive: 'The history file was damaged while AcDeck was running.',
    rewritten: 'AcDeck rewrote it from memory. Nothing was lost.',
    putBack: 'AcDeck put its own file back. Nothing was lost.',
    repaired: 'AcDeck repaired it. Nothing was lost.',
    kept: (sessions: string, events: string) => `AcDeck kept ${sessions} (${events}).`,
    sessions: (count: number) => plural(count, '# session', '# sessions'),
    events: (count: number) => plural(count, '# event', '# events'),
    notKept: (count: number) => plural(count, '# session couldn’t be kept.', '# sessions couldn’t be kept.'),
    lost: (names: string) => `Lost: ${names}.`,
    gaps: (what: string, names: string) => `Missing from ${names}: ${what}. Each gap is marked in the conversation.`,
    pieces: (count: number) => plural(count, '# message, reply or step', '# messages, replies or steps'),
    lostEvents: (count: number) => plural(count, '# recorded event', '# recorded events'),
    quoted: (title: string) => `“${title}”`,
    more: (count: number) => plural(count, '# more', '# more'),
    otherFile: (path: string) => `The other file is kept as ${path}.`,
    damagedFile: (path: string) => `The damaged file is kept as ${path}.`,
  },
});

const BANNERS = codeWords<BannerSubject>({
  history: ({ history }) => historySentences(history),
  door: ({ door }) => doorNewsText(door) ?? newsWords.unknown,
  storage: ({ storage }) => storageText(storage),
  settings: ({ problem }) => settingsProblemText(problem),
  folder_settings: ({ problem }) => `This folder’s own settings are ignored. ${settingsProblemText(problem)}`,
  settings_undone: ({ file, keys }) =>
    `${file} was saved by another program, which undid what was changed here: ${keys.join(', ')}.`,
  agent_replaced: ({ agent, failed, trouble }) =>
    `Using ${agent} because ${failed} didn’t start. ${troubleText(trouble, failed)}`,
  agent_changed: ({ change }) => agentChangeText(change),
  budget: (about) => budgetBannerText(about),
});

/** What a banner of the whole app says. */
export function bannerText(about: BannerSubject): string {
  return wordsFor(BANNERS, about) ?? newsWords.unknown;
}

/** What happened at the door, and what it may mean; null if only a newer page knows. */
export function doorNewsText(news: DoorNews): string | null {
  switch (news.kind) {
    case 'ticket_reused':
      return newsWords.door.reused(label(news.first, 40), label(news.again, 40));
    case 'port_taken':
      return newsWords.door.portTaken(String(news.port));
    case 'impostor_met':
      return newsWords.door.impostor(label(news.device, 40));
    case 'foreign_worker':
      return newsWords.door.foreignWorker;
    default:
      news satisfies never;
      return null;
  }
}

/** Whether somebody may be signed in who should not be. */
export function isDoorAlarm({ kind }: DoorNews): boolean {
  return kind !== 'port_taken';
}

const MENDED = {
  deleted: newsWords.history.rewritten,
  replaced: newsWords.history.putBack,
  truncated: newsWords.history.repaired,
  damaged: newsWords.history.repaired,
} as const;

/** What became of the history file, and what of it was kept. */
export function historySentences(news: HistoryNews): string {
  const { cause, isAtStart, kept, lost, gaps, aside } = news;
  const said = newsWords.history;
  const sentences = [said[isAtStart ? cause : (`${cause}Live` as const)]];
  const { pieces, events = 0 } = gaps;
  if (countOf(lost) + pieces + events > 0) {
    sentences.push(said.kept(said.sessions(kept.sessions), said.events(kept.events)));
    if (lost.titles.length > 0) sentences.push(said.lost(names(lost)));
    else if (lost.more > 0) sentences.push(said.notKept(lost.more));
    const missing = [...(pieces > 0 ? [said.pieces(pieces)] : []), ...(events > 0 ? [said.lostEvents(events)] : [])];
    if (missing.length > 0) sentences.push(said.gaps(list(missing), names(gaps)));
  } else sentences.push(MENDED[cause]);
  if (aside !== null) sentences.push(cause === 'replaced' ? said.otherFile(aside) : said.damagedFile(aside));
  return sentences.join(' ');
}

function countOf({ titles, more }: NamedSessions): number {
  return titles.length + more;
}

/** “A”, “B”, and 2 more. */
function names({ titles, more }: NamedSessions): string {
  const quoted = titles.map((title) => newsWords.history.quoted(label(title, 40) || frameWords.untitled));
  return list(more > 0 ? [...quoted, newsWords.history.more(more)] : quoted);
}

import type { HistoryNews, NamedSessions } from '../../../server/protocol/api/app-state.js';
import type { DoorNews } from '../../../server/protocol/api/door.js';
import { catalogue } from '../../ui/catalogue.js';
import { list, plural } from '../../ui/format.js';
import { label } from '../../ui/visible-text.js';

/** What the frame of the page says: the top bar, banners, the start, the welcome and the way in. */
export const frameWords = catalogue({
  wayUp: (title: string) => `Back to ${title}`,
  sessionsAndSettings: 'Sessions and settings',
  sessions: 'Sessions',
  workPanel: 'Work panel',
  workPanelWith: (changed: number) => plural(changed, 'Work panel, # changed file', 'Work panel, # changed files'),
  conversationMenu: 'Conversation: find, export and more',
  workPanelHint: 'Changes, files and terminals',
  close: 'Close',
  dismiss: 'Dismiss',
  waitingForServer: 'Waiting for the server',
  conversation: 'Conversation',
  loading: 'Loading…',
  untitled: 'New session',
  theAgent: 'the agent',
  unnamedAgent: 'The agent',
  gone: 'This session no longer exists.',
  closePane: 'Close this session',
  readOnlyCopy: 'This is an archived copy of the session. It is read-only.',
  readOnlyHere: 'This session is read-only here.',
  ask: (agent: string) => `Ask ${agent}`,
  views: 'Views',
  chat: 'Chat',
  tabs: { changes: 'Changes', files: 'Files', history: 'History', search: 'Search', terminals: 'Terminal' },
  branchHint: 'Show changes',
  branch: 'Branch ',
  branchState: (ahead: number, behind: number) =>
    `${ahead > 0 ? plural(ahead, ', # commit to push', ', # commits to push') : ''}${behind > 0 ? plural(behind, ', # commit to pull', ', # commits to pull') : ''}`,
  operations: {
    merge: 'Merging',
    rebase: 'Rebasing',
    cherry_pick: 'Cherry-picking',
    revert: 'Reverting',
    bisect: 'Bisecting',
  },
  agentMenu: (agent: string) => `Agent: ${agent}`,
  agentActs: {
    restart: 'Restart',
    start: 'Start',
    log: 'Show log',
    details: 'Details',
    newSession: 'New session with',
    notTrusted: 'not trusted yet',
    setUp: 'Set up another agent…',
    outdated: 'Changed in the settings. Restart it to apply.',
  },
  signIn: 'Sign in',
  signOut: 'Sign out',
  connection: {
    connecting: 'Connecting',
    live: 'Live',
    slow: 'Slow',
    reconnecting: 'Reconnecting',
    offline: 'Offline',
    signed_out: 'Signed out',
    stopped: 'Stopped',
  },
  connectionStatus: (state: string) => `Connection: ${state}`,
  agentStates: {
    stopped: 'Stopped',
    starting: 'Starting',
    needs_login: 'Needs sign-in',
    degraded: 'Having problems',
    crashed: 'Not running',
    missing: 'Not installed',
    untrusted: 'Not trusted',
  },
  agentStatus: (state: string) => `Agent: ${state}`,
  lost: {
    retryNow: 'Retry now',
    impostor:
      'Another program answers at this address. It couldn’t prove that it’s your AcDeck, and nothing was sent to it. Start AcDeck with `acdeck` in the project folder.',
    offline: 'This device is offline. Your messages are kept and sent later.',
    stopped: 'The server was stopped.',
    startAgain: 'Start it again with `acdeck` and this page will reconnect.',
    noAnswer: 'AcDeck doesn’t answer. If it isn’t running, start it with `acdeck`.',
    reconnecting: 'Reconnecting…',
    nextTry: (seconds: string) => `Next try in ${seconds}.`,
  },
  banners: {
    gotIt: 'Got it',
    reload: 'Reload',
    outdated: 'A new version of AcDeck is running. Your draft is kept.',
    restart: 'Restart agent',
    start: 'Start agent',
    showLog: 'Show log',
    tryAgain: 'Try again',
    copyCommand: 'Copy command',
    copyPath: 'Copy path',
    signEveryoneOut: 'Sign everyone out',
    allowProgram: 'Allow',
    denyProgram: 'Deny',
    reviewAgents: 'Review agents',
    useAgent: (agent: string) => `Use ${agent}`,
    runWithNpx: (packages: string) => `Run with npx (downloads ${packages})`,
  },
  oldSession: {
    trying: (agent: string) => `Trying the old ${agent} session again…`,
    failed: (agent: string) => `${agent} couldn’t open its earlier session and started a new one.`,
    reason: (reason: string) => `It said: “${reason}”.`,
    handover: 'This conversation is kept, and your next message will include a short summary.',
    tryAgain: 'Try the old session again',
  },
  freedom: {
    here: (device: string) => `Allow all is on: every request in this session is approved (turned on from ${device}).`,
    elsewhere: (title: string) => `Allow all is on in “${title}”.`,
    anotherSession: 'another session',
    byAgent: (agent: string, option: string) => `${agent} was started with ${option} and doesn’t ask for permission.`,
    byMode: (mode: string) => `The agent doesn’t ask for permission in “${mode}” mode.`,
    askAgain: 'Ask again',
    show: 'Show',
    review: 'Review',
    paused: (count: number) =>
      plural(
        count,
        '# rule from an earlier version is paused until you review it.',
        '# rules from an earlier version are paused until you review them.',
      ),
  },
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
    gaps: (count: number, names: string) =>
      plural(
        count,
        `# piece is missing from ${names}. The gap is marked.`,
        `# pieces are missing from ${names}. The gaps are marked.`,
      ),
    quoted: (title: string) => `“${title}”`,
    more: (count: number) => plural(count, '# more', '# more'),
    otherFile: (path: string) => `The other file is kept as ${path}.`,
    damagedFile: (path: string) => `The damaged file is kept as ${path}.`,
  },
  startup: {
    region: 'Starting',
    progress: 'Startup progress',
    ready: 'Ready',
    starting: (agent: string) => `Starting ${agent}`,
    missing: (agent: string) => `${agent} isn’t installed`,
    needsSignIn: (agent: string) => `${agent} needs you to sign in`,
    failed: (agent: string) => `${agent} couldn’t start`,
    stages: {
      server: 'Server',
      agent: 'Start the agent',
      initialize: 'Connect to the agent',
      session: 'Open the session',
    },
    connectTo: (version: string) => `Connect to the agent (${version})`,
    states: { waiting: ', waiting', running: ', in progress', done: ', done', failed: ', failed' },
    reasons: {
      server: 'The server is still reading its settings and the last session.',
      agent: 'The agent is starting. The first start after an install or update takes longest.',
      initialize: 'The agent is running but hasn’t answered yet. Some take up to 20 s, or longer on a busy machine.',
      session: 'The agent is opening the session. It may be signing in or reading the project.',
    },
    typeAlready: 'You can start typing. Your message will be sent when the agent is ready.',
    hide: 'Hide',
    restart: 'Restart agent',
    others: 'Other agents',
    useAnother: 'Or use another agent. It will get your waiting messages.',
    moreAgents: 'More agents…',
  },
  signedOut: {
    title: 'Open AcDeck from your terminal',
    why: 'AcDeck runs on your own machine and only lets in browsers that you open it with.',
    run: 'Run `acdeck` in the project folder. If it’s already running, this opens it here.',
    link: 'Or open the last link it printed. The part after `#` lets you in.',
    tryAgain: 'Try again',
  },
  welcome: {
    demo: 'Try the demo agent',
    ask: (project: string) => `What should we work on in ${project}?`,
    thisProject: 'this project',
    builtIn: 'Built in. Works offline, no account needed.',
  },
  starters: {
    search: {
      label: 'Show me around',
      prompt: 'Give me a tour of this project: what it does and how it’s built.',
    },
    edit: {
      label: 'Review my changes',
      prompt: 'Review my uncommitted changes and tell me what you’d improve.',
    },
    shell: { label: 'Run the tests', prompt: 'Run the tests and explain what fails.' },
    plan: { label: 'Plan a change', prompt: 'Help me plan a change before we write any code.' },
  },
  scenes: {
    answer: 'A streamed reply',
    search: 'Read and search',
    edit: 'Edit a file',
    shell: 'Run a command',
    plan: 'Follow a plan',
    think: 'Think aloud',
    image: 'Show an image',
    figures: 'Formulas and a diagram',
    long: 'A long reply',
    question: 'Ask with a form',
    delegate: 'Delegate a task',
    error: 'Fail',
    crash: 'Crash',
    hang: 'Hang',
  },
});

/** What happened at the door, and what it may mean; null if only a newer page knows. */
export function doorNewsText(news: DoorNews): string | null {
  switch (news.kind) {
    case 'ticket_reused':
      return frameWords.door.reused(label(news.first, 40), label(news.again, 40));
    case 'port_taken':
      return frameWords.door.portTaken(String(news.port));
    case 'impostor_met':
      return frameWords.door.impostor(label(news.device, 40));
    case 'foreign_worker':
      return frameWords.door.foreignWorker;
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
  deleted: frameWords.history.rewritten,
  replaced: frameWords.history.putBack,
  truncated: frameWords.history.repaired,
  damaged: frameWords.history.repaired,
} as const;

/** What became of the history file, and what of it was kept. */
export function historySentences(news: HistoryNews): string {
  const { cause, isAtStart, kept, lost, gaps, aside } = news;
  const said = frameWords.history;
  const sentences = [said[isAtStart ? cause : (`${cause}Live` as const)]];
  if (countOf(lost) > 0 || gaps.pieces > 0) {
    sentences.push(said.kept(said.sessions(kept.sessions), said.events(kept.events)));
    if (lost.titles.length > 0) sentences.push(said.lost(names(lost)));
    else if (lost.more > 0) sentences.push(said.notKept(lost.more));
    if (gaps.pieces > 0) sentences.push(said.gaps(gaps.pieces, names(gaps)));
  } else sentences.push(MENDED[cause]);
  if (aside !== null) sentences.push(cause === 'replaced' ? said.otherFile(aside) : said.damagedFile(aside));
  return sentences.join(' ');
}

function countOf({ titles, more }: NamedSessions): number {
  return titles.length + more;
}

/** “A”, “B”, and 2 more. */
function names({ titles, more }: NamedSessions): string {
  const quoted = titles.map((title) => frameWords.history.quoted(label(title, 40) || frameWords.untitled));
  return list(more > 0 ? [...quoted, frameWords.history.more(more)] : quoted);
}

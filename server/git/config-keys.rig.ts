import { execFileSync } from 'node:child_process';

/** What a key of git's settings can do if a repository brings it. */
export type KeySort = 'program' | 'network' | 'path' | 'harmless';

/** Some keys of one sort. A `*` stands for any text, and case doesn't matter. */
interface SortedKeys {
  readonly sort: KeySort;
  readonly keys: string;
  readonly why: string;
  /** No act of AcDeck's waits for trust because of it: git doesn't see it, and what it is for isn't needed. */
  readonly isQuiet?: true;
  /** A value that would do harm; one of a program by default. */
  readonly value?: string;
}

const ELSEWHERE = '/elsewhere/file';

/** Every key of git, sorted by what it can do. The first line that fits counts. */
const SORTED: readonly SortedKeys[] = [
  // Programs that an act of AcDeck's could run.
  {
    sort: 'program',
    keys: 'core.sshCommand core.gitProxy core.alternateRefsCommand',
    why: 'runs on the way to a remote',
  },
  { sort: 'program', keys: 'core.hooksPath hook.*', why: 'has hooks, which are programs' },
  { sort: 'program', keys: 'credential.*helper credential.helper', why: 'is asked for passwords' },
  { sort: 'program', keys: 'filter.*', why: 'converts files when they are staged or written' },
  { sort: 'program', keys: 'merge.<driver>.driver', why: 'merges files' },
  { sort: 'program', keys: 'gpg.program gpg.*.program gpg.ssh.defaultKeyCommand', why: 'signs commits and pushes' },
  { sort: 'program', keys: 'remote.*.uploadpack remote.*.receivepack remote.*.vcs', why: 'runs at or for the remote' },
  {
    sort: 'program',
    keys: 'branch.*.mergeOptions pull.octopus pull.twohead',
    why: 'names a strategy, for which git runs git-merge-…',
  },
  {
    sort: 'program',
    keys: 'core.fsmonitor core.fsmonitorHookVersion core.editor core.pager core.askPass sequence.editor pager.*',
    why: 'is overridden in every call',
    isQuiet: true,
  },
  {
    sort: 'program',
    keys: 'diff.external diff.<driver>.command diff.<driver>.textconv',
    why: 'is turned off in every diff',
    isQuiet: true,
  },
  {
    sort: 'program',
    keys: 'submodule.*.update',
    why: 'runs on submodule update, which AcDeck never does',
    isQuiet: true,
    value: '!evil',
  },
  {
    sort: 'program',
    keys:
      'alias.* browser.*.cmd browser.*.path diff.tool diff.guitool difftool.* guitool.*.cmd help.browser imap.tunnel instaweb.* ' +
      'interactive.diffFilter man.* merge.tool merge.guitool mergetool.* sendemail.* tar.*.command trailer.*.command trailer.*.cmd ' +
      'uploadpack.packObjectsHook receive.procReceiveRefs web.browser',
    why: 'belongs to a command that AcDeck never runs',
    isQuiet: true,
  },
  // Ways to other machines.
  {
    sort: 'harmless',
    keys: 'http.postBuffer http.lowSpeedLimit http.lowSpeedTime http.maxRequests http.minSessions http.version http.noEPSV http.keepAlive*',
    why: 'sizes and times of a connection that goes where it would go anyway',
  },
  {
    sort: 'path',
    keys: 'http.cookieFile',
    why: 'is sent to the server, and overwritten with http.saveCookies',
    value: ELSEWHERE,
  },
  { sort: 'network', keys: 'http.saveCookies', why: 'has git write the file of http.cookieFile', value: 'true' },
  {
    sort: 'network',
    keys: 'http.sslVerify http.emptyAuth http.sslTry http.followRedirects http.*PasswordProtected http.schannel*',
    why: 'decides whom git believes, and whom it tells what',
    value: 'false',
  },
  { sort: 'network', keys: 'http.<url>.*', why: 'is any of these for one address', value: 'http://evil.invalid' },
  {
    sort: 'network',
    keys: 'http.*',
    why: 'leads the request elsewhere, or changes what is sent and whom git believes',
    value: 'x',
  },
  { sort: 'network', keys: 'credential.*', why: 'decides which password is sent where', value: 'true' },
  { sort: 'network', keys: 'url.*', why: 'leads to another address', value: 'https://github.com/' },
  {
    sort: 'network',
    keys: 'protocol.allow protocol.*.allow',
    why: 'allows protocols that run programs',
    value: 'always',
  },
  { sort: 'network', keys: 'ssh.*', why: 'decides what ssh is told', value: 'simple' },
  {
    sort: 'network',
    keys: 'remote.*.proxy remote.*.proxyAuthMethod',
    why: 'leads the request elsewhere',
    value: 'http://evil.invalid',
  },
  {
    sort: 'network',
    keys: 'remote.*.url remote.*.pushurl',
    why: 'on this machine its hooks run',
    value: '/elsewhere/repo.git',
  },
  {
    sort: 'network',
    keys: 'core.alternateRefsPrefixes',
    why: 'tells a remote which objects are here',
    value: 'refs/x',
  },
  {
    sort: 'network',
    keys: 'fetch.bundleURI transfer.bundleURI promisor.*',
    why: 'has git fetch from elsewhere',
    value: 'http://evil.invalid',
  },
  {
    sort: 'network',
    keys: 'bundle.*',
    why: 'is read from lists of bundles, which AcDeck never fetches',
    isQuiet: true,
  },
  {
    sort: 'network',
    keys: 'imap.*',
    why: 'belongs to git imap-send, which AcDeck never runs',
    isQuiet: true,
  },
  // Files elsewhere.
  {
    sort: 'path',
    keys: 'core.attributesFile core.excludesFile',
    why: 'decides what is staged, and how',
    value: ELSEWHERE,
  },
  { sort: 'path', keys: 'fetch.fsck.skipList', why: 'is read when objects are checked', value: ELSEWHERE },
  {
    sort: 'path',
    keys: 'gpg.ssh.allowedSignersFile gpg.ssh.revocationFile',
    why: 'decides whose signature counts',
    value: ELSEWHERE,
  },
  {
    sort: 'path',
    keys: 'core.worktree',
    why: 'is where the files are; a wrong one is refused (GT12)',
    isQuiet: true,
    value: '..',
  },
  {
    sort: 'path',
    keys: 'include.path includeIf.*',
    why: 'has its settings listed in its place',
    isQuiet: true,
    value: ELSEWHERE,
  },
  {
    sort: 'path',
    keys: 'blame.ignoreRevsFile mailmap.file fsck.skipList diff.orderFile',
    why: 'is only read; one elsewhere is hidden',
    isQuiet: true,
    value: ELSEWHERE,
  },
  {
    sort: 'path',
    keys: 'commit.template init.templateDir format.signatureFile format.outputDirectory help.htmlPath receive.fsck.skipList gitcvs.logFile',
    why: 'belongs to a command or an editor that AcDeck never runs',
    isQuiet: true,
    value: ELSEWHERE,
  },
  {
    sort: 'path',
    keys: 'trace2.* safe.*',
    why: 'counts only in the person’s own files',
    isQuiet: true,
    value: ELSEWHERE,
  },
  {
    sort: 'path',
    keys: 'fsmonitor.*',
    why: 'belongs to the file monitor, which is off',
    isQuiet: true,
    value: ELSEWHERE,
  },
  // The rest.
  {
    sort: 'harmless',
    keys: 'advice.* color.* column.* completion.* gui.* gitweb.* gitcvs.* format.* help.* pretty.*',
    why: 'changes what is printed, or belongs to a command that AcDeck never runs',
  },
  {
    sort: 'harmless',
    keys: 'guitool.* browser.* interactive.* trailer.* credentialCache.* credentialStore.*',
    why: 'belongs to a command that AcDeck never runs',
  },
  {
    sort: 'harmless',
    keys: 'add.* am.* apply.* blame.* checkout.* clean.* clone.* commitGraph.* fastimport.* feature.* fsck.* gc.* grep.* index.* log.* lsrefs.* mailinfo.* maintenance.* notes.* pack.* rebase.* repack.* rerere.* revert.* showBranch.* sparse.* splitIndex.* stash.* status.* tag.* versionsort.* worktree.* init.* attr.* sendpack.* i18n.* bitmapPseudoMerge.* reftable.* replay.*',
    why: 'a choice of how git works inside of the repository',
  },
  { sort: 'harmless', keys: 'author.* committer.* user.*', why: 'who commits' },
  {
    sort: 'harmless',
    keys: 'receive.* uploadarchive.* uploadpack.* uploadpackfilter.* tar.*',
    why: 'counts where others fetch from and push to',
  },
  { sort: 'harmless', keys: 'branch.* remotes.*', why: 'names of branches and remotes, which are looked up' },
  {
    sort: 'harmless',
    keys: 'commit.* mailmap.blob extensions.*',
    why: 'a choice of how commits and objects are stored and shown',
  },
  {
    sort: 'harmless',
    keys: 'diff.* merge.* pull.ff pull.rebase pull.autoStash',
    why: 'how differences are found and merged, without programs',
  },
  { sort: 'harmless', keys: 'fetch.* push.* transfer.*', why: 'what is taken and sent, by a way that is settled' },
  { sort: 'harmless', keys: 'remote.*', why: 'which branches are taken and sent' },
  { sort: 'harmless', keys: 'submodule.*', why: 'git is kept out of submodules' },
  { sort: 'harmless', keys: 'gpg.format gpg.minTrustLevel protocol.version', why: 'a choice among what git has' },
  {
    sort: 'harmless',
    keys:
      'core.abbrev core.autocrlf core.bare core.bigFileThreshold core.checkRoundtripEncoding core.checkStat core.commentChar core.commentString ' +
      'core.commitGraph core.compression core.createObject core.deltaBaseCacheLimit core.eol core.fileMode core.filesRefLockTimeout core.fsync ' +
      'core.fsyncMethod core.fsyncObjectFiles core.hideDotFiles core.ignoreCase core.ignoreStat core.logAllRefUpdates core.looseCompression ' +
      'core.lockfilePid core.maxTreeDepth core.multiPackIndex core.notesRef core.packedGitLimit core.packedGitWindowSize core.packedRefsTimeout ' +
      'core.precomposeUnicode core.preferSymlinkRefs core.preloadIndex core.protectHFS core.protectNTFS core.quotePath ' +
      'core.repositoryFormatVersion core.safecrlf core.sharedRepository core.sparseCheckout core.sparseCheckoutCone core.splitIndex ' +
      'core.symlinks core.trustctime core.untrackedCache core.useReplaceRefs core.warnAmbiguousRefs core.whitespace',
    why: 'how git reads and writes its own files',
  },
  { sort: 'harmless', keys: 'sideband.*', why: 'what a remote prints is shown as text' },
  { sort: 'harmless', keys: 'core.restrictinheritedhandles core.unsetenvvars', why: 'counts on Windows' },
];

/** A key with its sort, and a value to try it with. */
export interface SortedKey extends Omit<SortedKeys, 'keys' | 'value'> {
  /** With names in place of `<driver>` and the like. */
  readonly key: string;
  readonly value: string;
}

/** Sub-keys that `git help --config` sums up in one line. */
const SUMMED_UP: Readonly<Record<string, readonly string[]>> = {
  'http.<url>.*': [
    'proxy',
    'cookieFile',
    'saveCookies',
    'sslVerify',
    'sslCAInfo',
    'extraHeader',
    'curloptResolve',
    'userAgent',
  ],
  'credential.<url>.*': ['helper', 'username', 'useHttpPath'],
  'filter.<driver>.clean': ['clean', 'process', 'required'],
  'gpg.<format>.program': ['program'],
};
/** Keys that other versions of git, or its other pages, have. */
const MORE = [
  ...[
    'hook.x.command',
    'hook.x.event',
    'fetch.bundleURI',
    'transfer.bundleURI',
    'promisor.acceptFromServer',
    'trailer.x.command',
  ],
  ...[
    'tar.x.command',
    'https.proxy',
    'core.commentString',
    'remote.x.serverOption',
    'remote.x.followRemoteHEAD',
    'attr.tree',
  ],
];

/** All keys that this git knows, as its help lists them. */
export function listGitKeys(): string[] {
  const listed = execFileSync('git', ['help', '--config'], { encoding: 'utf8' }).split('\n');
  const keys = listed.filter((line) => /^[a-zA-Z0-9]+\.\S+$/.test(line));
  const subs = keys.flatMap((key) => (SUMMED_UP[key] ?? []).map((name) => key.replace(/[^.]+$/, name)));
  return [...new Set([...keys.filter((key) => !SUMMED_UP[key]), ...subs, ...MORE])];
}

/** The sort of a key; null for one that nobody has sorted yet. */
export function sortKey(listed: string): SortedKey | null {
  const shown = listed.replace(/^https\./, 'http.');
  for (const { keys, value = '/elsewhere/evil', ...about } of SORTED) {
    const fits = keys.split(' ').some((pattern) => patternOf(pattern).test(shown));
    if (fits) return { ...about, value, key: named(listed) };
  }
  return null;
}

function patternOf(text: string): RegExp {
  const parts = text.split('*').map((part) => part.replace(/[.<>]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'i');
}

/** `http.<url>.proxy` for an address, `remote.<name>.url` for `origin`, `alias.*` for `x`. */
function named(listed: string): string {
  return listed
    .replace('<url>', 'https://git.invalid/')
    .replace(/^remote\.<name>/, 'remote.origin')
    .replace(/<[^>]*>|\*/g, 'x');
}

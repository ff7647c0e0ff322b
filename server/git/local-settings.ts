import { parseRemote } from './remote-place.js';
import { type ConfigEntry, ownEntries } from './repo-programs.js';

/** What git does for an act: writes its own files, converts others, commits, merges (and commits), or reaches another machine. */
export type GuardedAct = 'plain' | 'filters' | 'commit' | 'merge' | 'network';

/** What a setting that comes with the repository may do before a person trusts it. */
export interface SettingVerdict {
  /** Git may see it. */
  readonly isPlain: boolean;
  /** The acts that wait for trust because of it. */
  readonly asks: readonly GuardedAct[];
}

type Judge = (value: string) => SettingVerdict;

/**
 * What is known of one section. A name has the subsection's place in front, if there is one: `*.driver`. A name that isn't
 * listed here is unknown: git doesn't see it, and these acts ask.
 */
interface Section {
  readonly plain?: string;
  /** Hidden without asking: either AcDeck sets it on every call, or it never runs the command that reads it. */
  readonly idle?: string;
  readonly judged?: Readonly<Record<string, Judge>>;
  readonly asks: readonly GuardedAct[];
}

const PLAIN: SettingVerdict = { isPlain: true, asks: [] };
const IDLE: SettingVerdict = { isPlain: false, asks: [] };
const ALL = ['filters', 'commit', 'network'] as const;

const asking =
  (...asks: GuardedAct[]): Judge =>
  () => ({ isPlain: false, asks });
/** A file in the folder is as good as any other that the repository brings; one elsewhere is hidden. */
const inside =
  (...asks: GuardedAct[]): Judge =>
  (value) =>
    isInside(value) ? PLAIN : { isPlain: false, asks };
/** Git sees the address in any case; only the way there may need trust. */
const place: Judge = (value) => ({ isPlain: true, asks: isElsewhere(value) ? [] : ['network'] });
const onlyYes: Judge = (value) => (/^(true|yes|on|1)$/i.test(value) ? PLAIN : { isPlain: false, asks: ['network'] });
const oneWord: Judge = (value) => (/^[\w-]*$/.test(value) ? PLAIN : { isPlain: false, asks: ALL });

const HTTP: Section = {
  plain:
    'postbuffer lowspeedlimit lowspeedtime maxrequests minsessions version noepsv keepaliveidle keepaliveinterval keepalivecount',
  judged: { sslverify: onlyYes },
  asks: ['network'],
};
/** No command that AcDeck runs reads them, or git reads them only from the person's own files. */
const NEVER_READ: Section = { asks: [] };

/**
 * The sections in which git finds programs, ways to other machines, or files elsewhere. All other sections, those of other
 * tools among them, are no concern of git's, or only change what it prints.
 */
const SECTIONS: Readonly<Record<string, Section>> = {
  core: {
    plain:
      'abbrev autocrlf bigfilethreshold checkroundtripencoding checkstat commentchar commentstring commitgraph compression createobject ' +
      'deltabasecachelimit eol filemode filesreflocktimeout fsync fsyncmethod fsyncobjectfiles hidedotfiles ignorecase ignorestat ' +
      'lockfilepid logallrefupdates loosecompression maxtreedepth multipackindex notesref packedgitlimit packedgitwindowsize packedrefstimeout ' +
      'precomposeunicode prefersymlinkrefs preloadindex protecthfs protectntfs quotepath repositoryformatversion safecrlf ' +
      'sharedrepository sparsecheckout sparsecheckoutcone splitindex symlinks trustctime untrackedcache usereplacerefs ' +
      'warnambiguousrefs whitespace bare',
    idle: 'askpass editor pager fsmonitor fsmonitorhookversion worktree restrictinheritedhandles unsetenvvars',
    judged: {
      sshcommand: asking('network'),
      gitproxy: asking('network'),
      alternaterefscommand: asking('network'),
      alternaterefsprefixes: asking('network'),
      hookspath: asking('commit', 'network'),
      attributesfile: inside('filters', 'commit'),
      excludesfile: inside('filters', 'commit'),
    },
    asks: ALL,
  },
  extensions: { idle: 'worktreeconfig', judged: { '': oneWord }, asks: ALL },
  hook: { asks: ALL },
  filter: { asks: ['filters', 'commit'] },
  // Git LFS is often the person's own filter, and takes programs and addresses from the repository.
  lfs: {
    plain:
      'repositoryformatversion *.access *.locksverify fetchinclude fetchexclude fetchrecentalways fetchrecentrefsdays',
    asks: ['filters', 'commit', 'network'],
  },
  gpg: { plain: 'format mintrustlevel', asks: ['commit', 'network'] },
  commit: { plain: 'cleanup gpgsign status verbose', idle: 'template', asks: ['commit'] },
  merge: {
    plain:
      'autostash branchdesc conflictstyle defaulttoupstream directoryrenames ff log renamelimit renames renormalize stat suppressdest ' +
      'verbosity verifysignatures *.name *.recursive',
    idle: 'tool guitool',
    judged: { '*.driver': asking('merge') },
    asks: ['commit'],
  },
  pull: { plain: 'ff rebase autostash', asks: ['commit'] },
  branch: { judged: { '*.mergeoptions': asking('commit'), '': () => PLAIN }, asks: [] },
  diff: {
    plain:
      'algorithm autorefreshindex colormoved colormovedws context dirstat indentheuristic interhunkcontext mnemonicprefix noprefix ' +
      'relative renamelimit renames statgraphwidth statnamewidth suppressblankempty wordregex wserrorhighlight srcprefix dstprefix ' +
      '*.algorithm *.binary *.funcname *.xfuncname *.wordregex *.cachetextconv',
    idle: 'external guitool tool ignoresubmodules submodule orderfile trustexitcode *.command *.textconv *.trustexitcode',
    asks: ['commit'],
  },
  http: HTTP,
  https: HTTP,
  credential: { asks: ['network'] },
  url: { asks: ['network'] },
  protocol: { plain: 'version', asks: ['network'] },
  ssh: { asks: ['network'] },
  promisor: { asks: ['network'] },
  remote: {
    plain:
      'pushdefault *.fetch *.push *.prune *.prunetags *.tagopt *.mirror *.skipdefaultupdate *.skipfetchall *.promisor *.partialclonefilter ' +
      // Notes of the command-line tools of GitHub and GitLab.
      '*.followremotehead *.serveroption *.negotiationinclude *.negotiationrestrict *.gh-resolved *.glab-resolved',
    judged: { '*.url': place, '*.pushurl': place },
    asks: ['network'],
  },
  fetch: {
    plain:
      'prune prunetags fsckobjects unpacklimit writecommitgraph parallel output showforcedupdates negotiationalgorithm all',
    idle: 'recursesubmodules bundlecreationtoken',
    judged: { 'fsck.skiplist': inside('network'), 'fsck.*': () => PLAIN },
    asks: ['network'],
  },
  push: {
    plain: 'default followtags autosetupremote gpgsign negotiate pushoption usebitmaps useforceifincludes',
    idle: 'recursesubmodules',
    asks: ['network'],
  },
  transfer: {
    plain: 'fsckobjects unpacklimit hiderefs advertisesid advertiseobjectinfo credentialsinurl',
    asks: ['network'],
  },
  // Git is kept out of submodules, so nothing asks because of them.
  submodule: {
    plain: '*.url *.active *.branch active fetchjobs',
    idle: '*.update *.ignore *.fetchrecursesubmodules recurse propagatebranches alternatelocation alternateerrorstrategy',
    asks: [],
  },
  blame: { judged: { ignorerevsfile: inside(), '': () => PLAIN }, asks: [] },
  mailmap: { plain: 'blob', judged: { file: inside() }, asks: [] },
  fsck: { judged: { skiplist: inside(), '': () => PLAIN }, asks: [] },
  // What they include is listed in their place.
  include: NEVER_READ,
  includeif: NEVER_READ,
  alias: NEVER_READ,
  pager: NEVER_READ,
  browser: NEVER_READ,
  bundle: NEVER_READ,
  clone: NEVER_READ,
  credentialcache: NEVER_READ,
  credentialstore: NEVER_READ,
  difftool: NEVER_READ,
  format: NEVER_READ,
  fsmonitor: NEVER_READ,
  gitcvs: NEVER_READ,
  guitool: NEVER_READ,
  help: NEVER_READ,
  imap: NEVER_READ,
  init: NEVER_READ,
  instaweb: NEVER_READ,
  interactive: NEVER_READ,
  man: NEVER_READ,
  mergetool: NEVER_READ,
  receive: NEVER_READ,
  safe: NEVER_READ,
  sendemail: NEVER_READ,
  sequence: NEVER_READ,
  sideband: NEVER_READ,
  tar: NEVER_READ,
  trace2: NEVER_READ,
  trailer: NEVER_READ,
  uploadarchive: NEVER_READ,
  uploadpack: NEVER_READ,
  uploadpackfilter: NEVER_READ,
  web: NEVER_READ,
};

const KNOWN: ReadonlyMap<string, { readonly section: Section; readonly names: ReadonlyMap<string, Judge> }> = new Map(
  Object.entries(SECTIONS).map(([name, section]) => [name, { section, names: namesOf(section) }]),
);

/** A setting that the repository itself brings, with what it may do. */
export interface JudgedSetting extends ConfigEntry, SettingVerdict {}

/**
 * The repository's own settings among these. Git pushes to all addresses of a remote, and the page shows the first one: another
 * machine in a second one asks too.
 */
export function judgeSettings(entries: readonly ConfigEntry[]): JudgedSetting[] {
  const own = ownEntries(entries);
  const hostOf = (address: string) => {
    const port = URL.canParse(address) ? new URL(address).port : '';
    return `${parseRemote(address)?.host ?? ''}:${port}`;
  };
  const shown = new Map<string, ConfigEntry>();
  for (const entry of own) {
    const [, remote] = /^(remote\..*\.)url$/s.exec(entry.key) ?? [];
    if (remote !== undefined && entry.value !== '' && !shown.has(remote)) shown.set(remote, entry);
  }
  return own.map((entry) => {
    const [, remote = ''] = /^(remote\..*\.)(?:push)?url$/s.exec(entry.key) ?? [];
    const first = shown.get(remote);
    const isAway = first !== undefined && first !== entry && hostOf(first.value) !== hostOf(entry.value);
    return { ...entry, ...(isAway ? ({ isPlain: false, asks: ['network'] } as const) : judgeSetting(entry)) };
  });
}

/** What a setting of the repository itself may do, taken alone; its key is spelled as `git config --list` does. */
export function judgeSetting({ key, value }: Pick<ConfigEntry, 'key' | 'value'>): SettingVerdict {
  const { section, sub, name } = splitKey(key);
  const known = KNOWN.get(section);
  if (!known) return PLAIN;
  const wanted =
    sub === null ? [name] : [`${sub}.${name}`, `${sub}.*`, `*.${name}`, ...(section.startsWith('http') ? [name] : [])];
  const judge = [...wanted, ''].map((each) => known.names.get(each)).find((each) => each !== undefined);
  return judge ? judge(value) : { isPlain: false, asks: known.section.asks };
}

/** `remote.origin.url` is the variable `url` of the subsection `origin`. */
export function splitKey(key: string): { section: string; sub: string | null; name: string } {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  return {
    section: key.slice(0, first).toLowerCase(),
    sub: first === last ? null : key.slice(first + 1, last),
    name: key.slice(last + 1).toLowerCase(),
  };
}

/** Whether an address is `https://…`, `ssh://…` or `host:path`. One on this machine has hooks, which run when something is sent there. */
export function isElsewhere(address: string): boolean {
  return /^(?!file:\/\/|[\w+.-]*::)([a-z][a-z0-9+.-]*:\/\/|[^/\\]+:)/i.test(address);
}

function isInside(path: string): boolean {
  return path !== '' && !/^[/~%:]/.test(path) && !path.split('/').includes('..');
}

function namesOf({ plain = '', idle = '', judged = {} }: Section): Map<string, Judge> {
  const names = new Map<string, Judge>(Object.entries(judged));
  for (const name of plain.split(' ').filter(Boolean)) names.set(name, () => PLAIN);
  for (const name of idle.split(' ').filter(Boolean)) names.set(name, () => IDLE);
  return names;
}

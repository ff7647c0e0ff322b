import { commandsIn, type ShellCommand } from './shell-commands.js';

/** What could be bad about a call, the worst first. */
export const RISKS = [
  'runs_download_as_root',
  'runs_download',
  'overwrites_disk',
  'runs_encoded',
  'overwrites_remote',
  'deletes_remote',
  'deletes_by_force',
  'deletes_database',
  'deletes_infrastructure',
  'runs_as_root',
  'changes_ssh_access',
  'changes_git_hook',
  'changes_git_files',
  'changes_shell_start',
  'changes_autostart',
  'changes_ci',
  'changes_credentials',
  'reads_credentials',
  'injects_code',
  'sends_data',
  'publishes',
  'discards_changes',
  'rewrites_history',
  'skips_hooks',
  'opens_rights',
  'stops_computer',
  'ends_programs',
  'runs_text',
  'writes_outside',
  'deletes_files',
] as const;
export type Risk = (typeof RISKS)[number];

/** What a call is about, as far as it can be risky. */
export interface RiskyCall {
  readonly commands: readonly string[];
  /** Files that it changes, and files that it only looks at. */
  readonly writes: readonly string[];
  readonly reads: readonly string[];
  /** All other text of its input: agents call the same thing by many names. */
  readonly texts: readonly string[];
  /** Where it runs. */
  readonly folder: string;
  /** Where relative paths begin, if that is elsewhere. */
  readonly cwd: string;
}

const DOWNLOADERS = new Set(['curl', 'wget', 'fetch', 'http', 'https', 'aria2c']);
const RUNNERS = /^(?:sh|bash|zsh|dash|ksh|fish|ash|python[\d.]*|node|deno|bun|perl|ruby|php|source|\.|eval)$/;
const DECODERS = /^(?:base64|base32|xxd|openssl|gunzip|zcat|rev|tr)$/;
const WRITERS = /^(?:cp|mv|tee|touch|mkdir|ln|install|rsync|truncate|chmod|chown|rm|rmdir|unlink|shred|patch)$/;
const READERS =
  /^(?:cat|less|more|head|tail|grep|rg|awk|sed|cp|scp|tar|zip|base64|xxd|strings|source|\.|bat|open|curl|rsync|nano|vi|vim|python[\d.]*|node|jq|yq)$/;
const INJECTED =
  /^(?:LD_PRELOAD|LD_LIBRARY_PATH|LD_AUDIT|DYLD_\w+|NODE_OPTIONS|PYTHONPATH|PYTHONSTARTUP|PERL5OPT|RUBYOPT|BASH_ENV|ENV|PROMPT_COMMAND|GIT_SSH_COMMAND|GIT_SSH|GIT_EXTERNAL_DIFF|GIT_PAGER|EDITOR|VISUAL|PAGER|PATH|IFS|NODE_PATH|JAVA_TOOL_OPTIONS)\+?=/;

/** The paths that say what a file is for. */
const PLACES: readonly [pattern: RegExp, changed: Risk, read?: Risk][] = [
  [/\/\.ssh\/authorized_keys|\/etc\/ssh\/|\/\.ssh\/config$/, 'changes_ssh_access', 'reads_credentials'],
  [/\/(?:\.git\/hooks|\.husky|\.githooks)(?:\/|$)/, 'changes_git_hook'],
  [/\/\.git(?:\/|$)|\/\.gitconfig$|\/\.config\/git\//, 'changes_git_files'],
  [
    /\/\.(?:bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|zlogout|kshrc|cshrc|tcshrc|inputrc|envrc|xprofile|xinitrc)$|\/\.config\/fish\/|\/etc\/(?:profile|bash\.bashrc|zsh|environment)/,
    'changes_shell_start',
  ],
  [
    /\/etc\/cron|\/var\/spool\/cron|\/systemd\/|\/Library\/Launch(?:Agents|Daemons)\/|\/\.config\/autostart\/|\/etc\/(?:init\.d|rc\.local|sudoers|ld\.so)|\/\.vscode\/tasks\.json$/,
    'changes_autostart',
  ],
  [/\/\.github\/workflows\/|\/\.gitlab-ci\.yml$|\/\.circleci\/|\/Jenkinsfile$|\/\.github\/actions\//, 'changes_ci'],
  [
    /\/\.(?:ssh|aws|gnupg|azure|kube|password-store)(?:\/|$)|\/\.config\/(?:gcloud|gh|op)\/|\/\.docker\/config\.json$|\/\.(?:netrc|npmrc|pypirc|pgpass|git-credentials|my\.cnf)$|\/\.env(?:\.(?!example|sample|template|dist)[\w.-]+)?$|\/id_(?:rsa|ed25519|ecdsa|dsa)$|\/etc\/(?:shadow|gshadow)|\.(?:pem|p12|pfx|keystore|kdbx)$|\/Cookies$|\/Login Data$|\/proc\/[^/]+\/environ$/,
    'changes_credentials',
    'reads_credentials',
  ],
];

/** Everything that a person should know of a call before they allow it, the worst first. */
export function findRisks(call: RiskyCall): Risk[] {
  const found = new Set<Risk>();
  for (const text of [...call.commands, ...call.texts]) lookAtLine(text, call, found);
  // Nobody can see what such a word becomes. Text that isn't a command may begin so.
  const isHidden = call.commands.flatMap((line) => commandsIn(line)).some(({ words }) => /[$`]/.test(words[0] ?? ''));
  if (isHidden) found.add('runs_text');
  for (const path of call.writes) lookAtPath(path, call, true, found);
  for (const path of call.reads) lookAtPath(path, call, false, found);
  // One sentence for one deed.
  if (found.has('runs_download_as_root'))
    for (const less of ['runs_download', 'runs_as_root'] as const) found.delete(less);
  if (found.has('deletes_by_force')) found.delete('deletes_files');
  if (found.has('changes_git_hook') || found.has('changes_shell_start')) found.delete('writes_outside');
  return RISKS.filter((risk) => found.has(risk));
}

function lookAtLine(line: string, call: RiskyCall, found: Set<Risk>): void {
  if (/\b(?:drop\s+(?:table|database|schema)|truncate\s+table|delete\s+from\s+\w+\s*(?:;|["'`]|$))/i.test(line)) {
    found.add('deletes_database');
  }
  const commands = commandsIn(line);
  for (const command of commands) lookAtCommand(command, call, found);
  lookForSavedDownload(commands, found);
}

/** A download that is kept first and run then, which no pipe shows. */
function lookForSavedDownload(commands: readonly ShellCommand[], found: Set<Risk>): void {
  const saved = new Set<string>();
  for (const { words, writes, program, isRoot } of commands) {
    const [name = '', ...args] = words;
    const isRun =
      saved.has(plainName(program)) || (RUNNERS.test(name) && args.some((arg) => saved.has(plainName(arg))));
    if (isRun) found.add(isRoot ? 'runs_download_as_root' : 'runs_download');
    if (!DOWNLOADERS.has(name)) continue;
    for (const file of [...writes, ...savedBy(args)]) saved.add(plainName(file));
  }
}

/** Where a download goes: to the file that it is told, or to one that is called like its address. */
function savedBy(args: readonly string[]): string[] {
  const named = args.flatMap((arg, n) =>
    /^(?:-[a-zA-Z]*o|--output|-O|--output-document)$/.test(arg) ? [args[n + 1] ?? ''] : [],
  );
  const joined = args.flatMap((arg) => /^(?:--output(?:-document)?=|-o(?=.))(.+)$/.exec(arg)?.[1] ?? []);
  const called = args.flatMap((arg) => /^[a-z]+:\/\/[^/]+\/(?:.*\/)?([^/?#]+)/i.exec(arg)?.[1] ?? []);
  return [...named, ...joined, ...called].filter((file) => file !== '' && file !== '-');
}

function plainName(path: string): string {
  return path.replace(/^(?:\.\/)+/, '');
}

function lookAtCommand(command: ShellCommand, call: RiskyCall, found: Set<Risk>): void {
  const { words, variables, writes, reads, feeds, isRoot } = command;
  const [name = '', ...args] = words;
  const add = (isSo: boolean, risk: Risk) => isSo && found.add(risk);
  const has = (...flags: string[]) => args.some((arg) => flags.includes(arg.replace(/=.*$/, '')));
  const hasLetter = (letters: RegExp) => args.some((arg) => /^-[A-Za-z]+$/.test(arg) && letters.test(arg));

  const runsFed = RUNNERS.test(name) && feeds.some((feed) => DOWNLOADERS.has(feed));
  add(runsFed, isRoot ? 'runs_download_as_root' : 'runs_download');
  add(RUNNERS.test(name) && feeds.some((feed) => DECODERS.test(feed)), 'runs_encoded');
  add(isRoot && name !== '', 'runs_as_root');
  add(name === 'eval', 'runs_text');
  add(
    variables.some((variable) => INJECTED.test(variable)),
    'injects_code',
  );
  add(name === 'export' && args.some((arg) => INJECTED.test(arg) && !/^PATH=.*\$PATH/.test(arg)), 'injects_code');

  add(name === 'dd' && args.some((arg) => /^of=\/dev\//.test(arg)), 'overwrites_disk');
  add(/^(?:mkfs(?:\..*)?|fdisk|parted|wipefs|sgdisk|blkdiscard)$/.test(name), 'overwrites_disk');
  add(
    writes.some((path) => /^\/dev\/(?!null|std|tty|fd|tcp\/|udp\/)/.test(path)),
    'overwrites_disk',
  );
  // A shell opens a connection for such a name.
  add(
    [...writes, ...reads].some((path) => /^\/dev\/(?:tcp|udp)\//.test(path)),
    'sends_data',
  );

  lookAtDeletion(name, args, { add, has, hasLetter });
  if (name === 'git') lookAtGit(args, found);

  add(/^(?:npm|pnpm|yarn|cargo|bun|poetry|uv|hatch|flit)$/.test(name) && args[0] === 'publish', 'publishes');
  add(/^(?:docker|podman|gem|helm)$/.test(name) && args[0] === 'push', 'publishes');
  add(name === 'twine' && args[0] === 'upload', 'publishes');
  add(
    name === 'gh' && /^(?:release|gist|repo)$/.test(args[0] ?? '') && /^(?:create|upload|delete)$/.test(args[1] ?? ''),
    'publishes',
  );
  add(/^(?:terraform|tofu|pulumi)$/.test(name) && args[0] === 'destroy', 'deletes_infrastructure');
  add(name === 'kubectl' && args[0] === 'delete', 'deletes_infrastructure');
  add(
    /^(?:aws|gcloud|az)$/.test(name) && args.some((arg) => /^(?:delete|rm|rb|terminate|remove)/.test(arg)),
    'deletes_infrastructure',
  );
  add(/^(?:dropdb|dropuser)$/.test(name), 'deletes_database');

  const isUpload =
    hasLetter(/[dFT]/) ||
    args.some((arg) => /^(?:-[dFT].|--(?:data|form|upload-file|json|post-data|post-file|body-data))/.test(arg));
  add((name === 'curl' || name === 'wget') && isUpload, 'sends_data');
  add(/^(?:scp|sftp|nc|ncat|netcat|socat|ftp|rclone)$/.test(name), 'sends_data');
  add(name === 'rsync' && args.some((arg) => /^[^/-][^/]*:/.test(arg)), 'sends_data');

  add(
    name === 'chmod' && args.some((arg) => /^(?:0?777|666|[ugoa]*\+[rwx]*s|a\+|o\+|[2467]\d{3}$)/.test(arg)),
    'opens_rights',
  );
  add(/^(?:chown|setcap|setfacl|visudo|usermod|useradd|passwd)$/.test(name), 'opens_rights');
  add(/^(?:shutdown|reboot|halt|poweroff)$/.test(name), 'stops_computer');
  add(/^(?:kill|pkill|killall)$/.test(name), 'ends_programs');
  add(/^(?:crontab|at|launchctl)$/.test(name) && !has('-l', 'list'), 'changes_autostart');
  add(name === 'systemctl' && /^(?:enable|link|edit)$/.test(args[0] ?? ''), 'changes_autostart');
  add(/^(?:printenv|env)$/.test(name) && args.length === 0, 'reads_credentials');
  add(name === 'security' && /password|dump-keychain/.test(args[0] ?? ''), 'reads_credentials');
  add(name === 'gh' && args[0] === 'auth' && args[1] === 'token', 'reads_credentials');

  lookAtFiles(name, args, writes, call, found);
  for (const path of reads) lookAtPath(path, call, false, found);
}

interface Look {
  readonly add: (isSo: boolean, risk: Risk) => unknown;
  readonly has: (...flags: string[]) => boolean;
  readonly hasLetter: (letters: RegExp) => boolean;
}

function lookAtDeletion(name: string, args: readonly string[], { add, has, hasLetter }: Look): void {
  const isForced = hasLetter(/[rRf]/) || has('--recursive', '--force', '--no-preserve-root');
  add(name === 'rm' && isForced, 'deletes_by_force');
  add(/^(?:rm|rmdir|unlink|del|trash)$/.test(name) && args.length > 0, 'deletes_files');
  add(name === 'shred' || name === 'srm', 'deletes_by_force');
  add(name === 'find' && has('-delete'), 'deletes_by_force');
  add(name === 'rsync' && args.some((arg) => arg.startsWith('--delete')), 'deletes_by_force');
}

function lookAtGit(words: readonly string[], found: Set<Risk>): void {
  // Options of git itself come before the verb.
  let at = 0;
  while (at < words.length && words[at]!.startsWith('-')) at += /^-[cC]$/.test(words[at]!) ? 2 : 1;
  const [verb = '', ...args] = words.slice(at);
  const add = (isSo: boolean, risk: Risk) => isSo && found.add(risk);
  const has = (...flags: string[]) => args.some((arg) => flags.includes(arg.replace(/=.*$/, '')));
  const hasLetter = (letter: string) => args.some((arg) => /^-[A-Za-z]+$/.test(arg) && arg.includes(letter));
  const isForced = has('--force', '--force-with-lease', '--mirror') || hasLetter('f');
  add(verb === 'push' && (isForced || args.some((arg) => /^\+./.test(arg))), 'overwrites_remote');
  add(
    verb === 'push' && (has('--delete', '--prune') || hasLetter('d') || args.some((arg) => /^:./.test(arg))),
    'deletes_remote',
  );
  add(verb === 'reset' && has('--hard'), 'discards_changes');
  add(verb === 'clean' && (hasLetter('f') || has('--force')), 'deletes_by_force');
  add(verb === 'checkout' && (has('--', '--force', '.') || hasLetter('f')), 'discards_changes');
  add(verb === 'restore' && !(has('--staged') && !has('--worktree')), 'discards_changes');
  add(verb === 'stash' && /^(?:drop|clear)$/.test(args[0] ?? ''), 'discards_changes');
  add(verb === 'branch' && (hasLetter('D') || (has('--delete') && has('--force'))), 'discards_changes');
  add(/^filter-(?:branch|repo)$/.test(verb) || (verb === 'reflog' && args[0] === 'expire'), 'rewrites_history');
  add((verb === 'commit' && has('--amend')) || verb === 'rebase', 'rewrites_history');
  add(has('--no-verify') || (verb === 'commit' && hasLetter('n')), 'skips_hooks');
  const settings = [...words.slice(0, at), ...(verb === 'config' ? args : [])].join(' ');
  add(/core\.hooksPath/i.test(settings), 'changes_git_hook');
  add(
    /core\.(?:sshCommand|fsmonitor|pager|editor)|alias\.|filter\.|diff\.external|credential\.helper/i.test(settings),
    'injects_code',
  );
}

/** Which of a command's words are files that it writes or reads is known for few programs; the rest are only read. */
function lookAtFiles(
  name: string,
  args: readonly string[],
  writes: readonly string[],
  call: RiskyCall,
  found: Set<Risk>,
): void {
  for (const path of writes) if (path !== '') lookAtPath(path, call, true, found);
  const files = args.filter((arg) => !arg.startsWith('-')).map((arg) => arg.replace(/^@/, ''));
  const isEdit = (name === 'sed' || name === 'perl') && args.some((arg) => /^-[a-z]*i/.test(arg));
  // The last word of a copy is where it goes; what is copied is read.
  const isCopy = /^(?:cp|install|rsync|ln)$/.test(name);
  const changed = isCopy ? files.slice(-1) : WRITERS.test(name) || isEdit ? files : [];
  for (const path of changed) lookAtPath(path, call, true, found);
  const of = args.find((arg) => name === 'dd' && arg.startsWith('of='));
  if (of) lookAtPath(of.slice(3), call, true, found);
  const output = args.findIndex((arg) => /^(?:-o|--output|-O|--output-document)$/.test(arg));
  if ((name === 'curl' || name === 'wget') && args[output + 1] && output >= 0)
    lookAtPath(args[output + 1]!, call, true, found);
  const read = READERS.test(name) ? args : [];
  for (const path of read)
    if (!changed.includes(path)) lookAtPath(path.replace(/^(?:[^=@/]*=)?@/, ''), call, false, found);
}

function lookAtPath(path: string, call: RiskyCall, isChanged: boolean, found: Set<Risk>): void {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(path) || path === '') return;
  const whole = joinPath(path, call.cwd || call.folder);
  for (const [pattern, changed, read] of PLACES) {
    if (!pattern.test(whole)) continue;
    const risk = isChanged ? changed : read;
    if (risk) found.add(risk);
    break;
  }
  if (isChanged && call.folder !== '' && isOutside(whole, call.folder)) found.add('writes_outside');
}

/** Whether a whole path leads out of a folder. */
export function isOutside(path: string, folder: string): boolean {
  if (/^\/dev\/(?:null|std(?:in|out|err)|tty|fd\/)/.test(path)) return false;
  const base = folder.replace(/\/+$/, '');
  return path !== base && !path.startsWith(`${base}/`);
}

/** A path from the root on, by its words alone. */
export function joinPath(path: string, folder: string): string {
  const home = path.replace(/^(?:~(?=\/|$)|\$HOME|\$\{HOME\})/, '/~');
  const parts: string[] = [];
  for (const part of (home.startsWith('/') ? home : `${folder}/${home}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

import type { Bed } from './bed.rig.js';
import { nameOf, type Trap } from './trap.rig.js';

interface Setting {
  readonly key: string;
  /** The program itself unless it says otherwise. */
  readonly value?: (spell: string) => string;
  readonly more?: readonly (readonly [key: string, value: string])[];
  readonly attributes?: string;
  readonly prepare?: (bed: Bed) => void;
  readonly typed: string;
}

const ask = "printf 'protocol=https\\nhost=nowhere.invalid\\n\\n' | git credential fill";
const signed = 'git commit --allow-empty -S -m x';
const conflict = 'git reset -q --hard; git merge -q side;';
const inTerminal = (line: string) => `script -qec ${JSON.stringify(line)} /dev/null`;
const shell = (spell: string) => `!${spell}`;
const ssh = [
  ['gpg.format', 'ssh'],
  ['user.signingKey', 'key.pub'],
] as const;

/** Settings that name a program, each with what makes git run it. */
const SETTINGS: readonly Setting[] = [
  { key: 'core.fsmonitor', typed: 'git status' },
  { key: 'core.sshCommand', typed: 'git ls-remote ssh://nowhere.invalid/x' },
  { key: 'core.gitProxy', typed: 'git ls-remote git://nowhere.invalid/x' },
  { key: 'core.askPass', typed: ask },
  { key: 'core.editor', typed: 'git commit --allow-empty' },
  { key: 'core.pager', typed: inTerminal('git log') },
  { key: 'pager.status', typed: inTerminal('git status') },
  { key: 'pager.diff', typed: inTerminal('git diff') },
  { key: 'core.alternateRefsCommand', typed: 'git fetch ./tools.git', prepare: lendObjects },
  { key: 'diff.external', typed: 'git diff' },
  { key: 'diff.evil.command', attributes: '* diff=evil', typed: 'git diff' },
  { key: 'diff.evil.textconv', attributes: '* diff=evil', typed: 'git diff' },
  { key: 'merge.evil.driver', attributes: '* merge=evil', typed: conflict },
  { key: 'merge.default', value: () => 'sly', more: [['merge.sly.driver', 'SPELL']], typed: conflict },
  { key: 'mergetool.evil.cmd', more: [['merge.tool', 'evil']], typed: `${conflict} git mergetool -y </dev/null` },
  { key: 'difftool.evil.cmd', more: [['diff.tool', 'evil']], typed: 'git difftool -y HEAD' },
  { key: 'credential.helper', typed: ask },
  { key: 'credential.https://nowhere.invalid.helper', typed: ask },
  { key: 'gpg.program', typed: signed },
  { key: 'gpg.openpgp.program', more: [['commit.gpgSign', 'true']], typed: 'git commit --allow-empty -m x' },
  { key: 'gpg.x509.program', more: [['gpg.format', 'x509']], typed: signed },
  { key: 'gpg.ssh.program', more: ssh, prepare: putKey, typed: signed },
  { key: 'gpg.ssh.defaultKeyCommand', more: [['gpg.format', 'ssh']], typed: signed },
  { key: 'sequence.editor', typed: 'git reset -q --hard; git rebase -i --root' },
  { key: 'alias.evil', value: shell, typed: 'git evil' },
  { key: 'alias.status', value: shell, more: [['alias.evil', '!SPELL']], typed: 'git evil' },
  { key: 'remote.up.uploadpack', more: [['remote.up.url', './tools.git']], prepare: tools, typed: 'git fetch up' },
  { key: 'remote.up.receivepack', more: [['remote.up.url', './tools.git']], prepare: tools, typed: 'git push up main' },
  { key: 'remote.up.vcs', value: () => 'ext', more: allowed(['remote.up.url', 'SPELL']), typed: 'git fetch up' },
  { key: 'url.ext::SPELL.insteadOf', value: () => 'safe:', more: allowed(), typed: 'git ls-remote safe:' },
  {
    key: 'url.ext::SPELL.pushInsteadOf',
    value: () => 'safe:',
    more: allowed(['remote.up.url', 'safe:']),
    typed: 'git push up main',
  },
  {
    key: 'submodule.sub.update',
    value: shell,
    typed: 'git -C sub commit -q --allow-empty -m x; git submodule update',
  },
  { key: 'trailer.x.command', typed: 'echo m | git interpret-trailers --trailer x=1' },
  { key: 'trailer.x.cmd', typed: 'echo m | git interpret-trailers --trailer x=1' },
  { key: 'tar.evil.command', typed: 'git archive --format=evil HEAD' },
  { key: 'man.evil.cmd', more: [['man.viewer', 'evil']], typed: 'git help -m status' },
  { key: 'browser.evil.cmd', more: [['web.browser', 'evil']], typed: 'git web--browse http://nowhere.invalid/' },
  { key: 'imap.tunnel', more: [['imap.folder', 'x']], typed: 'git format-patch -1 --stdout | git imap-send' },
];

export const PROGRAM_TRAPS: readonly Trap[] = SETTINGS.map((setting) => ({
  name: nameOf(setting.key.replace('SPELL', '')),
  kind: 'program',
  mayBeLate: true,
  typed: setting.typed,
  plant: (bed, spell) => {
    const named = (text: string) => text.replaceAll('SPELL', spell);
    bed.config(named(setting.key), (setting.value ?? ((program) => program))(spell));
    for (const [key, value] of setting.more ?? []) bed.config(key, named(value));
    if (setting.attributes) bed.attributes(setting.attributes);
    setting.prepare?.(bed);
  },
}));

function allowed(...more: (readonly [string, string])[]): (readonly [string, string])[] {
  return [['protocol.ext.allow', 'always'], ...more];
}

function tools(bed: Bed): void {
  if (!bed.has('tools.git')) bed.bare('tools.git');
}

function lendObjects(bed: Bed): void {
  tools(bed);
  bed.append('.git/objects/info/alternates', '../../tools.git/objects\n');
}

function putKey(bed: Bed): void {
  bed.put('key.pub', 'ssh-ed25519 AAAA x\n');
}

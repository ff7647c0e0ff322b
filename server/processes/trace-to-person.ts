import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type ChainLink, processChain } from './process-chain.js';

/** What a chain of processes is looked at from: this server, and where processes go that have lost their parent. */
export interface Viewpoint {
  /** This server and those that it descends from, the nearest first. */
  readonly own: readonly ChainLink[];
  /** They take in every orphan of this server and its agents; what is above them says nothing. */
  readonly adopters: readonly number[];
}

/** Programs by which people log in. They run as root, and an agent can't start them. */
const LOGINS: ReadonlySet<string> = new Set([
  ...['sshd', 'sshd-session', 'login', 'dropbear'],
  // Names are cut at 15 characters.
  ...['gdm-session-wor', 'sddm-helper', 'lightdm', 'xrdp-sesman'],
]);

/** Programs in which people type. */
const TERMINALS: ReadonlySet<string> = new Set([
  ...['gnome-terminal-server', 'ptyxis-agent', 'kgx', 'konsole', 'yakuake', 'xfce4-terminal', 'mate-terminal'],
  ...['lxterminal', 'qterminal', 'tilix', 'kitty', 'alacritty', 'foot', 'wezterm-gui', 'ghostty', 'xterm', 'urxvt'],
  ...['terminology', 'deepin-terminal', 'code', 'code-insiders', 'codium', 'zed-editor'],
]);

/**
 * Whether a process was started by a person, as far as its parents show: it has one in common with this server, it
 * comes from a login or from a terminal of the desktop, or from outside of this container. An orphan shows none of it,
 * whoever made it one; a terminal that a process has made for itself proves nothing either.
 */
export function isTracedToPerson(chain: readonly ChainLink[], { own, adopters }: Viewpoint): boolean {
  const [server] = own;
  if (!server) return false;
  const isEnd = ({ pid, name }: ChainLink) => pid === 1 || adopters.includes(pid) || name === 'systemd';
  const below = untilFirst(chain, isEnd);
  const starters = new Set(untilFirst(own.slice(1), isEnd).map(({ pid }) => pid));
  const top = below.at(-1);
  if (!top) return false;
  const isStarter = ({ pid }: ChainLink) => starters.has(pid);
  const isOlder = ({ startedAt }: ChainLink) =>
    startedAt !== null && server.startedAt !== null && startedAt < server.startedAt;
  const isLogin = (link: ChainLink) => LOGINS.has(link.name) && (link.uid !== server.uid || isOlder(link));
  // The service manager has put it into a unit of its own; an orphan stays in the unit of the agent.
  const isTerminal = top.program !== null && TERMINALS.has(basename(top.program)) && top.cgroup !== server.cgroup;
  const isFromOutside = top.parent === 0;
  return below.some((link) => isStarter(link) || isLogin(link)) || isTerminal || isFromOutside;
}

/** How this server sees processes now. Throws where that can't be found out. */
export async function viewpoint(): Promise<Viewpoint> {
  const [own, adopter] = await Promise.all([processChain(process.pid), adopterOfOrphans()]);
  return { own, adopters: [adopter] };
}

function untilFirst(chain: readonly ChainLink[], isEnd: (link: ChainLink) => boolean): readonly ChainLink[] {
  const end = chain.findIndex(isEnd);
  return end < 0 ? chain : chain.slice(0, end);
}

/** Makes an orphan and looks who takes it in: a service manager may have asked for those of its descendants. */
async function adopterOfOrphans(): Promise<number> {
  if (process.platform !== 'linux') return 1;
  const shell = spawn('/bin/sh', ['-c', 'cat <&3 >/dev/null & echo $!'], {
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  });
  try {
    let said = '';
    shell.stdout!.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    await Promise.all([once(shell, 'exit'), once(shell.stdout!, 'end')]);
    const status = readFileSync(`/proc/${Number(said)}/status`, 'utf8');
    return Number(/^PPid:\s+(\d+)/m.exec(status)![1]);
  } finally {
    // Its input ends, and with that the orphan.
    shell.stdio[3]?.destroy();
  }
}

import type { QuestionAnswer } from '../ports/agent.js';
import type { TabPort } from '../ports/tab.js';
import type { TerminalTab } from '../ports/terminal-tab.js';
import type { AgentReport } from '../protocol/api/agent-report.js';
import type { SignInOutput } from '../protocol/api/agent-sign-in.js';
import type { HostInfo } from '../protocol/api/host.js';
import type { OwnTerminal, OwnTerminalOutput, TerminalSize } from '../protocol/api/own-terminal.js';
import type { Done, Role } from '../protocol/api/rpc.js';
import type { RepoBranches } from '../repo/branches/repo-branches.js';
import type { RepoHistory } from '../repo/history/repo-history.js';
import type { ProjectFiles } from '../repo/project-files.js';
import type { ProjectRepo } from '../repo/project-repo.js';
import type { RepoSearch } from '../repo/search/repo-search.js';
import type { Act } from '../sessions/log/act.js';
import type { CommandLedger } from '../sessions/log/command-ledger.js';
import type { SessionActs } from '../sessions/registry/session-acts.js';
import type { SessionRegistry } from '../sessions/registry/session-registry.js';
import type { SessionRules } from '../sessions/registry/session-rules.js';
import type { SessionShelf } from '../sessions/registry/session-shelf.js';
import type { SettingsFiles } from '../settings/settings-files.js';
import type { AppAnswers } from './app-answers.js';
import type { LogRequests } from './log-requests.js';

/** What others may use of a class: a test can stand in for that, not for what is private. */
type Public<T> = Pick<T, keyof T>;

/** What the methods act on. */
export interface Services {
  readonly app: Public<AppAnswers>;
  readonly sessions: Omit<
    Public<SessionRegistry>,
    'acts' | 'rules' | 'shelf' | 'history' | 'asides' | 'budgets' | 'onFileWork'
  >;
  /** Knows which commands were done: one that is sent again can't undo what was done since. */
  readonly commands: Public<CommandLedger>;
  /** The acts of people inside one session. */
  readonly acts: Public<SessionActs>;
  readonly rules: Public<SessionRules>;
  /** The list as people keep it. */
  readonly shelf: Pick<SessionShelf, 'mark' | 'lookAt'>;
  readonly settings: Omit<Public<SettingsFiles>, 'watch' | 'close'>;
  readonly files: Pick<ProjectFiles, 'find' | 'read'>;
  readonly repo: Omit<
    Public<ProjectRepo>,
    'touch' | 'close' | 'lookAtPlaces' | 'branching' | 'history' | 'search' | 'knownBranch'
  >;
  readonly branches: Public<RepoBranches>;
  readonly history: Omit<Public<RepoHistory>, 'close'>;
  readonly search: Omit<Public<RepoSearch>, 'close'>;
  readonly logs: Public<LogRequests>;
  readonly agents: AgentPort;
  readonly signIn: SignInPort;
  readonly door: DoorPort;
  readonly host: HostPort;
  readonly tasks: TaskPort;
  readonly programs: ProgramPort;
  readonly terminals: TerminalPort;
}

/** A tab as a sign-in terminal sees it. */
export interface SignInTab extends Pick<TabPort, 'id' | 'isWritable' | 'onceWritable'> {
  tell(method: 'signInOutput', agentId: string, output: SignInOutput): void;
}

/** The tab that called. */
export interface CallingTab extends TabPort, Omit<SignInTab, 'tell'>, Omit<TerminalTab, 'tell'> {
  tell: SignInTab['tell'] & TerminalTab['tell'];
  readonly role: Role;
  readonly deviceId: string;
}

/** What a method is given besides its arguments. */
export interface MethodCall extends Services {
  readonly tab: CallingTab;
}

/** What a command is given besides its arguments. */
export interface CommandCall extends MethodCall {
  readonly act: Act;
}

/**
 * What a person may know and decide of the agents as such. A port, because deciding takes the agents' own code, the
 * folder's trust and the settings together, and only the composition root may know all of these.
 */
export interface AgentPort {
  reports(): AgentReport[];
  /** Looks again at which agents are there, and gives the ids of those that could start. */
  lookAgain(): string[];
  /** Says yes or no to what the folder brings, as it was when the person looked. */
  trustFolder(fingerprint: string, isTrusted: boolean): Done;
  /** From now on this agent is run, and downloaded where need be, by npx. */
  runWithNpx(agentId: string): Done;
  /** New sessions are begun with this agent. */
  setDefault(agentId: string): Done;
  /** The person has read a notice of the whole app. */
  dismissBanner(bannerId: string): Done;
}

/** Tasks that agents have given to others. A port, because sessions know nothing of who gives them work. */
export interface TaskPort {
  /** A person asks another agent something in that session. */
  ask(act: Act, sessionId: string, agentId: string, text: string): Done;
  /** Stops a task of that session, with all that it has set to work; one that has ended stays as it is. */
  stop(act: Act, sessionId: string, delegationId: string): Done;
}

/** Who is let in. A port, because signing everyone out takes the server, its tabs and the run file together. */
export interface DoorPort {
  /** Ends every sign-in at this server; `device` is whose wish it is. */
  signEveryoneOut(device: string): Done;
}

/** This computer. A port, because it takes the door, the data folder and the build together. */
export interface HostPort {
  info(deviceId: string): Promise<HostInfo>;
  licences(): Promise<string | null>;
  renameDevice(deviceId: string, label: string): Done;
  /** Ends the sign-in of one browser, and its connections. */
  signOutDevice(deviceId: string): Done;
}

/** Programs and their tokens. A port, because it takes the local channel, the device records and the API together. */
export interface ProgramPort {
  /** Lets a program in that waits, or does not. */
  answer(visitId: string, isLetIn: boolean): Done;
  removeToken(tokenId: string): Done;
  /** Ends the access of every program and removes all tokens. */
  signOut(): Done;
}

/** Terminals of people. A port, because what they take is loaded with the first one, and the settings may refuse them. */
export interface TerminalPort {
  open(act: Act, size: TerminalSize, rootId?: string): Promise<OwnTerminal>;
  close(terminalId: string): Done;
  /** What it shows after `from`; from here on the tab is told of more. */
  watch(tab: TerminalTab, terminalId: string, from: number): OwnTerminalOutput;
  leave(tab: TerminalTab, terminalId: string): void;
  /** The tab has drawn what it was told, up to there. */
  confirm(tab: TerminalTab, terminalId: string, offset: number): void;
  type(tab: TerminalTab, terminalId: string, text: string): void;
  resize(tab: TerminalTab, terminalId: string, size: TerminalSize): void;
  /** The tab is gone. */
  dropTab(tab: Pick<TabPort, 'id'>): void;
}

/**
 * Signing in to agents. Everything answers at once: how it goes is in the app's state. A port, because it drives the
 * agents' processes, and the code of the agents is loaded after the first tab is served.
 */
export interface SignInPort {
  start(agentId: string, wish: { methodId: string; consent: string | null }): Done;
  cancel(agentId: string): Done;
  signOut(agentId: string): Done;
  /** What the terminal of the running sign-in shows; from here on the tab is told of more. */
  watch(tab: SignInTab, agentId: string): SignInOutput | null;
  answer(agentId: string, questionId: string, answer: QuestionAnswer): void;
  input(agentId: string, attemptId: string, text: string): void;
  resize(agentId: string, attemptId: string, size: { cols: number; rows: number }): void;
  /** The tab is gone. */
  dropTab(tab: Pick<TabPort, 'id'>): void;
}

import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { DraftChip } from '../../../server/protocol/api/draft.js';
import type { PermissionRule } from '../../../server/protocol/api/permission-rule.js';
import type {
  ClassName,
  CommandArgs,
  CommandName,
  FormAction,
  FormContent,
  SessionCommandArgs,
  SessionCommandName,
} from '../../../server/protocol/api/rpc.js';
import type { SessionMark } from '../../../server/protocol/api/session-list.js';
import type { SettingValues } from '../../../server/protocol/features/settings-table.js';
import type { ChangeScope, Preferences } from '../view/preference-store.js';
import type { FileWish, WorkTab } from '../work/work-store.js';

interface CommandActOf<C extends ClassName, M extends CommandName<C>> {
  readonly type: 'server_command';
  readonly className: C;
  readonly method: M;
  readonly args: CommandArgs<C, M>;
}

interface SessionCommandActOf<C extends ClassName, M extends SessionCommandName<C>> {
  readonly type: 'session_command';
  readonly className: C;
  readonly method: M;
  readonly args: SessionCommandArgs<C, M>;
}

/** Any command of the server. */
export type ServerCommandAct = {
  [C in ClassName]: { [M in CommandName<C>]: CommandActOf<C, M> }[CommandName<C>];
}[ClassName];

/** Any command of the server for the session on screen. */
export type SessionCommandAct = {
  [C in ClassName]: { [M in SessionCommandName<C>]: SessionCommandActOf<C, M> }[SessionCommandName<C>];
}[ClassName];

/** A command of the server, with all that it takes but its id. */
export function serverCommand<C extends ClassName, M extends CommandName<C>>(
  className: C,
  method: M,
  ...args: CommandArgs<C, M>
): CommandActOf<NoInfer<C>, NoInfer<M>> {
  return { type: 'server_command', className, method, args };
}

/** A command of the server for the session on screen, which is put in when it is sent. */
export function sessionCommand<C extends ClassName, M extends SessionCommandName<C>>(
  className: C,
  method: M,
  ...args: SessionCommandArgs<C, M>
): SessionCommandActOf<NoInfer<C>, NoInfer<M>> {
  return { type: 'session_command', className, method, args };
}

/** What a person can do that is not simply one command of the server. */
export type AppAct =
  /** `isNow` interrupts a running turn; otherwise the prompt waits for its end. */
  | { type: 'send_prompt'; content: ContentBlock[]; chips?: readonly DraftChip[]; isNow?: boolean }
  /** A line that begins with `!`, as it was typed. */
  | { type: 'run_shell'; line: string }
  /** Puts words of a message into the composer, as a quotation. */
  | { type: 'quote'; text: string }
  /** Asks another agent in the session, or goes on with it there. */
  | { type: 'ask_agent' | 'hand_over'; sessionId: string; agentId: string; text: string }
  /** Sends the message of a turn again. */
  | { type: 'resend_prompt'; sessionId: string; turn: number }
  /** Puts the message of a turn back into the composer, with what hangs on it. */
  | { type: 'edit_prompt'; sessionId: string; turn: number }
  /** Copies the address of an entry. */
  | { type: 'copy_link'; sessionId: string; entry: number }
  | { type: 'write_draft'; text: string }
  | { type: 'hold_draft'; isHeld: boolean }
  | { type: 'place_caret'; at: number }
  | { type: 'attach_files'; files: readonly File[] }
  | { type: 'attach_chip'; chip: DraftChip }
  | { type: 'detach_chip'; chip: DraftChip }
  | { type: 'retry_upload'; key: string }
  | { type: 'cancel_upload'; key: string }
  | { type: 'new_session'; agentId: string | null }
  /** Has another agent answer what was written in the session on screen, and what comes. */
  | { type: 'use_agent'; agentId: string }
  | { type: 'look_for_agents' }
  | { type: 'sign_everyone_out' }
  | { type: 'sign_out_programs' }
  /** With the number of an entry, the conversation is shown there. */
  | { type: 'open_session'; sessionId: string; entry?: number }
  /** Puts a session next to the one on screen, or takes one of the two away: that one, else the other. */
  | { type: 'open_beside'; sessionId: string }
  | { type: 'close_beside'; sessionId?: string }
  | { type: 'delete_session'; sessionId: string; title: string }
  | { type: 'delete_sessions'; sessionIds: readonly string[] }
  | { type: 'mark_sessions'; sessionIds: readonly string[]; mark: SessionMark }
  | { type: 'trust_folder'; fingerprint: string; isTrusted: boolean }
  | { type: 'run_with_npx'; agentId: string }
  | { type: 'open_sign_in'; agentId: string }
  | { type: 'close_sign_in' }
  | {
      type: 'answer_sign_in';
      agentId: string;
      questionId: string;
      action: FormAction;
      content: FormContent | null;
    }
  | { type: 'retry_command'; cmdId: string }
  | { type: 'discard_command'; cmdId: string }
  | { type: 'change_settings'; change: Partial<SettingValues> }
  | { type: 'remove_rule'; rule: PermissionRule }
  | { type: 'set_preference'; change: Partial<Preferences> }
  /** Without a section, the first one; with a row, the page is shown there. */
  | { type: 'open_settings'; section?: string; row?: string }
  | { type: 'close_settings' }
  /** The log of an agent, else of the one on screen, and from there all others. */
  | { type: 'show_logs'; agentId?: string }
  /**
   * With the changes that are wanted, and the place in them, if somebody wants certain ones; with a wish, the files are
   * shown to fulfil it.
   */
  | { type: 'show_work'; tab: WorkTab; changes?: ChangeScope; goal?: 'commit' | 'search'; wish?: FileWish }
  | { type: 'open_file'; path: string; line: number | null; to?: number; column?: number }
  | { type: 'close_work' }
  /** A terminal of the person's own: that one, else the last one, else a new one. */
  | { type: 'show_terminal'; terminalId?: string }
  | { type: 'open_terminal' }
  /** The commands of the session instead. */
  | { type: 'show_commands' }
  | { type: 'retry_connection' }
  | { type: 'dismiss_recap' }
  | { type: 'answer_offer'; isWanted: boolean }
  | { type: 'dismiss_startup' }
  | { type: 'reload' }
  /** `what` is how the person knows the text, if they know it by a name. */
  | { type: 'copy'; text: string; what?: CopiedPart };

/** What a person can ask of the app; what the page answers by itself is a `PageAct`. */
export type UserAct = ServerCommandAct | SessionCommandAct | AppAct;

/** What a person is told to have copied. */
export type CopiedPart = 'text' | 'message' | 'reply' | 'command' | 'path' | 'link';

/** Fired by the element that a person used; bubbles to `<ac-app>`, which performs it. */
export class UserActEvent extends Event {
  static readonly type = 'user-act';
  readonly act: UserAct;

  constructor(act: UserAct) {
    super(UserActEvent.type, { bubbles: true, composed: true });
    this.act = act;
  }
}

declare global {
  interface HTMLElementEventMap {
    'user-act': UserActEvent;
  }
}

import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { SettingValues } from '../../server/protocol/app-state.js';
import type { DraftChip } from '../../server/protocol/draft.js';
import type { PermissionRule, RuleDraft } from '../../server/protocol/permission-rule.js';
import type { PermissionExtras } from '../../server/protocol/rpc.js';
import type { Preferences } from './preference-store.js';
import type { WorkTab } from './work-store.js';

/** What a person can do in the session on screen. */
export type SessionAct =
  | { type: 'stop' }
  | { type: 'force_stop' }
  /** `extras` is a rule to store with the answer, or words for the agent. */
  | { type: 'answer_permission'; permissionId: string; optionId: string; extras?: PermissionExtras }
  | {
      type: 'answer_question';
      questionId: string;
      action: 'accept' | 'decline' | 'cancel';
      content: Record<string, unknown> | null;
    }
  | { type: 'edit_queued'; promptId: string; content: ContentBlock[] }
  | { type: 'move_queued'; promptId: string; before: string | null }
  | { type: 'remove_queued'; promptId: string }
  | { type: 'pause_queue'; paused: boolean }
  | { type: 'send_now'; promptId: string }
  | { type: 'stop_shell'; terminalId: string }
  | { type: 'update_from_agent' }
  | { type: 'set_mode'; modeId: string }
  | { type: 'set_option'; optionId: string; value: string | boolean };

/** What a person can do in the app as a whole. */
export type AppAct =
  /** `isNow` interrupts a running turn; otherwise the prompt waits for its end. */
  | { type: 'send_prompt'; content: ContentBlock[]; chips?: readonly DraftChip[]; isNow?: boolean }
  /** A line that begins with `!`, as it was typed. */
  | { type: 'run_shell'; line: string }
  | { type: 'write_draft'; text: string }
  | { type: 'hold_draft'; isHeld: boolean }
  | { type: 'place_caret'; at: number }
  /** Yes, this once, to the permission that is asked for. */
  | { type: 'allow_once' }
  | { type: 'attach_files'; files: readonly File[] }
  | { type: 'attach_chip'; chip: DraftChip }
  | { type: 'detach_chip'; chip: DraftChip }
  | { type: 'retry_upload'; key: string }
  | { type: 'cancel_upload'; key: string }
  | { type: 'new_session'; agentId: string | null }
  | { type: 'open_session'; sessionId: string }
  | { type: 'rename_session'; sessionId: string; title: string }
  | { type: 'delete_session'; sessionId: string; title: string }
  | { type: 'restart_agent'; agentId: string }
  | { type: 'trust_folder'; fingerprint: string; isTrusted: boolean }
  | { type: 'run_with_npx'; agentId: string }
  | { type: 'set_default_agent'; agentId: string }
  | { type: 'dismiss_banner'; bannerId: string }
  | { type: 'open_sign_in'; agentId: string }
  | { type: 'close_sign_in' }
  /** `consent` is the command line that the person has seen and agreed to, where one is needed. */
  | { type: 'start_sign_in'; agentId: string; methodId: string; consent: string | null }
  | { type: 'cancel_sign_in'; agentId: string }
  | { type: 'sign_out'; agentId: string }
  | {
      type: 'answer_sign_in';
      agentId: string;
      questionId: string;
      action: 'accept' | 'decline' | 'cancel';
      content: Record<string, unknown> | null;
    }
  | { type: 'retry_command'; cmdId: string }
  | { type: 'discard_command'; cmdId: string }
  | { type: 'set_look'; change: Partial<SettingValues> }
  /** Without a session, the one on screen. */
  | { type: 'set_allow_all'; on: boolean; sessionId?: string }
  | { type: 'add_rule'; rule: RuleDraft }
  | { type: 'edit_rule'; ruleId: string; rule: RuleDraft }
  | { type: 'remove_rule'; rule: PermissionRule }
  | { type: 'set_preference'; change: Partial<Preferences> }
  /** Without a section, the first one. */
  | { type: 'open_settings'; section?: string }
  | { type: 'close_settings' }
  /** The log of the agent on screen, and from there all others. */
  | { type: 'show_logs' }
  | { type: 'show_work'; tab: WorkTab }
  | { type: 'open_file'; path: string; line: number | null }
  | { type: 'close_work' }
  | { type: 'retry_connection' }
  | { type: 'show_sessions' }
  | { type: 'dismiss_recap' }
  /** Goes to an entry of the conversation on screen. */
  | { type: 'show_entry'; entryId: string }
  | { type: 'answer_offer'; isWanted: boolean }
  /** Runs a command of the registry by its id, as the composer does with what follows a slash. */
  | { type: 'run_command'; commandId: string; argument?: string }
  | { type: 'dismiss_startup' }
  | { type: 'reload' }
  /** `what` is how the person knows the text, if that is not the text itself. */
  | { type: 'copy'; text: string; what?: string };

export type UserAct = SessionAct | AppAct;

/** Fired by whatever a person has used; bubbles to the app, which does it. */
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

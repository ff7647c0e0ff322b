import type { AgentTrouble } from './agent-trouble.js';
import type { BudgetUse } from './budget.js';
import type { ServerReason } from './reasons.js';

/** Something worth saying that is neither a person's nor the agent's. `agent` is the agent's name. */
export type Notice =
  /** What the agent itself wants said. */
  | { code: 'agent_notice'; title: string; description?: string }
  /** A sentence or two that an earlier version has written into a log. */
  | { code: 'sentences'; title: string; description?: string }
  // Whether the agent remembers.
  | { code: 'started_over'; agent: string; summary: 'next' | 'sent' | 'none' }
  | { code: 'back_in_session'; agent: string; missed: number }
  | { code: 'remembers_less'; agent: string; remembered: number; messages: number }
  | { code: 'no_history'; agent: string }
  | { code: 'continued_elsewhere'; agent: string }
  | { code: 'update_failed'; trouble: AgentTrouble }
  // Whether it can open its session.
  | { code: 'session_not_opened'; trouble: AgentTrouble }
  | { code: 'agent_not_started'; trouble: AgentTrouble }
  | { code: 'old_session_not_opened'; trouble: AgentTrouble }
  // Where the conversation goes on, and where it began.
  | { code: 'handed_over'; agent: string; sessionId: string }
  | { code: 'taken_over'; agent: string; sessionId: string; title: string }
  | { code: 'resuming_soon'; agent: string; seconds: number }
  | { code: 'message_retried' }
  // What it did, and may do.
  | { code: 'acts_unasked'; agent: string }
  /** It did something unasked while it had no prompt to work on; `isStopped` where it was told to stop. */
  | { code: 'worked_while_idle'; agent: string; what: string; isStopped?: true }
  | { code: 'turn_stopped'; reason: ServerReason }
  /** A reply that has ended used more than it might. */
  | { code: 'over_budget'; budget: BudgetUse }
  /** An agent that went on although its budget was used up; `isOff` where it stays off until a person starts it. */
  | { code: 'agent_ended'; agent: string; budget: BudgetUse; isOff?: true }
  | { code: 'allow_all'; isOn: boolean; device: string }
  | { code: 'no_answer_offered' }
  | { code: 'choice_kept'; agent: string; choice: KeptChoice; trouble?: AgentTrouble }
  // What it was not given, and what was not kept of it.
  | { code: 'mcp_server_left_out'; server: string; cause: McpObstacle }
  | { code: 'folder_missing'; path: string }
  | { code: 'folders_untold'; agent: string; paths: string[] }
  | { code: 'message_too_large'; mebibytes: number }
  | { code: 'output_lost'; bytes: number }
  | { code: 'record_damaged'; events?: number };

/** What an agent stayed with, although a person wanted something else: its mode, or one of its options. */
export type KeptChoice =
  | { kind: 'mode'; name: string | null }
  | { kind: 'option'; option: string; value: string | boolean };

/** Why an agent is not given an MCP server. */
export type McpObstacle =
  | { code: 'transport'; agent: string; transport: string }
  | { code: 'not_found'; command: string }
  | { code: 'untrusted'; command: string };

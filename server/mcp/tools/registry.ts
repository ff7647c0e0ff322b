import { askPersonTool } from './ask-person.js';
import { delegateTool } from './delegate.js';
import { listAgentsTool } from './list-agents.js';
import { listSessionsTool } from './list-sessions.js';
import { readSessionTool } from './read-session.js';
import { sendMessageTool } from './send-message.js';
import { stopTool } from './stop.js';
import type { Tool } from './tool.js';
import { waitTool } from './wait.js';

/** All tools, in the order in which agents see them. */
export const TOOLS: readonly Tool[] = [
  listAgentsTool,
  delegateTool,
  waitTool,
  stopTool,
  sendMessageTool,
  listSessionsTool,
  readSessionTool,
  askPersonTool,
];

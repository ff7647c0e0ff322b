import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { AgentSummary } from '../protocol/api/app-state.js';
import type { ImageBlock } from './agent.js';

/** What a prompt to an agent may hold besides text and links. */
export type PromptAbilities = AgentSummary['prompt'];

/** The part that keeps attachments. `server/http` implements it; the composition root joins the two. */
export interface PromptUploads {
  /** Makes sure that all that a prompt refers to is there, and keeps it from now on; else throws an `RpcError`. */
  claim(sessionId: string, content: readonly ContentBlock[]): void;
  /** The prompt with the files themselves in place of the references. Never rejects. */
  fill(content: readonly ContentBlock[], can: PromptAbilities): Promise<ContentBlock[]>;
  /** Keeps a picture of the agent's that is too large for the log; null if it cannot be kept. */
  keepPicture(sessionId: string, picture: ImageBlock): ImageBlock | null;
  /** What a path is: a file that a prompt of the session has brought, the folder that holds only that, or neither. */
  attachmentAt(sessionId: string, path: string): 'file' | 'folder' | null;
  forgetSession(sessionId: string): void;
}

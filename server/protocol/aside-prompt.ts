/** How the prompts begin by which an agent is asked for a commit message or a title; the demo agent knows them by that. */
export const MESSAGE_OPENING = 'Write the message of a git commit for the staged changes below.';
export const TITLE_OPENING = 'Write a title for the conversation below, for a list of conversations.';

/** Lines above the parts of the first one. */
export const STAGED_HEADING = 'Staged files:';
export const PATCH_HEADING = 'Patch:';

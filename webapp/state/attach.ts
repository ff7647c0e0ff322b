import { UPLOAD_LIMITS } from '../../server/protocol/uploads.js';
import type { AppAct } from './acts.js';
import type { AppContext } from './app-context.js';
import { isMention, mentionText } from './chip-blocks.js';
import { NEW_SESSION } from './draft-store.js';

/** Sends files on their way; each becomes a chip of the draft when the server has it. */
export function attachFiles(
  { view, uploads, drafts, toasts }: AppContext,
  { files }: Extract<AppAct, { type: 'attach_files' }>,
): void {
  const sessionId = view.value;
  if (sessionId === null) {
    toasts.show({ text: 'Files can be attached as soon as the session is there.', tone: 'error' });
    return;
  }
  const here = uploads.value.filter((pending) => pending.sessionId === sessionId).length;
  const kept = drafts.chipsFor(sessionId).filter(({ kind }) => kind === 'upload').length;
  const room = Math.max(0, UPLOAD_LIMITS.perPrompt - here - kept);
  uploads.add(sessionId, files.slice(0, room));
  if (files.length <= room) return;
  toasts.show({ text: `A message may have ${UPLOAD_LIMITS.perPrompt} attached files at most.`, tone: 'error' });
}

/** Takes a chip away, and with it what it stands for. */
export function detachChip(
  { view, uploads, drafts }: AppContext,
  { chip }: Extract<AppAct, { type: 'detach_chip' }>,
): void {
  const draftId = view.value ?? NEW_SESSION;
  drafts.detach(draftId, [chip.key]);
  if (chip.kind === 'upload') uploads.discard(chip.upload.id);
  if (isMention(chip)) drafts.write(draftId, drafts.textFor(draftId).replace(mentionText(chip), ''));
}

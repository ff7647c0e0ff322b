/** A commit message in its two parts. */
export interface CommitMessage {
  readonly subject: string;
  readonly body: string;
}

/** Beyond this a subject is cut in lists, and beyond the second one in most places. */
export const SUBJECT_LENGTHS = { good: 50, most: 72 } as const;

/** One text of both parts; `readMessage` gives them back. */
export function writeMessage({ subject, body }: CommitMessage): string {
  return body === '' ? subject : `${subject}\n\n${body}`;
}

export function readMessage(message: string): CommitMessage {
  const end = message.indexOf('\n');
  if (end < 0) return { subject: message, body: '' };
  return { subject: message.slice(0, end), body: message.slice(end + 1).replace(/^\n/, '') };
}

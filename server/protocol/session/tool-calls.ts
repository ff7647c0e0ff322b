import type { ShapeKit } from '../event-shape.js';
import { type WrittenFile, writtenFile } from '../events.js';
import { LIMITS } from '../limits.js';
import { changeEntry, setOpen } from '../transcript/edit-transcript.js';
import { endOf } from '../transcript/entry-list.js';
import { addToolCall, isOwnWrite, newest } from '../transcript/reduce-tool.js';
import type { Transcript } from '../transcript/transcript.js';
import type { CasesOf } from './event-case.js';
import type { EventOf } from './session-event.js';

/** What we see of tool calls ourselves. `late` marks a call whose entry is there already and not the newest. */
export const toolCallShapes = (kit: ShapeKit) => {
  const { id, yes } = kit;
  return {
    /** A call that ran although nobody was asked. */
    call_flagged: { toolCallId: id, late: yes },
    /** A file was written through us, for a call of the agent's or, without one, for a call that we made. */
    file_written: { toolCallId: id, file: writtenFile(kit), late: yes },
  };
};

const call = ({ toolCallId }: { toolCallId: string }) => `tool:${toolCallId}`;

export const toolCallCases: CasesOf<typeof toolCallShapes> = {
  call_flagged: {
    names: call,
    fold: (t, _event, n) => changeEntry(t, n, 'tool', (entry) => ({ ...entry, unasked: true })),
  },
  file_written: { names: call, fold: applyWrite },
};

/** A file was written through us for a call; one that is not the agent's own consists of just that. */
function applyWrite(t: Transcript, event: EventOf<'file_written'>, n: number): Transcript {
  const { toolCallId, file, late, at } = event;
  const heard = { ...t, lastOutputAt: at };
  if (n >= 0) {
    const written = changeEntry(heard, n, 'tool', (entry) => {
      const files = joinWritten(entry.written ?? [], file);
      const writes = (entry.writes ?? 0) + 1;
      if (!isOwnWrite(toolCallId)) return { ...entry, written: files, writes };
      return { ...entry, written: files, writes, status: 'completed', endedAt: at };
    });
    return isOwnWrite(toolCallId) ? setOpen(written, n, false) : written;
  }
  if (late) return t;
  const locations = [{ path: file.path }];
  const added = addToolCall(heard, event, { toolCallId, kind: 'edit', status: 'completed', locations });
  return changeEntry(added, endOf(t.entries), 'tool', (entry) => ({ ...entry, written: [file], writes: 1 }));
}

/** Writes that follow from each other are one; a write that would make the entry too large is kept without its text. */
function joinWritten(files: readonly WrittenFile[], file: WrittenFile): WrittenFile[] {
  const n = files.findLastIndex(({ path }) => path === file.path);
  const before = files[n];
  const follows = before && !before.untold && !file.untold && before.newText === file.oldText;
  const next = follows ? { ...file, isNew: before.isNew, oldText: before.oldText } : file;
  const others = follows ? files.toSpliced(n, 1) : files;
  const chars = [...others, next].reduce(
    (sum, { oldText, newText }) => sum + (oldText?.length ?? 0) + newText.length,
    0,
  );
  const fitting: WrittenFile =
    chars > LIMITS.writtenChars ? { ...next, oldText: null, newText: '', untold: 'large' } : next;
  return follows ? files.with(n, fitting) : newest([...files, fitting], LIMITS.callFiles);
}

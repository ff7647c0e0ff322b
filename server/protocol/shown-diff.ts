import type { Diff, ToolCallContent } from '@agentclientprotocol/sdk';

/** A change of a file as a call shows it, with what we found out about it. */
export type ShownDiff = Diff & { type: 'diff' };

/** What is known of a change besides its texts. What an agent puts into `_meta` of a diff never gets here. */
export interface DiffFacts {
  /** The line of the file with which the texts begin; null if they are a part of it and nobody knows which. */
  readonly firstLine?: number | null;
  /** The file is gone. */
  readonly isDeleted?: true;
  /** Where the file was before. */
  readonly movedFrom?: string;
}

export function isDiff(item: ToolCallContent): item is ShownDiff {
  return item.type === 'diff';
}

export function withFacts<D extends Diff>(diff: D, facts: DiffFacts): D {
  return Object.keys(facts).length === 0 ? diff : { ...diff, _meta: { ...facts } };
}

export function factsOfDiff({ _meta }: Pick<Diff, '_meta'>): DiffFacts {
  return (_meta ?? {}) as DiffFacts;
}

/** What a log says that was found out, as far as it can be; a place that makes no sense is an unknown one. */
export function readDiffFacts(kept: unknown): DiffFacts {
  const { firstLine, isDeleted, movedFrom } = (kept ?? {}) as Partial<Record<keyof DiffFacts, unknown>>;
  return {
    ...(firstLine === undefined ? {} : { firstLine: isLine(firstLine) ? firstLine : null }),
    ...(isDeleted === true ? { isDeleted } : {}),
    ...(typeof movedFrom === 'string' ? { movedFrom } : {}),
  };
}

function isLine(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

/** Whether a text is none: the bytes of a picture or a program, read as if they were letters. */
export function isBinary(text: string): boolean {
  if (text.includes('\0')) return true;
  const unreadable = text.match(/\ufffd/g)?.length ?? 0;
  return unreadable > 0 && unreadable * 20 > text.length;
}

/** Why an upload was not taken: the status of the answer, and a sentence for the person. */
export class UploadFault extends Error {
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UploadFault';
    this.status = status;
  }

  /** What went wrong with the disk, in words. */
  static ofDisk(error: unknown): UploadFault {
    if (error instanceof UploadFault) return error;
    const code = typeof error === 'object' && error !== null ? String(Reflect.get(error, 'code')) : '';
    if (NO_ROOM.has(code)) {
      return new UploadFault(507, 'The disk is full, so the file was not kept: make room and try again.', {
        cause: error,
      });
    }
    return new UploadFault(500, `The file could not be kept (${code || 'unknown reason'}): try again.`, {
      cause: error,
    });
  }
}

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

import type { UploadTrouble } from '../../protocol/api/uploads.js';

/** Why an upload was not taken: the status of the answer, and what the page makes its sentence of. */
export class UploadFault extends Error {
  readonly status: number;
  readonly trouble: UploadTrouble;

  constructor(status: number, trouble: UploadTrouble, options?: ErrorOptions) {
    super(`The upload was refused: ${trouble.code}.`, options);
    this.name = 'UploadFault';
    this.status = status;
    this.trouble = trouble;
  }

  /** What went wrong with the disk. */
  static ofDisk(error: unknown): UploadFault {
    if (error instanceof UploadFault) return error;
    const code = typeof error === 'object' && error !== null ? String(Reflect.get(error, 'code')) : '';
    if (NO_ROOM.has(code)) return new UploadFault(507, { code: 'disk_full' }, { cause: error });
    return new UploadFault(500, { code: 'disk_failed', said: code }, { cause: error });
  }
}

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

import { RpcError } from '../../protocol/api/rpc-error.js';
import { StorageFault } from '../store/sqlite/storage-fault.js';

/** What a person is told whose act could not be saved. */
export function storageError({ message, trouble }: StorageFault): RpcError {
  return new RpcError('storage', message, { code: 'storage', storage: trouble });
}

/** Does something with the store; what goes wrong there is told as an `RpcError`. */
export function saved<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof StorageFault) throw storageError(error);
    throw error;
  }
}

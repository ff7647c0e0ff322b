import { RpcError } from '../../protocol/api/rpc-error.js';
import type { StorageFault } from '../store/sqlite/storage-fault.js';

/** What a person is told whose act could not be saved. */
export function storageError({ message, trouble }: StorageFault): RpcError {
  return new RpcError('storage', message, { code: 'storage', storage: trouble });
}

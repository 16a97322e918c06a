import type { Meter } from '../kernel/meter.ts';
import type { ByteStore, Draft } from './byte-store.ts';
import { StorageError, type StorageFailure } from './storage-error.ts';

type StoreOperation =
  | 'stat'
  | 'list'
  | 'read'
  | 'make-folder'
  | 'begin'
  | 'write'
  | 'resume'
  | 'move'
  | 'copy'
  | 'remove';

/** `refused`: the store is well, and what was asked cannot be. */
type StoreResult = 'ok' | 'refused' | 'failed';

export type StoreMeter = Meter<StoreOperation, StoreResult>;

/** What says something about the store, not about what was asked of it. */
const FAULTS: readonly StorageFailure[] = ['disk_full', 'away', 'key_refused', 'bucket_missing', 'failed'];

function resultOf(failure: { error: unknown } | undefined): StoreResult {
  if (!failure) {
    return 'ok';
  }
  const { error } = failure;
  return error instanceof StorageError && !FAULTS.includes(error.kind) ? 'refused' : 'failed';
}

/** The same store, of which the meter learns how long each operation took: a read until its bytes begin to come. */
export function measuredStore(store: ByteStore, meter: StoreMeter): ByteStore {
  const measure = <Value>(operation: StoreOperation, work: () => Promise<Value>) =>
    meter.measure(operation, resultOf, work);
  const measured = (draft: Draft): Draft => ({
    get token() {
      return draft.token;
    },
    get kept() {
      return draft.kept;
    },
    write: (bytes) => draft.write(bytes),
    pause: () => draft.pause(),
    commit: () => measure('write', () => draft.commit()),
    abort: () => draft.abort(),
  });
  return {
    stat: (path) => measure('stat', () => store.stat(path)),
    list: (path) => measure('list', () => store.list(path)),
    complete: (path, entries) => measure('stat', () => store.complete(path, entries)),
    // As long as whoever walks takes their time: it says nothing of the store.
    scan: (path) => store.scan(path),
    walk: (path) => store.walk(path),
    count: (path, most) => measure('list', () => store.count(path, most)),
    // As long as the tree is large, like a walk.
    reach: (path, most) => store.reach(path, most),
    read: (path, range) => measure('read', () => store.read(path, range)),
    makeFolder: (path) => measure('make-folder', () => store.makeFolder(path)),
    begin: async (path) => measured(await measure('begin', () => store.begin(path))),
    resume: async (path, token) => {
      const draft = await measure('resume', () => store.resume(path, token));
      return draft && measured(draft);
    },
    discard: (path, token) => store.discard(path, token),
    discardForgotten: (known, before) => store.discardForgotten(known, before),
    move: (from, to) => measure('move', () => store.move(from, to)),
    copyFile: (from, to) => measure('copy', () => store.copyFile(from, to)),
    remove: (path, onRemoved) => measure('remove', () => store.remove(path, onRemoved)),
  };
}

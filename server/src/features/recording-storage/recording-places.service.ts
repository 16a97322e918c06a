import { join } from 'node:path';

import type { Database } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import { RecordingFiles, type ReadStored, type RecordingPlace } from '../../recorders/recording-files.ts';
import { readStoredRecordings } from '../../recorders/stored-recordings.ts';
import type { Storage } from '../../storage/open-storage.ts';
import type { S3Options } from '../../storage/s3/s3-bucket.ts';
import { StorageError } from '../../storage/storage-error.ts';
import { StoredRecordingRepository } from './stored-recording.repository.ts';

interface Dependencies {
  database: Database;
  recordingRoot: string;
  s3?: S3Options | undefined;
  storage: Pick<Storage, 'meters'>;
}

/** Where recordings are: on this disk while they are written, in the store once they were moved there. */
export class RecordingPlacesService {
  readonly #root: string;
  readonly #rows: StoredRecordingRepository;
  readonly #readStored: ReadStored;

  constructor({ database, recordingRoot, s3, storage }: Dependencies) {
    this.#root = recordingRoot;
    this.#rows = new StoredRecordingRepository(database);
    this.#readStored = saidWell(readStoredRecordings(s3, storage.meters.recordings));
  }

  folderOf(id: string): string {
    return join(this.#root, id);
  }

  async placeOf(id: string): Promise<RecordingPlace> {
    const rows = await this.#rows.list(id);
    const stored = rows
      .filter(({ is_verified }) => is_verified === 1)
      .map(({ name, bytes, head }) => ({ name, bytes, head: Buffer.from(head, 'hex') }));
    return { id, folder: this.folderOf(id), stored };
  }

  async filesOf(id: string): Promise<RecordingFiles> {
    return new RecordingFiles(await this.placeOf(id), this.#readStored);
  }
}

/** Whoever wants to see a recording is told why they cannot now. */
function saidWell(read: ReadStored): ReadStored {
  return (id, name) =>
    read(id, name).catch((error: unknown) => {
      if (error instanceof StorageError && error.kind !== 'not_found') {
        throw new AppError('session.recording_away', { cause: error });
      }
      throw error;
    });
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Database } from '../../db/database.ts';
import type { SessionTable } from '../../db/schema.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import {
  RecordingFiles,
  recordingsIn,
  type ReadStored,
  type RecordingPlace,
} from '../../recorders/recording-files.ts';
import { readStoredRecordings } from '../../recorders/stored-recordings.ts';
import type { Storage } from '../../storage/open-storage.ts';
import type { S3Options } from '../../storage/s3/s3-bucket.ts';
import { StorageError } from '../../storage/storage-error.ts';
import { StoredRecordingRepository } from './stored-recording.repository.ts';

type Recorded = Pick<SessionTable, 'id' | 'recording'> & { recording_disk: string };

interface Dependencies {
  database: Database;
  recordingRoot: string;
  s3?: S3Options | undefined;
  storage: Pick<Storage, 'meters'>;
  processes: ServerProcessService;
}

/** Where recordings are: on this disk while they are written, in the store once they were moved there. */
export class RecordingPlacesService {
  readonly #root: string;
  readonly #rows: StoredRecordingRepository;
  readonly #readStored: ReadStored;
  readonly #processes: ServerProcessService;

  constructor({ database, recordingRoot, s3, storage, processes }: Dependencies) {
    this.#root = recordingRoot;
    this.#processes = processes;
    this.#rows = new StoredRecordingRepository(database);
    this.#readStored = saidWell(readStoredRecordings(s3, storage.meters.recordings));
  }

  folderOf(id: string): string {
    return join(this.#root, id);
  }

  hasFolder(id: string): boolean {
    return existsSync(this.folderOf(id));
  }

  /** The recordings that have a folder here. */
  folders(): Promise<string[]> {
    return recordingsIn(this.#root);
  }

  async placeOf(id: string): Promise<RecordingPlace> {
    const rows = await this.#rows.list(id);
    const stored = rows
      .filter(({ is_verified }) => is_verified === 1)
      .map(({ name, bytes, head }) => ({ name, bytes, head: Buffer.from(head, 'hex') }));
    return { id, folder: this.folderOf(id), stored };
  }

  /** Throws where the recording, or the rest of it, lies on the disk of a server that could not be asked. */
  async refuseElsewhere({ id, recording, recording_disk: disk }: Recorded): Promise<void> {
    if (recording === 'none' || disk === '' || disk === (await this.#processes.diskId())) {
      return;
    }
    // Whoever copied a data directory may have left behind what it is called.
    if (!this.hasFolder(id)) {
      const server = await this.#processes.diskName(disk);
      throw new AppError('session.recording_on_server', { params: { server } });
    }
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

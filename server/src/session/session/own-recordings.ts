import type { Database } from '../../db/database.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import type { RecordingChainService } from '../recording-chain/recording-chain.service.ts';
import { recordingColumns } from './ended-columns.ts';
import type { LiveSessionService } from './live-session.service.ts';
import type { ReadRecorded } from './read-recorded.ts';
import { SessionRepository } from './session.repository.ts';

interface Dependencies {
  database: Database;
  processes: ServerProcessService;
  chains: Pick<RecordingChainService, 'write'>;
  live: Pick<LiveSessionService, 'find'>;
  recorded: ReadRecorded;
}

/** What lies on the disk of this server of sessions that other servers have closed meanwhile. */
export class OwnRecordings {
  readonly #deps: Dependencies;
  readonly #sessions: SessionRepository;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#sessions = new SessionRepository(dependencies.database);
  }

  /** Answers whether there were any that are over and can be moved. */
  async settle(): Promise<boolean> {
    const { database, processes, chains, live, recorded } = this.#deps;
    const disk = await processes.diskId();
    const closed = (await this.#sessions.listUnsettled(disk)).filter(({ id }) => !live.find(id));
    for (const record of closed) {
      const { bytes, signed } = await recorded(record);
      await database.transact(async (tx) => {
        await this.#sessions.change(record.id, recordingColumns(record, bytes), tx);
        if (signed) {
          await chains.write(record.id, signed, tx);
        }
      });
    }
    return closed.length > 0;
  }
}

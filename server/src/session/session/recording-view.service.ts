import type { Database } from '../../db/database.ts';
import { proofKey, type Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { HOUR_MS, type Clock } from '../../kernel/clock.ts';
import { RecentKeys } from '../../kernel/recent-keys.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { RecordingFiles } from '../../recorders/recording-files.ts';
import { objectOf } from './live-session.ts';
import { RecordingRanges, type RangeAsked } from './recording-ranges.ts';
import type { SessionKinds } from './session-kind.ts';
import { SessionRepository, type SessionRecord } from './session.repository.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: Clock;
  filesOf: (sessionId: string) => Promise<RecordingFiles>;
  /** Throws where the recording lies on the disk of another server. */
  refuseElsewhere: (session: SessionRecord) => Promise<void>;
  kinds: SessionKinds;
}

type Read<Reader> = (files: RecordingFiles, record: SessionRecord) => Promise<Reader | undefined>;

interface Opened<Reader> {
  record: SessionRecord;
  files: RecordingFiles;
  reader: Reader;
}

/** A player asks many times for one viewing: within this it is one entry of the audit log. */
const ONE_VIEWING_MS = HOUR_MS;

/** The way to recordings of past sessions, whatever is in them. Every viewing is on record, and marks the session. */
export class RecordingViewService {
  readonly #deps: Dependencies;
  readonly #sessions: SessionRepository;
  readonly #viewings: RecentKeys;
  readonly #ranges = new RecordingRanges();

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#sessions = new SessionRepository(dependencies.database);
    this.#viewings = new RecentKeys({ periodMs: ONE_VIEWING_MS, clock: dependencies.clock });
  }

  /** The whole recording as one file, whatever kind of session it was. */
  async download(actor: Actor, id: string, asked: RangeAsked) {
    const { kinds } = this.#deps;
    const { record, reader: file } = await this.#read(id, async (files, { protocol, asset_name }) =>
      kinds[protocol]?.exportRecording?.(files, asset_name),
    );
    // Reads nothing that anybody gets to see yet: that begins with the first byte of the body.
    const { goesOn, ...answer } = await this.#ranges.answer(record, file.content, asked);
    await this.#note(actor, record, goesOn ? 'part' : 'file');
    return {
      filename: `${record.asset_name}-${id}.${file.extension}`,
      contentType: file.contentType,
      ...answer,
    };
  }

  /** `read` opens the files; where it finds nothing, nothing was looked at. */
  async open<Reader>(
    actor: Actor,
    id: string,
    how: 'file' | 'viewing',
    read: Read<Reader>,
  ): Promise<Opened<Reader>> {
    const opened = await this.#read(id, read);
    await this.#note(actor, opened.record, how);
    return opened;
  }

  async #read<Reader>(id: string, read: Read<Reader>): Promise<Opened<Reader>> {
    const record = await this.#sessions.find(id);
    if (!record) {
      throw new AppError('session.not_found');
    }
    await this.#deps.refuseElsewhere(record);
    const files = await this.#deps.filesOf(id);
    const reader = await read(files, record);
    if (!reader) {
      throw new AppError('session.no_recording');
    }
    return { record, files, reader };
  }

  async #note(actor: Actor, record: SessionRecord, how: 'file' | 'part' | 'viewing'): Promise<void> {
    const { id } = record;
    // Somebody who fetches the file part by part has fetched it once.
    const as = how === 'viewing' ? 'viewing' : 'file';
    const viewing = `${proofKey(actor)} ${id} ${as}`;
    if (how === 'file' || !this.#viewings.has(viewing)) {
      await this.#deps.database.transact(async (tx) => {
        await this.#sessions.markReviewed([id], true, tx);
        const entry = { action: 'session.recording-read', object: objectOf(record) } as const;
        await this.#deps.audit.write(actor, { ...entry, detail: { as } }, tx);
      });
      this.#viewings.note(viewing);
    }
  }
}

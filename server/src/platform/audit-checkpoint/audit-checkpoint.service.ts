import type { Database, Tx } from '../../db/database.ts';
import type { AuditCheckpointTable } from '../../db/tables/platform.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import { runInBackground } from '../../kernel/defects.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { newId } from '../../kernel/id.ts';
import type { Logger } from '../../kernel/logger.ts';
import { PeriodicTask } from '../../kernel/periodic-task.ts';
import type { LockedObjects } from '../../storage/s3/locked-objects.ts';
import type { AuditService, Link } from '../audit/audit.service.ts';
import type { Condition } from '../notice/alert-watch.interface.ts';
import type { DistributedLockService } from '../server-process/distributed-lock.service.ts';
import type { SigningService } from '../signing/signing.service.ts';
import { AuditCheckpointRepository } from './audit-checkpoint.repository.ts';

/** How far the audit log had come, signed. */
interface AuditCheckpoint {
  id: string;
  seq: number;
  hash: string;
  at: number;
  /** The fingerprint of the key. */
  key: string;
  statement: string;
  signature: string;
}

interface Dependencies {
  database: Database;
  audit: AuditService;
  signing: SigningService;
  distributedLock: Pick<DistributedLockService, 'withLock'>;
  clock: Clock;
  logger: Logger;
  /** Where nobody can change what lies there; undefined where there is no such place. */
  locked?: LockedObjects | undefined;
  /** Tells others of it, in the transaction that writes it down. */
  tell?: ((checkpoint: AuditCheckpoint, tx: Tx) => Promise<void>) | undefined;
}

const LOOK_MS = MINUTE_MS;
const AT_ONCE = 100;
/** Tried every minute; a place that is away for so long does not come back by itself. */
const LATE_MS = HOUR_MS;

class MadeElsewhere extends Error {}

/**
 * Signs, every hour and at each start, how far the audit log has come. Its chain is one for whoever has its key; these
 * are one for everybody, and where they go nobody who runs the product can follow.
 */
export class AuditCheckpointService {
  readonly #deps: Dependencies;
  readonly #rows: AuditCheckpointRepository;
  readonly #looks: PeriodicTask;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rows = new AuditCheckpointRepository(dependencies.database);
    this.#looks = new PeriodicTask({
      everyMs: LOOK_MS,
      work: () => this.look(),
      onFailure: (error) => dependencies.logger.warn({ err: error }, 'the audit log could not be signed'),
    });
  }

  async start(): Promise<void> {
    await this.make('start');
    this.#looks.start();
    runInBackground(this.#looks.run(), 'signing the audit log');
  }

  async close(): Promise<void> {
    this.#looks.stop();
    await this.#looks.settled();
    await this.#deps.locked?.close();
  }

  /** Once an hour, whichever server comes first; and what could not be locked before is tried again. */
  async look(): Promise<void> {
    const { distributedLock, clock } = this.#deps;
    try {
      const alone = { patienceMs: 0, busy: () => new MadeElsewhere() };
      await distributedLock.withLock('audit-checkpoint', alone, async () => {
        const [newest] = await this.#rows.listNewest(1);
        if (!newest || clock.now() - newest.at >= HOUR_MS) {
          await this.make('hour');
        }
        await this.#lockWaiting();
      });
    } catch (error) {
      if (!(error instanceof MadeElsewhere)) {
        throw error;
      }
    }
  }

  async make(reason: 'start' | 'hour'): Promise<void> {
    const { database, audit, signing, clock, locked, tell } = this.#deps;
    // A key that is made now is in the log that it signs.
    await signing.pair();
    const { seq, hash } = await audit.head();
    const at = clock.now();
    const { key, text, signature } = await signing.sign('audit', JSON.stringify({ seq, hash, at, reason }));
    const checkpoint = { id: newId(at), seq, hash, at, key, statement: text, signature };
    await database.transact(async (tx) => {
      const { hash: _, key: key_id, ...row } = checkpoint;
      await this.#rows.insert({ ...row, key_id, locked: locked ? 'waiting' : 'none' }, tx);
      await tell?.(checkpoint, tx);
    });
  }

  async list(limit: number): Promise<(AuditCheckpoint & Pick<AuditCheckpointTable, 'locked'>)[]> {
    return (await this.#rows.listNewest(limit)).map((row) => ({ ...read(row), locked: row.locked }));
  }

  /** For those who are told: some have waited for their place for too long. Nothing where there is no such place. */
  async conditions(): Promise<Condition[]> {
    const { locked, clock } = this.#deps;
    const [oldest] = locked ? await this.#rows.listWaiting(1) : [];
    if (!locked || !oldest || clock.now() - oldest.at < LATE_MS) {
      return [];
    }
    const params = { since: familyTime(oldest.at), bucket: locked.bucket };
    return [{ subject: 'checkpoints', wording: 'checkpoints-waiting', level: 'warning', params }];
  }

  /** Asked of each link of the log, in order: which checkpoints do not agree with it, the first of them. */
  async comparison(): Promise<{
    see: (link: Link) => void;
    count: () => number;
    brokenAt: () => number | undefined;
  }> {
    const expected = new Map<number, string[]>();
    const isSigned = await this.#deps.signing.verifier();
    let count = 0;
    let brokenAt: number | undefined;
    const broken = (seq: number) => (brokenAt = Math.min(brokenAt ?? seq, seq));
    for await (const checkpoint of this.#all()) {
      const { key, statement: text, signature } = checkpoint;
      if (!isSigned('audit', { key, text, signature })) {
        broken(checkpoint.seq);
      }
      expected.set(checkpoint.seq, [...(expected.get(checkpoint.seq) ?? []), checkpoint.hash]);
      count += 1;
    }
    const see = ({ seq, hash }: Link) => {
      if (expected.get(seq)?.some((one) => one !== hash)) {
        broken(seq);
      }
    };
    return { see, count: () => count, brokenAt: () => brokenAt };
  }

  async *#all(): AsyncGenerator<AuditCheckpoint> {
    let last = { seq: -1, id: '' };
    for (let rows = 1; rows > 0;) {
      const some = await this.#rows.listFrom(last.seq, last.id, AT_ONCE);
      rows = some.length;
      for (const row of some) {
        last = row;
        yield read(row);
      }
    }
  }

  async #lockWaiting(): Promise<void> {
    const { locked, signing } = this.#deps;
    if (!locked) {
      return;
    }
    const { keys } = await signing.bundle();
    for (const row of await this.#rows.listWaiting(AT_ONCE)) {
      const { id, seq, at, key_id: key, statement: text, signature } = row;
      const publicKey = keys.find((one) => one.id === key)?.publicKey ?? '';
      const name = `checkpoints/${new Date(at).toISOString().slice(0, 10)}/${String(seq).padStart(12, '0')}-${id}.json`;
      const until = new Date(at + locked.days * DAY_MS);
      await locked.put(name, `${JSON.stringify({ key, publicKey, text, signature })}\n`, until);
      await this.#rows.noteKept(id);
    }
  }
}

function read({ id, seq, at, key_id: key, statement, signature }: AuditCheckpointTable): AuditCheckpoint {
  return { id, seq, at, key, statement, signature, hash: hashIn(statement) };
}

function hashIn(statement: string): string {
  try {
    const { hash } = JSON.parse(statement) as { hash?: unknown };
    return typeof hash === 'string' ? hash : '';
  } catch {
    return '';
  }
}

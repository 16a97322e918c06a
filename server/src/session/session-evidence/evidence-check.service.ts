import type { Finding } from '@jadegate/contract/session/evidence-finding';
import type { SessionEvidence } from '@jadegate/contract/session/session-evidence';

import type { Database } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { PeriodicTask } from '../../kernel/periodic-task.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { AlertWatch, Condition } from '../../platform/notice/alert-watch.interface.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import type { SigningService } from '../../platform/signing/signing.service.ts';
import type { RecordingVerifier } from '../../recorders/evidence/recording-verifier.ts';
import type { RecordingPlace } from '../../recorders/recording-files.ts';
import type { SegmentFormat } from '../../recorders/segment.ts';
import { judge, type Judgement } from './evidence-judgement.ts';
import {
  SessionEvidenceRepository,
  type DueEvidence,
  type EvidenceRecord,
  type SessionRecord,
} from './session-evidence.repository.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  signing: SigningService;
  processes: Pick<ServerProcessService, 'diskId'>;
  clock: Clock;
  logger: Logger;
  verifier: RecordingVerifier;
  placeOf: (sessionId: string) => Promise<RecordingPlace>;
  /** Throws where the recording lies on the disk of another server. */
  refuseElsewhere: (session: SessionRecord) => Promise<void>;
}

interface EvidenceCounts {
  whole: number;
  incomplete: number;
  altered: number;
  unchecked: number;
}

const EVERY_MS = HOUR_MS;
/** So much of each hour, at the lowest priority: what is never reached in a day is first on the next. */
const ROUND_MS = 5 * MINUTE_MS;
const SOME = 50;
const HOLD_MS = { raise: 0, clear: 0 };

/** Looks every day whether recordings are as they were signed, those first that nobody has looked at for longest. */
export class EvidenceCheckService {
  readonly #deps: Dependencies;
  readonly #rows: SessionEvidenceRepository;
  readonly #rounds: PeriodicTask;
  #isStopping = false;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rows = new SessionEvidenceRepository(dependencies.database);
    this.#rounds = new PeriodicTask({
      everyMs: EVERY_MS,
      // Each look has its own end.
      deadlineMs: Number.POSITIVE_INFINITY,
      work: async () => {
        await this.checkDue();
      },
      onFailure: (error) => dependencies.logger.warn({ err: error }, 'recordings could not be checked'),
    });
  }

  start(): void {
    this.#rounds.start();
  }

  async close(): Promise<void> {
    this.#isStopping = true;
    this.#rounds.stop();
    await this.#deps.verifier.close();
    await this.#rounds.settled();
  }

  async get(id: string): Promise<SessionEvidence> {
    await this.#find(id);
    return present(await this.#rows.find(id));
  }

  async checkNow(actor: Actor, id: string): Promise<SessionEvidence> {
    const { audit, refuseElsewhere } = this.#deps;
    const record = await this.#find(id);
    await refuseElsewhere(record);
    const row = await this.#rows.find(id);
    if (row && record.status === 'disconnected') {
      const found = await this.#look({ ...row, protocol: record.protocol });
      const object = { type: 'session', id, name: record.asset_name };
      const detail = { verdict: found.verdict, ...(found.finding && { finding: found.finding.code }) };
      await audit.writeAlone(actor, { action: 'session.evidence-checked', object, detail });
    }
    return present(await this.#rows.find(id));
  }

  /** What was not looked at for a day, as far as it goes in the time of a round. Answers how many. */
  async checkDue(forMs = ROUND_MS): Promise<number> {
    const { clock, logger } = this.#deps;
    const [begun, before] = [clock.now(), clock.now() - DAY_MS];
    let count = 0;
    for (let isLast = false; !isLast;) {
      const due = await this.#rows.listDue({ disks: await this.#disks(), before, limit: SOME });
      isLast = due.length < SOME;
      for (const row of due) {
        if (this.#isStopping || clock.now() - begun > forMs) {
          return count;
        }
        // Two servers on one store begin with the same.
        if (await this.#rows.claim(row, clock.now())) {
          await this.#look(row).catch((error: unknown) =>
            logger.warn({ err: error, sessionId: row.session_id }, 'a recording could not be checked'),
          );
          count += 1;
        }
      }
    }
    return count;
  }

  /** Everything that lies where this machine can read it, one after the other, whenever it was looked at. */
  async checkAll(tell: (id: string, found: Judgement) => void): Promise<{ checked: number; unread: number }> {
    let [checked, unread, after] = [0, 0, ''];
    for (let isLast = false; !isLast;) {
      const some = await this.#rows.listAll({ disks: await this.#disks(), after, limit: SOME });
      isLast = some.length < SOME;
      for (const row of some) {
        after = row.session_id;
        const found = await this.#look(row).catch(() => undefined);
        checked += found ? 1 : 0;
        unread += found ? 0 : 1;
        if (found) {
          tell(row.session_id, found);
        }
      }
    }
    return { checked, unread };
  }

  /** What lies on the disks of other servers, and what was never signed. */
  async countElsewhere(): Promise<{ elsewhere: number; unsigned: number }> {
    return this.#rows.countElsewhere(await this.#disks());
  }

  counts(): Promise<EvidenceCounts> {
    return this.#rows.counts();
  }

  /** Those that are not as they should be, the newest first. */
  async listBad(limit: number) {
    return (await this.#rows.listBad(limit)).map((row) => ({
      sessionId: row.session_id,
      userName: row.user_name,
      assetName: row.asset_name,
      connectedAt: new Date(row.created_at).toISOString(),
      ...present(row),
    }));
  }

  /** The same, counted, at most so many. */
  async countBad(limit: number): Promise<number> {
    return (await this.#rows.listBad(limit)).length;
  }

  get watch(): AlertWatch {
    const check = async (): Promise<Condition[]> => {
      const bad = await this.#rows.listBad(SOME);
      const [first] = bad;
      return first
        ? [
            {
              subject: 'recordings',
              wording: 'evidence-bad',
              level: 'danger',
              params: { count: bad.length, asset: first.asset_name, session: first.session_id },
              occasion: String(bad.length),
            },
          ]
        : [];
    };
    return { kind: 'evidence', seenBy: 'all', everyMs: 5 * MINUTE_MS, holdMs: HOLD_MS, check };
  }

  async #look(row: DueEvidence): Promise<Judgement> {
    const { signing, verifier, placeOf, clock } = this.#deps;
    const { session_id: session, protocol } = row;
    const kind: SegmentFormat = protocol === 'rdp' || protocol === 'vnc' ? 'desktop' : 'terminal';
    const { keys } = await signing.bundle();
    const report = await verifier.verify({ place: await placeOf(session), kind, session, keys });
    const found = judge(report, row);
    await this.#rows.writeLook(session, found, clock.now());
    return found;
  }

  async #disks(): Promise<string[]> {
    return [await this.#deps.processes.diskId(), ''];
  }

  async #find(id: string): Promise<SessionRecord> {
    const record = await this.#rows.findSession(id);
    if (!record) {
      throw new AppError('session.not_found');
    }
    return record;
  }
}

function present(row: EvidenceRecord | undefined): SessionEvidence {
  if (!row) {
    return { isSigned: false, key: '', links: 0, verdict: null, finding: null, checkedAt: null };
  }
  return {
    isSigned: true,
    key: row.key_id,
    links: row.links,
    verdict: row.verdict === '' ? null : row.verdict,
    finding: row.finding === '' ? null : (JSON.parse(row.finding) as Finding),
    checkedAt: row.checked_at === 0 ? null : new Date(row.checked_at).toISOString(),
  };
}

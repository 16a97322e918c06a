import type { SystemFigures } from '@jadegate/contract/operations/monitoring';
import { SESSION_END_WORDS } from '@jadegate/contract/words/session-ends';
import { Counter, Gauge, type Registry } from 'prom-client';

import { SECOND_MS } from '../kernel/clock.ts';
import { defects } from '../kernel/defects.ts';
import { withTimeout } from '../kernel/with-timeout.ts';
import type { ReadinessCheck } from './health.ts';

/** An act that was committed. */
interface Act {
  action: string;
  detail?: Record<string, unknown>;
}

/** Where the figures come from. */
export interface MeasuredParts {
  audit: { subscribe(listener: (act: Act) => void): () => void };
  liveSessions: { countByProtocol(): ReadonlyMap<string, number> };
  /** The door for SSH clients. */
  nativeSsh: { readonly connectionCount: number; readonly unprovenCount: number };
  searchIndexer: { readonly waiting: number };
  recordingMover: { countWaiting(): Promise<number>; readonly isFailing: boolean };
  monitoring: { readNow(): Promise<SystemFigures> };
  database: { ping(): Promise<void> };
  processes: { readonly lease: { readonly ageMs: number | undefined } };
  backupFigures: BackupFigures;
  sourceVisits: {
    figures(): Promise<{ key: string; isUp: boolean; answeredAt: number; people: number }[]>;
  };
  /** Undefined where somebody else speaks TLS. */
  certificate: { readonly endsAt: number } | undefined;
  version: string;
}

interface BackupFigures {
  /** When the last good one of each kind was made; a kind that never was is not there. */
  lastGood(): Promise<ReadonlyMap<'configuration' | 'whole', number>>;
  countLate(): Promise<number>;
}

const UNKNOWN_END = 'other';
/** Whoever reads figures does not wait long; a part that is silent must not keep the others from them. */
const READ_MS = 4 * SECOND_MS;

/**
 * What the product does, beside what its process does. Each label takes a value of a short list of ours: what strangers
 * send must not make series.
 */
export function measureProduct(
  registry: Registry,
  parts: MeasuredParts,
  readiness: ReadinessCheck,
): () => void {
  const registers = [registry];
  const opened = new Counter({
    name: 'jadegate_sessions_opened_total',
    help: 'Sessions that came about.',
    registers,
  });
  const closed = new Counter({
    name: 'jadegate_sessions_closed_total',
    help: 'Sessions that are over, by why they ended.',
    labelNames: ['reason'],
    registers,
  });
  const logins = new Counter({
    name: 'jadegate_logins_total',
    help: 'Attempts to sign in, by result.',
    labelNames: ['result'],
    registers,
  });
  const bySource = new Counter({
    name: 'jadegate_source_logins_total',
    help: 'Attempts to sign in by an identity source, by its name and result.',
    labelNames: ['source', 'result'],
    registers,
  });
  const failed = new Counter({
    name: 'jadegate_defects_total',
    help: 'Failures that nobody was there for: mistakes of the product, each with a line in the log.',
    registers,
  });
  failed.inc(defects.count);
  const stopCounting = defects.subscribe(() => failed.inc());
  // A series that begins with its first event hides that event from rate().
  logins.inc({ result: 'success' }, 0);
  logins.inc({ result: 'failure' }, 0);
  new Gauge({
    name: 'jadegate_build_info',
    help: 'Always 1: its labels say which version runs, on which Node.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: parts.version, node: process.versions.node }, 1);
  measurePresent(registers, parts, readiness);
  const stopFollowing = parts.audit.subscribe(({ action, detail }) => {
    if (action === 'session.opened') {
      opened.inc();
    } else if (action === 'session.closed') {
      closed.inc({ reason: reasonOf(detail?.['end']) });
    } else if (action === 'login.succeeded' || action === 'login.failed') {
      const result = action === 'login.succeeded' ? 'success' : 'failure';
      const source = detail?.['source'];
      logins.inc({ result });
      if (typeof source === 'string') {
        bySource.inc({ source, result });
      }
    }
  });
  return () => {
    stopCounting();
    stopFollowing();
  };
}

function reasonOf(end: unknown): string {
  return typeof end === 'string' && Object.hasOwn(SESSION_END_WORDS, end) ? end : UNKNOWN_END;
}

/** What is asked for when somebody reads. A part that does not answer leaves its figure out, and never the others. */
function measurePresent(registers: Registry[], parts: MeasuredParts, readiness: ReadinessCheck): void {
  const { liveSessions, searchIndexer, recordingMover, monitoring, database, processes } = parts;
  const { backupFigures, certificate } = parts;
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    read: (own: Gauge) => void | Promise<void>,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        this.reset();
        try {
          await withTimeout(Promise.resolve(read(this)), READ_MS);
        } catch {
          this.reset();
          // One without labels would be left at 0.
          if (labelNames.length === 0) {
            this.remove();
          }
        }
      },
    });
  const { sourceVisits } = parts;
  gauge(
    'jadegate_source_up',
    'Whether an identity source that is on answered when it was looked after last.',
    ['source'],
    async (own) => {
      (await sourceVisits.figures()).forEach(({ key, isUp }) => own.set({ source: key }, isUp ? 1 : 0));
    },
  );
  gauge(
    'jadegate_source_answered_timestamp_seconds',
    'When an identity source answered last; a directory was in line with it then, unless that is held.',
    ['source'],
    async (own) => {
      (await sourceVisits.figures()).forEach(({ key, answeredAt }) =>
        own.set({ source: key }, answeredAt / SECOND_MS),
      );
    },
  );
  gauge('jadegate_source_people', 'People who are known at an identity source.', ['source'], async (own) => {
    (await sourceVisits.figures()).forEach(({ key, people }) => own.set({ source: key }, people));
  });
  gauge('jadegate_sessions_live', 'Live sessions of this server.', ['protocol'], (own) => {
    liveSessions.countByProtocol().forEach((count, protocol) => own.set({ protocol }, count));
  });
  gauge(
    'jadegate_ssh_connections',
    'SSH clients that are connected: with somebody signed in, or not yet.',
    ['state'],
    (own) => {
      own.set({ state: 'signed-in' }, parts.nativeSsh.connectionCount);
      own.set({ state: 'unproven' }, parts.nativeSsh.unprovenCount);
    },
  );
  gauge('jadegate_search_index_waiting', 'Sessions whose output waits to be indexed.', [], (own) =>
    own.set(searchIndexer.waiting),
  );
  gauge('jadegate_recordings_waiting', 'Recordings on this disk that go to S3.', [], async (own) =>
    own.set(await recordingMover.countWaiting()),
  );
  gauge('jadegate_recordings_failing', '1 while recordings cannot be moved to S3.', [], (own) =>
    own.set(recordingMover.isFailing ? 1 : 0),
  );
  gauge('jadegate_disk_total_bytes', 'Size of the disk that holds the data.', [], async (own) =>
    own.set((await monitoring.readNow()).disk.total),
  );
  gauge('jadegate_disk_free_bytes', 'Free bytes of that disk.', [], async (own) =>
    own.set((await monitoring.readNow()).disk.available),
  );
  gauge(
    'jadegate_part_up',
    '1 when the part answers: database, lease, disk, storage, guacd as configured.',
    ['part'],
    async (own) =>
      Object.entries((await readiness.read()).parts).forEach(([part, state]) =>
        own.set({ part }, state === 'unavailable' ? 0 : 1),
      ),
  );
  gauge(
    'jadegate_database_answer_seconds',
    'How long the database takes for the least question.',
    [],
    async (own) => {
      const begun = performance.now();
      await database.ping();
      own.set((performance.now() - begun) / 1000);
    },
  );
  gauge('jadegate_lease_age_seconds', 'Time since the lease of this server was last renewed.', [], (own) => {
    const { ageMs } = processes.lease;
    // A series without labels stands there as 0 unless it is taken away.
    return ageMs === undefined ? own.remove() : own.set(ageMs / 1000);
  });
  gauge(
    'jadegate_backup_last_success_timestamp_seconds',
    'When the last good backup was made: of the configuration by a job, or a whole one.',
    ['kind'],
    async (own) => (await backupFigures.lastGood()).forEach((at, kind) => own.set({ kind }, at / 1000)),
  );
  gauge('jadegate_backups_late', 'Backup jobs on the schedule that are late.', [], async (own) =>
    own.set(await backupFigures.countLate()),
  );
  gauge(
    'jadegate_certificate_expiry_timestamp_seconds',
    'When the certificate ends that this server shows.',
    ['use'],
    (own) => certificate && own.set({ use: 'tls' }, certificate.endsAt / 1000),
  );
}

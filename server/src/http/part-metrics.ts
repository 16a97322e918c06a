import {
  isJobRunOver,
  JOB_FUNCS,
  JOB_RUN_STATES,
  type JobFunc,
  type JobRunState,
} from '@jadegate/contract/operations/job';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

import type { Meter } from '../kernel/meter.ts';

interface DatabaseLoad {
  readonly meter: Meter<'statement' | 'wait', 'ok' | 'failed'>;
  readonly waiting: () => number;
}

type StoreMeters = Readonly<Record<(typeof STORES)[number], Pick<Meter<string, string>, 'subscribe'>>>;

/** The parts of the product that tell how long their work takes. */
export interface TimedParts {
  database: { readonly load: DatabaseLoad };
  storage: { readonly meters: StoreMeters };
  jobMeter: Meter<JobFunc, JobRunState>;
  runningJobs: () => number;
  notifications: {
    readonly meter: Meter<'letter', (typeof LETTER_RESULTS)[number]>;
    readonly waiting: number;
  };
  liveSessions: { trafficByProtocol(): ReadonlyMap<string, { input: number; output: number }> };
}

const STORES = ['spaces', 'recordings'] as const;
const STATEMENT_BUCKETS = [0.0005, 0.002, 0.01, 0.05, 0.25, 1, 5];
const STORE_BUCKETS = [0.001, 0.01, 0.05, 0.25, 1, 5, 30];
/** A run that was skipped never was one. */
const RUN_RESULTS = JOB_RUN_STATES.filter((state) => isJobRunOver(state) && state !== 'skipped');
const LETTER_RESULTS = ['sent', 'failed', 'given-up', 'dropped'] as const;

/** Figures that are counted as things happen: reading them asks nobody anything. Answers what ends it. */
export function measureParts(registry: Registry, parts: TimedParts): () => void {
  const registers = [registry];
  const stops = [
    measureDatabase(registers, parts.database.load),
    ...measureStores(registers, parts.storage),
    measureJobs(registers, parts),
    measureMail(registers, parts.notifications),
  ];
  measureTraffic(registers, parts.liveSessions);
  return () => stops.forEach((stop) => stop());
}

function gauge(registers: Registry[], name: string, help: string, read: () => number): Gauge {
  return new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(read());
    },
  });
}

function measureDatabase(registers: Registry[], load: DatabaseLoad): () => void {
  const statements = new Histogram({
    name: 'jadegate_database_statement_duration_seconds',
    help: 'Time from asking the database to its answer.',
    buckets: STATEMENT_BUCKETS,
    registers,
  });
  const waits = new Histogram({
    name: 'jadegate_database_wait_duration_seconds',
    help: 'Time until there was a connection, or a turn to write.',
    buckets: STATEMENT_BUCKETS,
    registers,
  });
  const failed = new Counter({
    name: 'jadegate_database_statements_failed_total',
    help: 'Statements that the database did not carry out, those it refused for good reason included.',
    registers,
  });
  gauge(registers, 'jadegate_database_waiting', 'Statements and transactions that wait for their turn.', () =>
    load.waiting(),
  );
  return load.meter.subscribe(({ operation, result, seconds }) => {
    (operation === 'statement' ? statements : waits).observe(seconds);
    if (result === 'failed') {
      failed.inc();
    }
  });
}

function measureStores(registers: Registry[], { meters }: TimedParts['storage']): (() => void)[] {
  const duration = new Histogram({
    name: 'jadegate_storage_operation_duration_seconds',
    help: 'Time that operations on stored files take, by store, operation and result.',
    labelNames: ['store', 'operation', 'result'],
    buckets: STORE_BUCKETS,
    registers,
  });
  return STORES.map((store) =>
    meters[store].subscribe(({ operation, result, seconds }) =>
      duration.observe({ store, operation, result }, seconds),
    ),
  );
}

function measureJobs(registers: Registry[], { jobMeter, runningJobs }: TimedParts): () => void {
  const runs = new Counter({
    name: 'jadegate_job_runs_total',
    help: 'Runs of jobs that are over, by kind and result.',
    labelNames: ['kind', 'result'],
    registers,
  });
  const time = new Counter({
    name: 'jadegate_job_run_seconds_total',
    help: 'Time that runs of jobs took, by kind.',
    labelNames: ['kind'],
    registers,
  });
  // A series that begins with its first event hides that event from rate().
  for (const kind of JOB_FUNCS) {
    time.inc({ kind }, 0);
    for (const result of RUN_RESULTS) {
      runs.inc({ kind, result }, 0);
    }
  }
  gauge(registers, 'jadegate_job_runs_running', 'Runs of jobs that this server carries out now.', () =>
    runningJobs(),
  );
  return jobMeter.subscribe(({ operation: kind, result, seconds }) => {
    runs.inc({ kind, result });
    time.inc({ kind }, Math.max(0, seconds));
  });
}

function measureMail(registers: Registry[], notifications: TimedParts['notifications']): () => void {
  const letters = new Counter({
    name: 'jadegate_mails_total',
    help: 'Tries to hand letters to the mail server, by result.',
    labelNames: ['result'],
    registers,
  });
  for (const result of LETTER_RESULTS) {
    letters.inc({ result }, 0);
  }
  gauge(
    registers,
    'jadegate_mails_waiting',
    'Letters that wait for their turn or for another try.',
    () => notifications.waiting,
  );
  return notifications.meter.subscribe(({ result }) => letters.inc({ result }));
}

function measureTraffic(registers: Registry[], liveSessions: TimedParts['liveSessions']): Counter {
  return new Counter({
    name: 'jadegate_session_bytes_total',
    help: 'Bytes that went through sessions, files over SFTP included: input towards the target, output from it.',
    labelNames: ['protocol', 'direction'],
    registers,
    collect() {
      this.reset();
      liveSessions.trafficByProtocol().forEach(({ input, output }, protocol) => {
        this.inc({ protocol, direction: 'input' }, input);
        this.inc({ protocol, direction: 'output' }, output);
      });
    },
  });
}

import { readCron } from '@jadegate/contract/operations/cron';
import { nextTimes } from '@jadegate/contract/operations/cron-times';
import {
  BackupMetadata,
  createJob,
  type Job,
  type JobInput,
  type JobQuery,
  type JobRow,
} from '@jadegate/contract/operations/job';
import type { Page } from '@jadegate/contract/paging';

import type { Database, Tx } from '../../db/database.ts';
import type { StorageFilesService } from '../../files/storage/storage-files.service.ts';
import type { ReauthenticationService } from '../../identity/auth/reauthentication.service.ts';
import type { RoleService } from '../../identity/role/role.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { differences } from '../../kernel/differences.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { newId } from '../../kernel/id.ts';
import { Secret } from '../../kernel/secret.ts';
import { timeZoneInUse } from '../../kernel/time-zone.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { VaultService } from '../../platform/vault/vault.service.ts';
import { passphraseOwner } from './backup.kind.ts';
import { refuseCollecting } from './collect-nodes.kind.ts';
import { readJobInput, type JobChange } from './job-input.ts';
import type { JobOwners } from './job-owners.ts';
import { JobRepository, type JobRecord } from './job.repository.ts';

interface Dependencies {
  database: Database;
  vault: VaultService;
  audit: AuditService;
  reauthentication: ReauthenticationService;
  storageFiles: Pick<StorageFilesService, 'fileNames'>;
  owners: JobOwners;
  roles: Pick<RoleService, 'mayUseAny'>;
  clock: Clock;
  /** Nobody carries out what is about to go. */
  beforeDelete: (jobIds: readonly string[], tx: Tx) => Promise<void>;
}

const NEXT_RUNS = 5;

/** Jobs as people write them. What they do when their time comes is the scheduler's. */
export class JobService {
  readonly #deps: Dependencies;
  readonly #jobs: JobRepository;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#jobs = new JobRepository(dependencies.database);
  }

  async list(query: JobQuery): Promise<Page<JobRow>> {
    const { total, items } = await this.#jobs.page(query);
    return { total, items: await Promise.all(items.map((record) => this.#present(record))) };
  }

  async get(id: string): Promise<Job> {
    const record = await this.#find(id);
    return { ...(await this.#present(record)), resourceIds: assetIdsOf(record) };
  }

  /** What was checked by the contract is a schedule. */
  preview(text: string): { zone: string; times: string[] } {
    const read = readCron(text);
    const cron = read.fault ? undefined : read.cron;
    const zone = cron?.zone ?? timeZoneInUse();
    const times = cron ? nextTimes(cron, this.#deps.clock.now(), zone, NEXT_RUNS) : [];
    return { zone, times: times.map((time) => new Date(time).toISOString()) };
  }

  async create(actor: Actor, input: JobInput): Promise<void> {
    const { database, audit, clock } = this.#deps;
    const { change, assetIds } = readJobInput(input);
    const now = clock.now();
    const id = newId(now);
    await this.#refuseKind(actor, id, change, input);
    await database.transact(async (tx) => {
      await this.#jobs.insert(
        {
          id,
          ...change,
          status: input.status,
          owner_id: actor.userId,
          is_paused: 0,
          created_at: now,
          last_run_at: null,
          next_at: null,
        },
        tx,
      );
      await this.#storeParts(id, change, assetIds, input, tx);
      const detail = { ...change, status: input.status, assets: assetIds };
      await audit.write(actor, { action: 'job.created', object: about({ id, ...change }), detail }, tx);
    });
  }

  /** Whoever edits it becomes its owner: it runs what they wrote, so it runs as they. */
  async update(actor: Actor, id: string, input: JobInput): Promise<void> {
    const { database, audit } = this.#deps;
    const { change, assetIds } = readJobInput(input);
    await this.#refuseKind(actor, id, change, input);
    await database.transact(async (tx) => {
      const before = await this.#lock(id, tx);
      const after = { ...change, owner_id: actor.userId };
      const isOtherTime = before.cron !== change.cron;
      await this.#jobs.update(id, { ...after, is_paused: 0, ...(isOtherTime && { next_at: null }) }, tx);
      await this.#storeParts(id, change, assetIds, input, tx);
      const detail = { ...differences(before, after), assets: assetIds };
      await audit.write(actor, { action: 'job.updated', object: about({ id, ...change }), detail }, tx);
    });
  }

  async changeStatus(actor: Actor, id: string, status: string): Promise<void> {
    const { database, audit, owners } = this.#deps;
    const isOn = status === 'running';
    if (isOn && !(await owners.find((await this.#find(id)).owner_id))) {
      throw new AppError('job.owner_gone');
    }
    await database.transact(async (tx) => {
      const before = await this.#lock(id, tx);
      if (isOn && before.status === 'running') {
        return;
      }
      const change = isOn
        ? ({ status: 'running', is_paused: 0, next_at: null } as const)
        : ({ status: 'not-running', next_at: null } as const);
      await this.#jobs.update(id, change, tx);
      const action = isOn ? 'job.enabled' : 'job.disabled';
      await audit.write(actor, { action, object: about(before) }, tx);
    });
  }

  /** What runs notices within a second that it is gone, and ends. */
  async delete(actor: Actor, ids: readonly string[]): Promise<void> {
    const { database, audit, vault } = this.#deps;
    await database.transact(async (tx) => {
      const found = await this.#jobs.listByIds(ids, tx);
      if (found.length < ids.length) {
        throw new AppError('job.not_found');
      }
      for (const job of found) {
        await audit.write(actor, { action: 'job.deleted', object: about(job) }, tx);
      }
      await vault.removeOwners(ids.map(passphraseOwner), tx);
      await this.#deps.beforeDelete(ids, tx);
      await this.#jobs.remove(ids, tx);
    });
  }

  async #storeParts(id: string, change: JobChange, assetIds: readonly string[], input: JobInput, tx: Tx) {
    if (assetIds.length > 0 && (await this.#jobs.countAssets(assetIds, tx)) < assetIds.length) {
      throw new AppError('asset.not_found', { fields: ['resourceIds'] });
    }
    await this.#jobs.replaceAssets(id, assetIds, tx);
    if (!takesPassphrase(change)) {
      await this.#deps.vault.removeOwners([passphraseOwner(id)], tx);
    } else if (input.passphrase !== '') {
      await this.#deps.vault.put(passphraseOwner(id), 'passphrase', new Secret(input.passphrase), tx);
    }
  }

  async #refuseKind(actor: Actor, id: string, change: JobChange, input: JobInput): Promise<void> {
    if (change.func === 'collect-node-job') {
      await refuseCollecting(this.#deps.roles, actor);
    }
    await this.#refuseBackup(actor, id, change, input);
  }

  /** As for a backup that is made by hand: every right, and a fresh proof of who asks. */
  async #refuseBackup(actor: Actor, id: string, change: JobChange, input: JobInput): Promise<void> {
    if (change.func !== 'backup-job') {
      return;
    }
    const { owners, reauthentication, vault, storageFiles } = this.#deps;
    await owners.refuseUnlessFull(actor);
    const { password, totp, passphrase } = input;
    await reauthentication.confirm(actor, createJob, { password, totp });
    const stored = await vault.listNames(passphraseOwner(id));
    if (takesPassphrase(change) && passphrase === '' && stored.length === 0) {
      throw new AppError('job.passphrase_missing', { fields: ['passphrase'] });
    }
    const { place, storageId } = BackupMetadata.parse(JSON.parse(change.metadata));
    if (place === 'storage') {
      await storageFiles.fileNames(actor, storageId, '/').catch((cause: unknown) => {
        throw new AppError('job.storage_missing', { fields: ['storageId'], cause });
      });
    }
  }

  async #find(id: string): Promise<JobRecord> {
    const record = await this.#jobs.find(id);
    if (!record) {
      throw new AppError('job.not_found');
    }
    return record;
  }

  async #lock(id: string, tx: Tx): Promise<JobRecord> {
    const record = await this.#jobs.lock(id, tx);
    if (!record) {
      throw new AppError('job.not_found');
    }
    return record;
  }

  async #present(record: JobRecord): Promise<JobRow> {
    const isBackup = record.func === 'backup-job';
    const stored = isBackup ? await this.#deps.vault.listNames(passphraseOwner(record.id)) : [];
    const { last_run_id: runId, last_run_state: state } = record;
    return {
      id: record.id,
      name: record.name,
      func: record.func,
      cron: record.cron,
      mode: record.mode,
      resourceIds: assetIdsOf(record).join(','),
      status: record.status,
      metadata: record.metadata,
      cronJobId: 0,
      created: familyTime(record.created_at),
      updated: familyTime(record.last_run_at),
      tags: record.tags,
      owner: record.owner_id,
      ownerName: record.owner_name ?? '',
      ownerAccount: record.owner_account ?? '',
      overlap: record.overlap,
      timeoutSeconds: record.timeout_seconds,
      retries: record.retries,
      failureMail: record.failure_mail,
      isPaused: record.is_paused === 1,
      nextRun: familyTime(record.next_at),
      lastRun: runId === null || state === null ? null : { id: runId, state },
      hasPassphrase: stored.length > 0,
    };
  }
}

/** Of a whole backup the place and the passphrase are settings of the operator. */
const takesPassphrase = ({ func, metadata }: JobChange) =>
  func === 'backup-job' && BackupMetadata.parse(JSON.parse(metadata)).place !== 'whole';

const assetIdsOf = ({ asset_ids: ids }: JobRecord) => (ids ? ids.split(',').toSorted() : []);

function about({ id, name }: { id: string; name: string }) {
  return { type: 'job', id, name };
}

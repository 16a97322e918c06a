import { rm } from 'node:fs/promises';
import path from 'node:path';

import type {
  NextTerminalReport,
  NextTerminalSectionReport,
} from '@jadegate/contract/operations/next-terminal-import';
import type { NextTerminalSection } from '@jadegate/contract/operations/next-terminal-import.words';

import type { InspectPrivateKey } from '../../access/credential/credential.service.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { DefaultStorageService } from '../../files/storage/default-storage.service.ts';
import type { UserService } from '../../identity/user/user.service.ts';
import type { Actor, Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { inChunks } from '../../kernel/in-chunks.ts';
import { makePrivateFolder } from '../../kernel/private-files.ts';
import type { Secret } from '../../kernel/secret.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { DistributedLockService } from '../../platform/server-process/distributed-lock.service.ts';
import type { VaultService } from '../../platform/vault/vault.service.ts';
import type { RecordingImportService } from '../../session/recording-import/recording-import.service.ts';
import { NextTerminalImportRepository } from './next-terminal-import.repository.ts';
import { OldCipher } from './old-cipher.ts';
import type { OldOrigin } from './old-origin.ts';
import { openOrigin, type OldPlace } from './open-origin.ts';
import { planCredentials, planGateways } from './plan-accounts.ts';
import { planAssets } from './plan-assets.ts';
import { planCommands, planGrants, planJobs, planStrategies } from './plan-grants.ts';
import { planGroups, planRoles, planUsers } from './plan-people.ts';
import { planLoginLogs, planSessions, planStorageLogs } from './plan-records.ts';
import { planAccessRules, planLoginPolicies } from './plan-rules.ts';
import { planStorages } from './plan-storages.ts';
import { Tally, type PlanContext, type PlannedThing, type SectionPlanner } from './plan.ts';
import { proveKey } from './prove-key.ts';
import { refuseForeign } from './read-old.ts';

interface Dependencies {
  database: Database;
  vault: VaultService;
  audit: AuditService;
  users: Pick<UserService, 'hashOfNobodys'>;
  defaultStorages: Pick<DefaultStorageService, 'makeMissing'>;
  inspectPrivateKey: InspectPrivateKey;
  distributedLock: DistributedLockService;
  clock: Clock;
  dataDir: string;
  recordingImports: Pick<RecordingImportService, 'bring' | 'listKept'>;
}

export interface ImportOptions {
  encryptionKey: Secret;
  isDryRun: boolean;
  makesAdministrators: boolean;
  /** The folder of its recordings; without it none are brought. */
  recordings?: string | undefined;
  /** Told before each section. */
  onSection?: (section: NextTerminalSection) => void;
  signal?: AbortSignal | undefined;
}

type RowSection = Exclude<NextTerminalSection, 'recordings' | 'space-files'>;

const OBJECT = { type: 'next-terminal', id: '', name: '' };
/** Below the data directory: copies of what is read. */
const FOLDER = 'imports';
const SECRETS_AT_ONCE = 200;

/**
 * Brings an old installation here, section by section, each wholly or not at all. What was brought is remembered by its old
 * id, so that one that broke off goes on, and a second one brings only what is new.
 */
export class NextTerminalImportService {
  readonly #deps: Dependencies;
  readonly #rows: NextTerminalImportRepository;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rows = new NextTerminalImportRepository(dependencies.database);
  }

  run(who: Actor | Caller, where: OldPlace, options: ImportOptions): Promise<NextTerminalReport> {
    const busy = () => new AppError('next_terminal.busy');
    return this.#deps.distributedLock.withLock('next-terminal-import', { patienceMs: 0, busy }, async () => {
      // Whatever one that broke off has left; nobody else works there.
      const folder = path.join(this.#deps.dataDir, FOLDER);
      await rm(folder, { recursive: true, force: true });
      makePrivateFolder(folder);
      try {
        const origin = await openOrigin(where, folder);
        try {
          return await this.#run(who, origin, options);
        } finally {
          await origin.close();
        }
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  }

  async #run(who: Actor | Caller, origin: OldOrigin, options: ImportOptions): Promise<NextTerminalReport> {
    const { isDryRun, onSection, signal } = options;
    const { audit, defaultStorages } = this.#deps;
    await refuseForeign(origin);
    const cipher = new OldCipher(options.encryptionKey);
    await proveKey(origin, cipher);
    const context = await this.#context(origin, cipher, options);
    const sections: NextTerminalSectionReport[] = [];
    for (const [section, planner] of await this.#planners()) {
      signal?.throwIfAborted();
      onSection?.(section);
      const report = await this.#bring(section, planner, context, isDryRun);
      sections.push(report);
      if (!isDryRun) {
        // As it goes along: what was brought is on record also where the rest breaks off.
        await audit.writeAlone(who, {
          action: 'next-terminal.imported',
          object: OBJECT,
          detail: detailOf(report),
        });
      }
      if (!isDryRun && section === 'storages') {
        await defaultStorages.makeMissing();
      }
    }
    if (options.recordings !== undefined && !isDryRun) {
      onSection?.('recordings');
      const report = await this.#bringRecordings(context, options.recordings, signal);
      sections.push(report);
      await audit.writeAlone(who, {
        action: 'next-terminal.imported',
        object: OBJECT,
        detail: detailOf(report),
      });
    }
    return { origin: origin.kind, isDryRun, sections, roles: context.roles };
  }

  async #context(origin: OldOrigin, cipher: OldCipher, options: ImportOptions): Promise<PlanContext> {
    return {
      origin,
      cipher,
      ids: await this.#rows.knownIds(),
      names: await this.#rows.takenNames(),
      granted: await this.#rows.grantedPairs(),
      hasSpace: await this.#rows.peopleWithSpace(),
      makesAdministrators: options.makesAdministrators,
      inspectPrivateKey: this.#deps.inspectPrivateKey,
      now: this.#deps.clock.now(),
      roles: [],
      nicknames: new Map(),
      assetNames: new Map(),
      recorded: new Map(),
    };
  }

  /** One by one: each is whole or not there, and those that are here are not brought again. */
  async #bringRecordings(
    { ids, recorded }: PlanContext,
    root: string,
    signal: AbortSignal | undefined,
  ): Promise<NextTerminalSectionReport> {
    const { recordingImports } = this.#deps;
    const tally = new Tally('recordings');
    const kept = await recordingImports.listKept();
    for (const [oldId, { isDesktop }] of recorded) {
      signal?.throwIfAborted();
      const id = ids.resolve('session', oldId);
      if (id === undefined) {
        continue;
      }
      tally.find();
      if (kept.has(id)) {
        tally.know();
        continue;
      }
      const outcome = await recordingImports.bring({ id, oldId, isDesktop }, root);
      if (outcome.kind === 'whole' || outcome.kind === 'cut') {
        tally.bring();
        if (outcome.kind === 'cut') {
          tally.change(oldId, 'recording_cut', String(outcome.seconds));
        }
      } else {
        tally.leave(oldId, `recording_${outcome.kind}`);
      }
    }
    return tally.report();
  }

  async #planners(): Promise<[RowSection, SectionPlanner][]> {
    const taken = await this.#rows.takenUsernames();
    return [
      ['roles', planRoles],
      ['users', planUsers(taken, () => this.#deps.users.hashOfNobodys())],
      ['user-groups', planGroups],
      ['storages', planStorages],
      ['login-policies', planLoginPolicies],
      ['access-rules', planAccessRules],
      ['credentials', planCredentials],
      ['gateways', planGateways],
      ['assets', planAssets],
      ['strategies', planStrategies],
      ['grants', planGrants],
      ['commands', planCommands],
      ['jobs', planJobs],
      ['sessions', planSessions],
      ['login-logs', planLoginLogs],
      ['storage-logs', planStorageLogs],
    ];
  }

  async #bring(
    section: RowSection,
    planner: SectionPlanner,
    context: PlanContext,
    isDryRun: boolean,
  ): Promise<NextTerminalSectionReport> {
    const tally = new Tally(section);
    const write = async (tx: Tx | undefined) => {
      for await (const things of planner(context, tally)) {
        tally.bring(things.filter(({ kind }) => !LINKS.has(kind)).length);
        if (tx) {
          await this.#write(things, context.now, tx);
        }
      }
    };
    if (isDryRun) {
      await write(undefined);
    } else {
      await this.#once(section, write);
    }
    return tally.report();
  }

  /** What is planned is planned once: where the database would have it done again, nothing of the section is written. */
  async #once(section: RowSection, write: (tx: Tx) => Promise<void>): Promise<void> {
    const { database } = this.#deps;
    const changed = (cause?: unknown) =>
      new AppError('next_terminal.changed_meanwhile', { params: { section }, cause });
    let hasBegun = false;
    try {
      await database.transactLong(async (tx) => {
        if (hasBegun) {
          throw changed();
        }
        hasBegun = true;
        await write(tx);
      });
    } catch (error) {
      const { engine } = database;
      throw engine.isUniqueViolation(error) || engine.isForeignKeyViolation(error) ? changed(error) : error;
    }
  }

  async #write(things: readonly PlannedThing[], at: number, tx: Tx): Promise<void> {
    await this.#rows.write(things, at, tx);
    for (const secrets of inChunks(
      things.flatMap((thing) => thing.secrets ?? []),
      SECRETS_AT_ONCE,
    )) {
      await this.#deps.vault.addMany(secrets, tx);
    }
  }
}

const LINKS: ReadonlySet<PlannedThing['kind']> = new Set(['user-role', 'group-member', 'policy-user']);

function detailOf({
  section,
  found,
  brought,
  known,
  left,
  changed,
  leftOnes,
  changedOnes,
}: NextTerminalSectionReport) {
  const named = (remarks: typeof leftOnes) => remarks.map(({ name, reason }) => `${name}: ${reason}`);
  return {
    section,
    found,
    brought,
    known,
    left,
    changed,
    leftOnes: named(leftOnes),
    changedOnes: named(changedOnes),
  };
}
